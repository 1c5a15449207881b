// When a task is due: a day, which begins and ends wherever somebody is, or a moment. iCalendar's two forms of DUE (RFC 5545, 3.8.2.3).
import { invalidField } from '../app-error.ts'
import { utcOf } from './instant.ts'

/** Whether it is a day, not a moment. */
export const isDay = (due: string): boolean => due.length === 10

/** Whether there is such a day: YYYY-MM-DD. */
export function isRealDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(time) && day > '0000-12-31' && new Date(time).toISOString().slice(0, 10) === day
}

/** The day after a real one. */
export const daysFrom = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const dayAfter = (day: string): string => daysFrom(day, 1)

/** A day as it is, a moment in UTC with milliseconds. Throws `invalid` for a day or a moment that does not exist. */
export function requireDue(pointer: string, text: string): string {
  // 24:00 of a day would become the next one.
  const exists = isRealDay(text.slice(0, 10)) && text.slice(11, 13) !== '24'
  const due = exists ? (isDay(text) ? text : utcOf(text)) : undefined
  if (due === undefined) throw invalidField(pointer, `${pointer.replace(/^[/?]/, '')} must be a day or a moment that exists; got '${text}'`)
  return due
}

/** The day that it is in a time zone: YYYY-MM-DD. Throws `invalid` for a zone that nobody knows. */
export function dayIn(timezone: string | undefined, now: Date, pointer = '?timezone'): string {
  try {
    const parts = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', ...(timezone ? { timeZone: timezone } : {}) })
    return parts.format(now)
  } catch {
    throw invalidField(pointer, `${pointer.replace(/^[/?]/, '')} must be an IANA name, for example Europe/Berlin; got '${timezone}'`)
  }
}

/** A day is overdue once it has ended, a moment once it has passed. */
export function isOverdue(due: string, { today, now }: { today: string; now: string }): boolean {
  return isDay(due) ? due < today : due < now
}
