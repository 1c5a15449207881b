// The team as the person sees it: the copy on the device, with what waits to be sent laid over it.
import type { Contact } from '../../../shared/schema/contact.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { type Filter, matches } from '../../lib/filter.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { KeptConflicts } from './replica/kept-conflicts.ts'
import type { Replica } from './replica/replica.ts'

/** What the device has of the team that is shown. */
export interface TeamCopy {
  readonly replica: Replica
  readonly outbox: Outbox
  readonly conflicts: KeptConflicts
}

/** Tasks that have a number. */
export const numberedTasks = ({ replica, outbox }: TeamCopy): Task[] => [...replica.tasks.values()].flatMap((task) => outbox.over(task) ?? [])

/** Newest first. */
export function seenTasks(copy: TeamCopy, filter: Filter): Task[] {
  return [...numberedTasks(copy), ...copy.outbox.created()].filter((task) => matches(filter, task)).sort((a, b) => b.id - a.id)
}

export function seenTask(copy: Pick<TeamCopy, 'replica' | 'outbox'>, id: number): Task | undefined {
  const known = copy.replica.tasks.get(id)
  return (known && copy.outbox.over(known)) ?? unnumberedTask(copy, id)
}

/** One that the cloud does not have yet. */
export const unnumberedTask = ({ outbox }: Pick<TeamCopy, 'outbox'>, id: number): Task | undefined => outbox.created().find((one) => one.id === id)

export const seenContacts = ({ replica, outbox }: TeamCopy): Contact[] => outbox.contactsOver(replica.contacts())
