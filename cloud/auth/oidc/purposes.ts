// What is done with whom an issuer names: sign them in, connect them, or believe that the session is theirs.
import { uuidv7 } from 'uuidv7'
import type { Context } from '../../context.ts'
import { messages } from '../../mail/messages.ts'
import type { Proofs } from '../ways/proofs.ts'
import { wayStore } from '../ways/way-store.ts'
import type { Flow } from './flows.ts'
import type { Claims } from './issuer.ts'
import { createNewcomers, type NewcomerDeps } from './newcomers.ts'
import type { OidcConfig } from './oidc-config.ts'

export interface PurposeDeps extends NewcomerDeps {
  proofs: Proofs
  requireVerified: boolean
}

/** What the web UI says about it (renderer/backend/cloud/oidc.ts). */
export type Outcome = 'denied' | 'failed' | 'away' | 'expired' | 'mailed' | 'closed' | 'no-address' | 'unconfirmed' | 'linked' | 'proven' | 'taken' | 'another'

export interface Finished {
  outcome?: Outcome
  /** Of the session that begins. */
  token?: string
}

/** How many seconds before it was asked for a proof may be, as clocks differ. */
const tolerance = 60

export function createPurposes(deps: PurposeDeps) {
  const { db, now, baseUrl, sessions, mailer, proofs, requireVerified, takeUpInvitations } = deps
  const newcomers = createNewcomers(deps)

  async function signIn({ issuer }: OidcConfig, claims: Claims, { returnTo }: Flow, ctx: Context): Promise<Finished> {
    const found = await db.asIdentity({}, async (tx) => {
      const user = await wayStore.use(tx, issuer, claims.subject, claims.email ?? null, now().toISOString())
      if (!user) return undefined
      if (requireVerified && user.email_verified_at === null) return 'unconfirmed'
      return { user, token: (await sessions.begin(tx, user.id, ctx.userAgent, ctx.presentToken)).token }
    })
    if (found === 'unconfirmed') return { outcome: found }
    if (found) {
      if (found.user.email_verified_at !== null) await takeUpInvitations(found.user)
      return { token: found.token }
    }
    const { email } = claims
    if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return { outcome: 'no-address' }
    const met = await newcomers.meet(issuer, { ...claims, email }, returnTo, ctx)
    return typeof met === 'string' ? { outcome: met } : { token: met.token }
  }

  async function link({ issuer, name }: OidcConfig, claims: Claims, { sessionId }: Flow): Promise<Finished> {
    const at = now().toISOString()
    const outcome = await db.asIdentity({}, async (tx): Promise<Outcome> => {
      const owner = () => wayStore.ownerOf(tx, sessionId as string, at)
      const userId = await owner()
      const account = userId === undefined ? undefined : await wayStore.lock(tx, userId)
      // Looked at again: whoever proved the address meanwhile ended all sessions.
      if (!account || !(await owner())) return 'expired'
      const row = { issuer, subject: claims.subject, id: uuidv7(), user_id: account.id, email: claims.email ?? null, created_at: at, last_used_at: at }
      if ((await wayStore.insert(tx, row)) === 0) return 'taken'
      await mailer.queue(tx, messages.wayAdded(account.email, baseUrl(), name))
      return 'linked'
    })
    mailer.wake()
    return { outcome }
  }

  async function prove({ issuer }: OidcConfig, claims: Claims, { began, sessionId }: Flow): Promise<Finished> {
    if (claims.signedInAt !== undefined && claims.signedInAt < Date.parse(began) / 1000 - tolerance) return { outcome: 'another' }
    return db.asIdentity({}, async (tx) => {
      const at = now().toISOString()
      const owner = await wayStore.ownerOf(tx, sessionId as string, at)
      if (owner === undefined) return { outcome: 'expired' }
      const user = await wayStore.use(tx, issuer, claims.subject, claims.email ?? null, at)
      if (user?.id !== owner) return { outcome: 'another' }
      await proofs.note(tx, owner, sessionId as string)
      return { outcome: 'proven' }
    })
  }

  return { signIn, link, prove, connect: newcomers.connect }
}
