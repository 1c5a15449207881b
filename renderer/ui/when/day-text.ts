// A day from the calendar as the text that somebody would have typed: it is read again, like any other.
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import { clock } from '../../lib/dates.ts'
import { locale } from '../../lib/messages.ts'
import { dayKey } from '../../lib/moments.ts'
import { reminderText } from '../../lib/reminders/reminder-text.ts'
import type { WhenReader } from '../../lib/when/use-when.ts'

/** "27 Nov 2026" as it is written where they are, if that is read as the same day; else 2026-11-27. */
export function textOfDay(day: string, reader: WhenReader): string {
  const written = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(`${day}T00:00`))
  return reader.readHere(written, 'due').due === day ? written : day
}

const timeAtEnd = /[\s,]+(?:(?:at|um)\s+)?\d{1,2}(?::\d\d)?\s*(?:[ap]m|uhr)?$/i

/** Another time of day for what is typed: in the place of the one it ends with, or after it. */
export function withTime(text: string, time: string): string {
  const rest = /\d:\d\d|\d\s*(?:[ap]m|uhr)/i.test(text) ? text.replace(timeAtEnd, '') : text
  return `${rest.trim()} ${time}`.trim()
}

/** A reminder as text to be changed: as it is said, where that is read as the same; one that no words say begins empty. */
export function textOfReminder(schedule: NewSchedule, reader: WhenReader): string {
  if (schedule.fire_at) return `${textOfDay(dayKey(schedule.fire_at), reader)} ${clock(schedule.fire_at)}`
  const text = reminderText(schedule)
  const { rest, unsure } = reader.readHere(text, 'reminder')
  return rest === '' && unsure.length === 0 ? text : ''
}
