// The end of an account: it leaves its teams, and what it wrote there stays under its name, without the address.
import { AppError } from '../../shared/domain/app-error.ts'
import type { AccountDeletion } from '../../shared/schema/cloud/account.ts'
import { type Context, type Person, personOf } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Writer } from '../journal/journal.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import type { Leaving } from '../members/leaving.ts'
import { userStore } from './user-store.ts'
import type { Proofs } from './ways/proofs.ts'

export interface DeleteAccountDeps {
  db: Database
  proofs: Pick<Proofs, 'requireOwner'>
  mailer: Mailer
  baseUrl: () => string
  leaving: Leaving
  /** Ends a team with everything in it, if that still holds once nobody else changes who is in it. */
  removeTeam: (who: Writer, isStill: (tx: Tx) => Promise<boolean>) => Promise<boolean>
}

export interface EndAccountDeps extends Omit<DeleteAccountDeps, 'proofs' | 'mailer'> {
  mailer: Pick<Mailer, 'queue' | 'wake'>
}

const namesOf = (teams: readonly { name: string }[]) => teams.map(({ name }) => `“${name}”`).join(', ')

export function createEndAccount({ db, mailer, baseUrl, leaving, removeTeam }: EndAccountDeps) {
  /**
   * Cut off in between, it has left some teams; done again, it goes on. Throws `conflict` for the last owner of a team with others, and `locked` where a locked team
   * would end with it. `requireStill`: throws in
   * the last step when it is not to be any more.
   */
  return async (user: Person, { actor, principal }: Pick<Writer, 'actor' | 'principal'>, requireStill?: (tx: Tx) => Promise<void>): Promise<void> => {
    const standings = await leaving.standings(user.id)
    const held = standings.filter(({ isLastOwner, others }) => isLastOwner && others > 0)
    if (held.length > 0)
      throw new AppError(
        'conflict',
        `${requireStill ? 'You are' : `${user.email} is`} the last owner of ${namesOf(held)}, where others are. Make one of them an owner, or delete the team, then delete ${requireStill ? 'your' : 'the'} account.`,
        { extra: { teams: held.map(({ team_id }) => team_id) } },
      )
    const locked = standings.filter(({ isLocked, others }) => isLocked && others === 0)
    if (locked.length > 0)
      throw new AppError(
        'locked',
        `${namesOf(locked)} would end with ${requireStill ? 'your' : 'the'} account, and is locked by the operator of this cloud. Nothing was changed. ${requireStill ? 'Ask them to unlock it' : 'Unlock it, or delete it,'} first.`,
        { extra: { locked: 'team', teams: locked.map(({ team_id }) => team_id) } },
      )
    for (const { team_id, others } of standings) {
      const isAlone = (tx: Tx) => leaving.isAlone(tx, team_id, user.id)
      const isGone = others === 0 && (await removeTeam({ team: { id: team_id }, actor, principal }, isAlone))
      // Also where somebody has joined meanwhile.
      if (!isGone) await leaving.leave(team_id, user, `user:${user.id}`)
    }
    await db.asIdentity({ userId: user.id }, async (tx) => {
      await requireStill?.(tx)
      if (await leaving.isSomewhere(tx, user.id)) throw new AppError('conflict', 'The account joined a team meanwhile. Try again.')
      await userStore.remove(tx, user.id)
      await mailer.queue(tx, messages.accountDeleted(user.email, baseUrl()))
    })
    mailer.wake()
  }
}

export function createDeleteAccount({ proofs, ...deps }: DeleteAccountDeps) {
  const end = createEndAccount(deps)
  return async (deletion: AccountDeletion, ctx: Context): Promise<void> => {
    const { user } = personOf(ctx)
    const known = await proofs.requireOwner(ctx, deletion)
    await end(user, ctx, async (tx) => {
      if (!(await userStore.isPassword(tx, user.id, known))) throw new AppError('forbidden', 'The current password is incorrect.')
    })
  }
}
