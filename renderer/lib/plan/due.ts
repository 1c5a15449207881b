// When a task is due: in words, and by the calendar of this machine.
import { isDay, isOverdue } from '../../../shared/domain/time/due.ts'
import { dueRanges } from '../../../shared/schema/saved-list.ts'
import type { Task, TaskView } from '../../../shared/schema/task.ts'
import { capital, clock, shortDay } from '../dates.ts'
import { m } from '../messages.ts'
import { dayKey } from '../moments.ts'
import { firstWeekday } from '../when/habits.ts'

/** Midnight of its day, or its moment. */
const dateOf = (due: string) => new Date(isDay(due) ? `${due}T00:00` : due)

/** The day on which it is due here. */
export const dayOfDue = (due: string): string => (isDay(due) ? due : dayKey(due))

/** "tomorrow", "Fri 27 Nov, 5:00 PM": for the middle of a sentence. */
export function dueWords(due: string, now = Date.now()): string {
  const day = shortDay(dateOf(due), now)
  return isDay(due) ? day : m.due.at(day, clock(due))
}

/** The same where it stands alone. */
export const dueText = (due: string, now?: number): string => capital(dueWords(due, now))

/** What is done is late no more. */
export function isLate({ due, status }: Pick<Task, 'due' | 'status'>, now: number): boolean {
  return due !== null && status !== 'done' && isOverdue(due, { today: dayKey(now), now: new Date(now).toISOString() })
}

/** When one that is done comes back; undefined where it does not, or where that has passed and the list has not heard of it yet. */
export function comingBack({ status, comes_back_at }: Pick<Task, 'status'> & Pick<Partial<TaskView>, 'comes_back_at'>, now: number): string | undefined {
  return status === 'done' && comes_back_at !== undefined && Date.parse(comes_back_at) > now ? comes_back_at : undefined
}

const dayAfter = (now: number, days: number): string => {
  const date = new Date(now)
  return dayKey(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days))
}

export const today = (now: number): string => dayAfter(now, 0)
export const tomorrow = (now: number): string => dayAfter(now, 1)
/** The first day of the next week, as the person counts weeks. */
export const nextWeek = (now: number): string => dayAfter(now, (firstWeekday.get() + 7 - new Date(now).getDay()) % 7 || 7)
export const endOfWeek = (now: number): string => dayAfter(now, (firstWeekday.get() + 6 - new Date(now).getDay()) % 7)

export { dueRanges }
export type DueRange = (typeof dueRanges)[number]

/** `week`: from today to Sunday. */
export function isInRange(task: Pick<Task, 'due' | 'status'>, range: DueRange, now: number): boolean {
  if (range === 'overdue') return isLate(task, now)
  if (task.due === null) return range === 'none'
  const day = dayOfDue(task.due)
  return day >= today(now) && day <= (range === 'today' ? today(now) : range === 'week' ? endOfWeek(now) : '')
}

/** A day before which everything is due that is in one of the ranges, wherever on earth its moment was set; undefined: there is none. */
export function dueBound(ranges: readonly DueRange[] | undefined, now: number): string | undefined {
  if (!ranges?.length || ranges.includes('none')) return undefined
  return dayAfter(now, ranges.includes('week') ? 9 : 2)
}

export const dueGroups = ['overdue', 'today', 'tomorrow', 'week', 'later', 'none'] as const
export type DueGroup = (typeof dueGroups)[number]

/** The one group that a task stands under. What is done and was due before stands with what is due no more. */
export function dueGroupOf(task: Pick<Task, 'due' | 'status'>, now: number): DueGroup {
  if (task.due === null) return 'none'
  if (isLate(task, now)) return 'overdue'
  const day = dayOfDue(task.due)
  if (day <= today(now)) return 'today'
  if (day === tomorrow(now)) return 'tomorrow'
  return day <= endOfWeek(now) ? 'week' : 'later'
}
