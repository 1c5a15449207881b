// Moments as people name them: this evening, tomorrow at nine, Monday; and a reminder's rule as they would say it.
import type { Schedule } from '../../shared/schema/schedule.ts'
import { fullTime, timeOfDay, weekday } from './dates.ts'
import { m } from './messages.ts'

const at = (days: number, hour: number, now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)

export const inAnHour = (now = new Date()) => new Date(now.getTime() + 3_600_000)
export const thisEvening = (now = new Date()) => at(0, 18, now)
export const tomorrowMorning = (now = new Date()) => at(1, 9, now)
/** The next Monday, never today. */
export const nextMonday = (now = new Date()) => at((8 - now.getDay()) % 7 || 7, 9, now)

/** The day, by this machine's calendar: "2026-11-21". */
export function dayKey(iso: string): string {
  const date = new Date(iso)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

export type ReminderRule = Pick<Schedule, 'type' | 'time' | 'interval_days' | 'day_of_week' | 'day_of_month' | 'fire_at'>

/** "Every Monday at 9:00 AM". */
export function reminderText({ type, time, interval_days, day_of_week, day_of_month, fire_at }: ReminderRule): string {
  if (type === 'one_time') return fire_at ? fullTime(fire_at) : ''
  const at = time ? timeOfDay(time) : ''
  if (type === 'weekly') return m.everyWeek(weekday(day_of_week ?? 0), at)
  if (type === 'monthly') return day_of_month === 31 ? m.everyMonthEnd(at) : m.everyMonth(day_of_month ?? 1, at)
  return m.everyDays(interval_days ?? 1, at || null)
}
