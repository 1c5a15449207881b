// What other features ask of the team's events and of those who read them.
import { AppError } from '../../shared/domain/app-error.ts'
import { elsewhere, lockedAccount, lockedTeam } from '../auth/locked.ts'
import type { TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { eventStore } from './event-store.ts'

/** The number of the last event: in a write that has recorded one, of that. */
export const lastEvent = ({ tx, teamId }: { tx: Tx; teamId: string }): Promise<number> => eventStore.head(tx, teamId)

type Where = { tx: Tx; teamId: string }
type Login = { token: string } | { user: string }

/** Why a login may not act in the team any more: it has ended, an operator has locked something, or the team has gone elsewhere. Undefined: it may. */
export async function whyShutOut({ tx, teamId }: Where, login: Login): Promise<AppError | undefined> {
  const { isKnown, locked, isGone } = await eventStore.standing(tx, teamId, login)
  if (isGone) return elsewhere()
  if (!isKnown) return new AppError('unauthenticated', 'This login ended while the call waited. Nothing was done.')
  return locked === undefined ? undefined : locked === 'team' ? lockedTeam() : lockedAccount()
}

/** For a call that has waited: whoever made it may be shut out by now. Throws `unauthenticated` or `locked`. */
export async function requireStillHere(where: Where, { caller }: Pick<TeamContext, 'caller'>): Promise<void> {
  if (!caller) throw new AppError('unauthenticated', 'Sign in first.')
  const why = await whyShutOut(where, caller.kind === 'token' ? { token: caller.id } : { user: caller.user.id })
  if (why) throw why
}
