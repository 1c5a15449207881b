// A reminder's rule as a person would say it.
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import { calendarMoment, capital, dayText, fromNow, timeOfDay, weekday } from '../dates.ts'
import { m } from '../messages.ts'
import { ruleWords, type SaidRule } from './rule-words.ts'

export type ReminderRule = Pick<NewSchedule, 'type' | 'time' | 'interval_days' | 'day_of_week' | 'day_of_month' | 'fire_at' | 'before_due_minutes'> & SaidRule

/** "Every Monday at 9:00 AM". */
export function reminderText(schedule: ReminderRule): string {
  const { type, time, interval_days, day_of_week, day_of_month, fire_at, before_due_minutes } = schedule
  if (typeof before_due_minutes === 'number') return beforeDueText(before_due_minutes)
  if (type === 'one_time') return fire_at ? capital(calendarMoment(new Date(fire_at))) : ''
  if (type === 'rule') return ruleWords(schedule)
  const at = time ? timeOfDay(time) : ''
  if (type === 'weekly') return m.everyWeek(weekday(day_of_week ?? 0), at)
  if (type === 'monthly') return day_of_month === 31 ? m.everyMonthEnd(at) : m.everyMonth(day_of_month ?? 1, at)
  return m.everyDays(interval_days ?? 1, at || null)
}

const units = [
  ['weeks', 7 * 24 * 60],
  ['days', 24 * 60],
  ['hours', 60],
] as const

/** "30 minutes before due", in the largest unit that says it whole. */
export function beforeDueText(minutes: number): string {
  if (minutes === 0) return m.beforeDue.none
  const [unit, size] = units.find(([, length]) => minutes % length === 0) ?? (['minutes', 1] as const)
  return m.beforeDue[unit](minutes / size)
}

/** What comes later than this is said by its day: nobody counts 163 days. */
const soon = 60 * 86_400_000

/** "next one tomorrow", "next one on May 5, 2027". */
export const nextText = (iso: string, now = Date.now()): string =>
  Date.parse(iso) - now > soon ? m.nextReminderOn(dayText(iso)) : m.nextReminder(fromNow(iso, now))
