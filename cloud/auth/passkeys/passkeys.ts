// Signing in with a passkey, and showing with one that a session is its owner's.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { SignedIn } from '../../../shared/schema/cloud/account.ts'
import type { PasskeyAnswer, PasskeyOptions } from '../../../shared/schema/cloud/passkey.ts'
import { type Context, type Person, personOf } from '../../context.ts'
import type { Database, Tx } from '../../db/database.ts'
import { addressGroup } from '../address-group.ts'
import type { Attempts } from '../attempts.ts'
import type { Sessions } from '../sessions.ts'
import type { Proofs } from '../ways/proofs.ts'
import { believe, requestOptions } from './ceremonies.ts'
import { type Challenges, notBelieved } from './challenges.ts'
import { type ChallengePurpose, passkeyStore } from './passkey-store.ts'

export interface PasskeyDeps {
  db: Database
  challenges: Challenges
  sessions: Sessions
  attempts: Attempts
  proofs: Proofs
  now: () => Date
  requireVerified: boolean
  takeUpInvitations: (user: Person) => Promise<void>
}

export type Passkeys = ReturnType<typeof createPasskeys>

export function createPasskeys(deps: PasskeyDeps) {
  const { db, challenges, sessions, attempts, proofs, now, requireVerified, takeUpInvitations } = deps

  /** Uses it up together with what follows: a passkey that is removed meanwhile opens nothing. */
  async function use<T>(answer: PasskeyAnswer, purpose: ChallengePurpose, sessionId: string | null, work: (tx: Tx, owner: Owner) => Promise<T>): Promise<T> {
    const asked = challenges.asked(purpose, sessionId)
    const known = await db.readIdentity({}, (tx) => passkeyStore.byCredential(tx, Buffer.from(answer.id, 'base64url'), asked.place.rpId))
    if (!known) throw notBelieved()
    const used = await challenges.orRefuse(believe(answer, known, asked))
    return db.asIdentity({}, async (tx) => {
      const owner = await passkeyStore.use(tx, known.credential_id, known.counter, used, now().toISOString())
      if (!owner) throw notBelieved()
      return work(tx, owner)
    })
  }

  return {
    async startSignIn(ctx: Context): Promise<PasskeyOptions> {
      const place = challenges.here()
      await attempts.count(`passkey address ${addressGroup(ctx.address)}`)
      return challenges.ask('sign-in', null, requestOptions(place))
    },

    async signIn(answer: PasskeyAnswer, ctx: Context): Promise<SignedIn> {
      await attempts.count(`sign-in address ${addressGroup(ctx.address)}`)
      const { isProven, ...signedIn } = await use(answer, 'sign-in', null, async (tx, { id, email, name, email_verified_at }) => {
        if (requireVerified && email_verified_at === null)
          throw new AppError('forbidden', 'Confirm your email address first: open the link in our email, or request another with POST /api/auth/verify/resend.')
        const { token, expiresAt } = await sessions.begin(tx, id, ctx.userAgent, ctx.presentToken)
        return { isProven: email_verified_at !== null, user: { id, email, name }, token, expires_at: expiresAt }
      })
      if (isProven) await takeUpInvitations(signedIn.user)
      return signedIn
    },

    async startProof(ctx: Context): Promise<PasskeyOptions> {
      const { user, id } = personOf(ctx)
      const place = challenges.here()
      const known = await db.readIdentity({}, (tx) => passkeyStore.list(tx, user.id, place.rpId))
      if (known.length === 0) throw new AppError('conflict', 'Your account has no passkey here.')
      return challenges.ask('prove', id, requestOptions(place, known))
    },

    async prove(answer: PasskeyAnswer, ctx: Context): Promise<void> {
      const { user, id } = personOf(ctx)
      await attempts.count(`password ${user.id}`)
      await use(answer, 'prove', id, async (tx, owner) => {
        if (owner.id !== user.id) throw notBelieved()
        await proofs.note(tx, user.id, id)
      })
    },
  }
}

type Owner = NonNullable<Awaited<ReturnType<typeof passkeyStore.use>>>
