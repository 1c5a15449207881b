// Who asks for what changes an account shows that it is theirs: a session may be borrowed. With the password (and the code) in the call where there is a
// password; else by having signed in, or shown it, in the last ten minutes in this session.
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { type Context, personOf } from '../../context.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { SecondFactor } from '../second-factor.ts'
import { userStore } from '../user-store.ts'
import { wayStore } from './way-store.ts'

const holdsFor = 10 * 60_000

export interface ProofDeps {
  db: Database
  secondFactor: Pick<SecondFactor, 'requireBoth'>
  now: () => Date
  /** Whether passwords open anything here. */
  passwords: boolean
}

/** What came with a call. */
export interface Given {
  password?: string
  code?: string
}

const ended = () => new AppError('unauthenticated', 'This session has ended. Sign in again.')

export type Proofs = ReturnType<typeof createProofs>

export function createProofs({ db, secondFactor, now, passwords }: ProofDeps) {
  async function requireRecent(tx: Tx, userId: string, sessionId: string): Promise<void> {
    const provenAt = await wayStore.provenAt(tx, userId, sessionId)
    if (provenAt === undefined) throw ended()
    if (provenAt === null || now().getTime() - Date.parse(provenAt) > holdsFor)
      throw new AppError('proof_needed', 'Confirm that it’s you first: POST /api/auth/prove, or sign in again. That holds for ten minutes.')
  }

  return {
    /** Holds the account until the transaction ends, so that nobody else changes how one gets in meanwhile. */
    async lock(tx: Tx, ctx: Context) {
      const { user, id } = personOf(ctx)
      const account = await wayStore.lock(tx, user.id)
      if (!account) throw ended()
      await requireRecent(tx, user.id, id)
      return account
    },

    requireRecent: (ctx: Context): Promise<void> => db.readIdentity({}, (tx) => requireRecent(tx, personOf(ctx).user.id, personOf(ctx).id)),

    /** Returns the stored hash of the password, null where there is none: what is written afterwards is written only if it is still the same. */
    async requireOwner(ctx: Context, { password, code }: Given): Promise<string | null> {
      const { user } = personOf(ctx)
      const known = (await db.readIdentity({}, (tx) => userStore.passwordHash(tx, user.id))) ?? null
      if (known === null || !passwords) {
        await this.requireRecent(ctx)
        return known
      }
      if (password === undefined) throw invalidField('/password', 'password is required')
      return secondFactor.requireBoth(user, { password, ...(code === undefined ? {} : { code }) })
    },

    /** In the session that asks. */
    async note(tx: Tx, userId: string, sessionId: string): Promise<void> {
      if ((await wayStore.prove(tx, userId, sessionId, now().toISOString())) === 0) throw ended()
    },

    /** With the password, for what asks for a proof and takes no password itself. */
    async prove(ctx: Context, given: { password: string; code?: string }): Promise<void> {
      const { user, id } = personOf(ctx)
      if (!passwords) throw new AppError('forbidden', 'This server signs nobody in with a password.')
      await secondFactor.requireBoth(user, given)
      await db.asIdentity({}, (tx) => this.note(tx, user.id, id))
    },
  }
}
