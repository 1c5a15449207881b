// The ways into an account: password, accounts of issuers, passkeys. Each change needs a recent proof and is mailed; the last way stays.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { WaysIn } from '../../../shared/schema/cloud/ways.ts'
import { type Context, personOf } from '../../context.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { messages } from '../../mail/messages.ts'
import type { Mail } from '../../mail/transport.ts'
import { type OidcConfig, providerName } from '../oidc/oidc-config.ts'
import type { Proofs } from './proofs.ts'
import { userStore } from '../user-store.ts'
import { wayStore } from './way-store.ts'

export interface WayDeps {
  db: Database
  proofs: Proofs
  mailer: Mailer
  now: () => Date
  baseUrl: () => string
  passwords: boolean
  providers: readonly OidcConfig[]
  /** For which host its passkeys are; undefined: there are none. */
  passkeyHost: () => string | undefined
}

interface Changed<T> {
  mail: (to: string, baseUrl: string) => Mail
  result: T
}

export type Ways = ReturnType<typeof createWays>

export function createWays({ db, proofs, mailer, now, baseUrl, passwords, providers, passkeyHost }: WayDeps) {
  const issuers = providers.map(({ issuer }) => issuer)
  const nameOf = (issuer: string) => providerName(providers, issuer)

  const passkeysOf = async (tx: Tx, userId: string) => {
    const host = passkeyHost()
    return host === undefined ? [] : wayStore.passkeys(tx, userId, host)
  }

  /** After one was taken away, in the same transaction: throws where nothing is left with which the person could sign in here. */
  async function requireOne(tx: Tx, userId: string): Promise<void> {
    const account = await wayStore.lock(tx, userId)
    if (passwords && account && account.password_hash !== null) return
    if ((await wayStore.countOf(tx, userId, issuers)) > 0) return
    if ((await passkeysOf(tx, userId)).length > 0) return
    const others = [...(passwords ? ['set a password'] : []), ...(passkeyHost() ? ['add a passkey'] : []), ...providers.map(({ name }) => `connect ${name}`)]
    throw new AppError('conflict', `This is the only way you can sign in. Add another one first: ${others.join(', or ')}.`)
  }

  async function change<T>(ctx: Context, work: (tx: Tx, userId: string) => Promise<Changed<T>>): Promise<T> {
    const done = await db.asIdentity({}, async (tx) => {
      const { id, email } = await proofs.lock(tx, ctx)
      const { mail, result } = await work(tx, id)
      await mailer.queue(tx, mail(email, baseUrl()))
      return result
    })
    mailer.wake()
    return done
  }

  return {
    requireOne,
    change,

    async list(ctx: Context): Promise<WaysIn> {
      const { user } = personOf(ctx)
      const [hash, identities, passkeys] = await db.readIdentity({}, (tx) =>
        Promise.all([userStore.passwordHash(tx, user.id), wayStore.list(tx, user.id), passkeysOf(tx, user.id)]),
      )
      return {
        password: passwords && typeof hash === 'string',
        identities: identities.map(({ id, issuer, email, created_at, last_used_at }) => ({
          id,
          provider: providers.find((one) => one.issuer === issuer)?.id ?? null,
          name: nameOf(issuer),
          email,
          created_at,
          last_used_at,
        })),
        passkeys,
      }
    },

    removeIdentity: (id: string, ctx: Context): Promise<void> =>
      change(ctx, async (tx, userId) => {
        const known = await wayStore.byId(tx, userId, id)
        if (!known) throw new AppError('not_found', `Your account has no sign-in ${id}.`)
        await wayStore.remove(tx, userId, id)
        await requireOne(tx, userId)
        return { mail: (to, url) => messages.wayRemoved(to, url, nameOf(known.issuer)), result: undefined }
      }),

    /** Its second factor goes with it. */
    removePassword: (ctx: Context): Promise<void> =>
      change(ctx, async (tx, userId) => {
        const account = await wayStore.lock(tx, userId)
        if (account?.password_hash === null) throw new AppError('conflict', 'Your account has no password.')
        await wayStore.noPassword(tx, userId, now().toISOString())
        await requireOne(tx, userId)
        return { mail: (to, url) => messages.wayRemoved(to, url, 'your password'), result: undefined }
      }),
  }
}
