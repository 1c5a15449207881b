// What the OAuth library keeps, in PostgreSQL: any instance goes on where another began. Nothing is found by anything but the hash of its name, which
// for codes and tokens is the secret itself.
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { hashSecret } from '../auth/secrets.ts'
import type { Database } from '../db/database.ts'
import { oauthStore, type StoredItem } from './oauth-store.ts'

export interface AdapterDeps {
  db: Database
  now: () => Date
  /** Ends a connection for good. */
  endGrant: (grant: string) => Promise<void>
  /** What a client is told whose code or token is spent. */
  spent: (detail: string) => Error
}

/** A client that registered itself and that nobody has connected. Anybody can register many. */
const clientsStay = 7 * 24 * 3600

export function createAdapter({ db, now, endGrant, spent }: AdapterDeps): (kind: string) => Adapter {
  const read = (kind: string, id: string) => db.readIdentity({}, (tx) => oauthStore.find(tx, kind, hashSecret(id)))
  const isOver = ({ expires_at }: StoredItem) => Date.parse(expires_at) <= now().getTime()

  return (kind) => ({
    async upsert(id, given, expiresIn) {
      const { jti: _name, ...payload } = given
      const grant_id = kind === 'Grant' ? id : (payload.grantId ?? null)
      const expires_at = new Date(now().getTime() + (expiresIn ?? clientsStay) * 1000).toISOString()
      try {
        await db.asIdentity({}, (tx) => oauthStore.put(tx, { kind, id_hash: hashSecret(id), grant_id, payload, expires_at }))
      } catch (error) {
        // The connection ended meanwhile.
        if ((error as { code?: string }).code === '23503') throw spent('the connection has ended')
        throw error
      }
    },
    async find(id) {
      const found = await read(kind, id)
      if (!found || (kind !== 'Client' && isOver(found))) return undefined
      const payload = found.payload as AdapterPayload
      if (kind === 'Client') return payload
      return { ...payload, jti: id, ...(found.consumed_at === null ? {} : { consumed: Math.floor(Date.parse(found.consumed_at) / 1000) }) }
    },
    async consume(id) {
      const used = await db.asIdentity({}, (tx) => oauthStore.consume(tx, kind, hashSecret(id), now().toISOString()))
      if (used === 1) return
      // Somebody else was faster with the same secret: one of the two has stolen it.
      const grant = (await read(kind, id))?.grant_id
      if (grant) await endGrant(grant)
      throw spent('it was used already')
    },
    async destroy(id) {
      if (kind === 'Grant') return endGrant(id)
      await db.asIdentity({}, (tx) => oauthStore.remove(tx, kind, hashSecret(id)))
    },
    async revokeByGrantId(grant) {
      await db.asIdentity({}, (tx) => oauthStore.removeOfGrant(tx, kind, grant))
    },
    // Sessions of the library end with each request, and there are no devices without a browser.
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
  })
}
