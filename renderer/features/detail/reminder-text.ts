import type { Schedule } from '../../../shared/schema/schedule.ts'
import { fullTime } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'

/** A reminder's rule as a person would say it. */
export function reminderText(schedule: Schedule): string {
  const { type, time, interval_days, day_of_week, day_of_month, fire_at } = schedule
  if (type === 'one_time') return fire_at ? fullTime(fire_at) : ''
  if (type === 'weekly') return m.everyWeek(weekday(day_of_week ?? 0), time ?? '')
  if (type === 'monthly') return m.everyMonth(day_of_month ?? 1, time ?? '')
  return m.everyDays(interval_days ?? 1, time)
}

/** 0 is Sunday; 4 January 1970 was one. */
export function weekday(day: number): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + day)))
}
