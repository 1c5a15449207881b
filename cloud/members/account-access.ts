// What an account could do in teams before its address was proven ends with the proof: whoever had made the account may have been somebody else.
import { AppError } from '../../shared/domain/app-error.ts'
import { type Context, personOf } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { memberStore } from './member-store.ts'
import { memberSnapshot } from './member-rules.ts'

/** As long as the owner of the address may want to think about teams that they do not know. */
const waitsFor = 365 * 24 * 3_600_000

/** For what the caller would keep. Whoever proved the address while the call was on its way ended the caller's session. */
export async function requireSameProof(tx: Tx, ctx: Context): Promise<void> {
  const { user, verifiedAt } = personOf(ctx)
  if ((await memberStore.verifiedAt(tx, user.id)) !== verifiedAt) throw new AppError('unauthenticated', 'This session has ended. Sign in again.')
}

interface Deps {
  db: Database
  journal: Journal
  /** Ends the API tokens that a person made. */
  endTokensOf: (write: Write, userId: string) => Promise<void>
}

export function createAccountAccess({ db, journal, endTokensOf }: Deps) {
  const system = { kind: 'system' as const, name: 'Tandem' }

  /**
   * Ends the API tokens that the account made, in all its teams. `isSame`: whoever proved the address knows the account's password, so the teams
   * are theirs. Anybody else is asked whether they want to be in them: the memberships become invitations. Doing it twice does no harm.
   */
  return async (userId: string, isSame: boolean): Promise<void> => {
    const memberships = await db.readIdentity({ userId }, (tx) => memberStore.activeOf(tx, userId))
    for (const { team_id, id } of memberships)
      await journal.write({ team: { id: team_id }, actor: system, principal: `user:${userId}` }, async (write) => {
        const { tx, teamId, at, record } = write
        await memberStore.lockTeam(tx, teamId)
        await endTokensOf(write, userId)
        if (isSame) return
        const member = await memberStore.byId(tx, teamId, id)
        if (member?.user_id !== userId) return
        const fields = {
          status: 'invited' as const,
          user_id: null,
          invitation_hash: null,
          invitation_expires_at: new Date(Date.parse(at) + waitsFor).toISOString(),
          joins_at_sign_in: false,
          updated_at: at,
        }
        await memberStore.update(tx, teamId, id, fields)
        await record({ entity: 'member', entity_id: id, action: 'updated', before: memberSnapshot(member), after: memberSnapshot({ ...member, ...fields }) })
      })
  }
}
