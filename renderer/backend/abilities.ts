// What each backend can do: one table. Screens, keys and menus ask `can`, and never by whom the page is served.
import { type Home, home } from './home.ts'
import type { View } from '../lib/navigation.ts'

const here = { local: true, cloud: false }
const inCloud = { local: false, cloud: true }
const everywhere = { local: true, cloud: true }

const abilities = {
  /** Says by itself when a reminder comes, and keeps what was answered; elsewhere the device reckons it, and is asked now and then. */
  remind: here,
  /** Mails and chats, and what came of them. */
  converse: here,
  /** What agents propose and ask: Review. */
  decide: everywhere,
  /** What else waits in Review, and agents at work: suspected duplicates, claims, "looks like". */
  review: here,
  /** What this window wrote is taken back as its entry of the journal. Elsewhere the entry may not be there yet: it is taken back by another write. */
  undoInJournal: here,
  mergeContacts: here,
  /** What only the service on this machine has: models, agents, backups, import. */
  configureService: here,
  /** A team in the cloud may be connected. In the cloud there is nothing to connect: the web UI is there already. */
  connect: here,
  /** Many tasks in one call; elsewhere each is a write of its own, and waits on the device until it can be sent. */
  changeTogether: here,
  sample: here,
  /** Files in texts are on this machine; elsewhere they are with the team. */
  keepFiles: here,
  /** Accounts, teams, and a copy of the team's tasks that works without a network. */
  account: inCloud,
  /** A write is kept until it can be sent: also a task that has no number yet can be changed. */
  writeOffline: inCloud,
} satisfies Record<string, Record<Home, boolean>>

export type Ability = keyof typeof abilities

export const abilitiesOf = (one: Home): Readonly<Record<Ability, boolean>> =>
  Object.fromEntries(Object.entries(abilities).map(([ability, where]) => [ability, where[one]])) as Record<Ability, boolean>

/** What the backend of this page can do: known from its first moment, before the backend itself stands. */
export const can = abilitiesOf(home)

export const isOffered = (view: View): boolean => view !== 'review' || can.decide
