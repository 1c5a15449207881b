// What the home that serves this window offers. Screens, keys and menus ask here, so that one table says what is where.
import { home } from './home.ts'
import type { View } from '../lib/navigation.ts'

const isLocal = home === 'local'

export const can = {
  /** What is due: Today, and notices of this machine. Schedules of tasks are everywhere. */
  remind: isLocal,
  /** Mails and chats, and what came of them. */
  converse: isLocal,
  /** Agents' proposals and suspected duplicates: Review, claims, "looks like". */
  review: isLocal,
  /** The journal of everything, and undoing other people's bursts. */
  activity: isLocal,
  mergeContacts: isLocal,
  /** What only the service on this machine has: models, agents, backups, import. */
  configureService: isLocal,
  /** Many tasks in one call; elsewhere each is a write of its own, and waits on the device until it can be sent. */
  changeTogether: isLocal,
  sample: isLocal,
  /** Accounts, teams, and a copy of the team's tasks that works without a network. */
  account: !isLocal,
  /** A write is kept until it can be sent: also a task that has no number yet can be changed. */
  writeOffline: !isLocal,
} as const

const absent: ReadonlySet<View> = new Set<View>([
  ...(can.remind ? [] : ['today' as const]),
  ...(can.review ? [] : ['review' as const]),
  ...(can.activity ? [] : ['activity' as const]),
])

export const isOffered = (view: View): boolean => !absent.has(view)
