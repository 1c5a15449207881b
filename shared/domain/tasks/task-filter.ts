// What a caller asks of a list, put into the words that both stores know: who "me" is, and what day it is, depends on who asks.
import type { Actor } from '../../schema/actor.ts'
import type { Priority, Status, TaskFilter } from '../../schema/task.ts'
import { spellingsOf } from '../people/same-name.ts'
import { dayIn, requireDue } from '../time/due.ts'
import { requireUtc } from '../time/instant.ts'

export interface AskedFilter {
  status?: Status[] | undefined
  priority?: Priority[] | undefined
  label?: string[] | undefined
  requester?: string[] | undefined
  assignee?: string[] | undefined
  due_before?: string | undefined
  due_after?: string | undefined
  overdue?: boolean | undefined
  timezone?: string | undefined
  completed_after?: string | undefined
  ready?: boolean | undefined
  inbox?: boolean | undefined
  parent?: number | undefined
  blocker?: number | undefined
  id?: number[] | undefined
  uid?: string[] | undefined
}

/** As whom somebody is assigned: a person by name and address, an agent as `agent:NAME`. */
export function assigneesOf({ kind, name }: Actor, email?: string): string[] {
  if (kind === 'agent') return [`agent:${name}`]
  return email === undefined ? [name] : [name, email]
}

/** Who is meant, in a write as in a filter: `me` is the caller (by address, where it has one), `none` nobody. */
export function assigneeMeant(given: string, me: readonly string[]): string | null {
  if (given === 'none') return null
  return (given === 'me' ? me.at(-1) : undefined) ?? given
}

export interface Asking {
  /** As whom the caller is assigned. */
  me: readonly string[]
  /** Whoever tasks are assigned to, as they are spelt; asked for where it matters only. */
  assignees(): readonly string[]
  now: Date
  /** Tasks that others have claimed. */
  claimed: readonly number[]
  /** Tasks with an open question, where there are questions. */
  asked?: readonly number[]
  /** Throws `not_found` for a task that is not there. */
  uidOf(id: number): string
}

/** Throws `invalid` for a day, a moment or a zone that does not exist. */
export function readFilter(asked: AskedFilter, { me, assignees, now, claimed, asked: questioned = [], uidOf }: Asking): TaskFilter {
  const { assignee, due_before, due_after, overdue, timezone, completed_after, ready, inbox, parent, blocker, ...rest } = asked
  // A zone that does not exist is told of also where nothing is asked about it.
  const today = overdue || timezone !== undefined ? dayIn(timezone, now) : ''
  return {
    ...rest,
    ...(assignee?.length
      ? {
          assignee: spellingsOf(
            assignee.flatMap((one) => (one === 'me' ? me : one === 'none' ? [] : [one])),
            assignees(),
          ),
          unassigned: assignee.includes('none'),
        }
      : {}),
    ...(due_before === undefined ? {} : { due_before: requireDue('?due_before', due_before) }),
    ...(due_after === undefined ? {} : { due_after: requireDue('?due_after', due_after) }),
    ...(completed_after === undefined ? {} : { completed_after: requireUtc('?completed_after', completed_after) }),
    ...(ready === undefined ? {} : ready ? { ready: { me: spellingsOf(me, assignees()), claimed, asked: questioned } } : { blocked: true }),
    ...(inbox ? { inbox } : {}),
    ...(parent === undefined ? {} : { parent: uidOf(parent) }),
    ...(blocker === undefined ? {} : { blocker: uidOf(blocker) }),
    ...(overdue ? { overdue: { today, now: now.toISOString() } } : {}),
  }
}

/** Whether a filter asks for nothing but status and priority, by which tasks are counted. */
export function isCounted(filter: TaskFilter): boolean {
  const { label, requester, assignee, unassigned, due_before, due_after, overdue, completed_after, ready, blocked, inbox, parent, blocker, id, uid } = filter
  const isDue = due_before !== undefined || due_after !== undefined || overdue !== undefined || completed_after !== undefined
  const isLinked = parent !== undefined || blocker !== undefined || Boolean(id?.length) || Boolean(uid?.length)
  return !label?.length && !requester?.length && !assignee && !unassigned && !isDue && !ready && !blocked && !inbox && !isLinked
}
