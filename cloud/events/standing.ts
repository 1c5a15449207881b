// What other features ask of the team's events and of those who read them.
import type { Tx } from '../db/database.ts'
import { eventStore } from './event-store.ts'

/** The number of the last event: in a write that has recorded one, of that. */
export const lastEvent = ({ tx, teamId }: { tx: Tx; teamId: string }): Promise<number> => eventStore.head(tx, teamId)

/** Whether a login may still act in the team. */
export const isStillHere = ({ tx, teamId }: { tx: Tx; teamId: string }, login: { token: string } | { user: string }): Promise<boolean> =>
  'token' in login ? eventStore.tokenExists(tx, teamId, login.token) : eventStore.memberExists(tx, teamId, login.user)
