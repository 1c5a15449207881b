// Who is signed in, and which of their teams is shown. The cloud's backend sets these (cloud/session.ts); elsewhere there is nobody and no team.
import type { CurrentSession } from '../../shared/schema/cloud/account.ts'
import { createStore } from '../lib/store.ts'

/** undefined: nobody. */
export const session = createStore<CurrentSession | undefined>(undefined)

/** The team that is shown (its UUID). */
export const currentTeam = createStore<string | undefined>(undefined)

/** The team's copy is read: from here on the web UI can be shown. */
export const teamIsOpen = createStore(false)
