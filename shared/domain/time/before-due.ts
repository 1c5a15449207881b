// Reminders that follow when a task is due.
import { Temporal } from 'temporal-polyfill'
import { isDay } from './due.ts'
import { atWallClock, utc } from './recurrence.ts'

/** A day begins in the night, when nobody wants to hear of it. */
const morning = '09:00'

/** So many minutes before a task is due, as RFC 3339 UTC; null while it is not. A day counts from its morning in the zone of the reminder. */
export function momentBeforeDue(due: string | null, minutes: number, timezone: string): string | null {
  if (due === null) return null
  const at = isDay(due) ? atWallClock(Temporal.PlainDate.from(due).toPlainDateTime(Temporal.PlainTime.from(morning)), timezone) : Temporal.Instant.from(due)
  return utc(at.subtract({ minutes }))
}
