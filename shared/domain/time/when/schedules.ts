// The reminders that a repetition makes, in the form that the API has for them.
import { Temporal } from 'temporal-polyfill'
import type { NewSchedule } from '../../../schema/schedule.ts'
import { weekdayCodes } from '../rule-text.ts'
import { type Repeat, workWeek } from './repeats.ts'
import type { Setting } from './setting.ts'

const codes = (days: readonly number[]) => days.map((day) => weekdayCodes[day]).join(',')
/** The work week is written from Monday on. */
const isWorkWeek = (days: readonly number[]) => days.length === 5 && workWeek.every((day) => days.includes(day))
const weekdayOf = (day: Temporal.PlainDate) => day.dayOfWeek % 7

/** The first day from today on that is one of these weekdays and has not passed: every other week begins with the one that comes next. */
function firstOf(days: readonly number[], time: string, { today, now }: Setting): Temporal.PlainDate {
  const isOver = now.toPlainTime().toString().slice(0, 5) >= time
  for (let ahead = isOver ? 1 : 0; ahead <= 7; ahead++) {
    const day = today.add({ days: ahead })
    if (days.includes(weekdayOf(day))) return day
  }
  return today
}

const lastDay = (day: Temporal.PlainDate) => (day.day === day.daysInMonth ? -1 : day.day)
const asRuleDay = (day: number) => (day === 31 ? -1 : day)

function daysOfRule({ unit, weekdays, monthDays, nth, month }: Repeat, anchor: Temporal.PlainDate): string {
  if (nth) {
    const day = nth.weekday === undefined ? `BYDAY=${codes(workWeek)};BYSETPOS=${nth.n}` : `BYDAY=${nth.n}${weekdayCodes[nth.weekday]}`
    return month === undefined ? `;${day}` : `;BYMONTH=${month};${day}`
  }
  if (unit === 'week') return `;BYDAY=${codes(weekdays ?? [weekdayOf(anchor)])}`
  if (unit === 'month') return `;BYMONTHDAY=${(monthDays ?? [lastDay(anchor)]).map(asRuleDay).join(',')}`
  return unit === 'year' ? `;BYMONTH=${month ?? anchor.month};BYMONTHDAY=${monthDays?.[0] ?? anchor.day}` : ''
}

const frequencies = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const

/** Whether its days depend on the day from which it counts. */
const isCounted = ({ n, unit, monthDays, count }: Repeat) => n > 1 || count !== undefined || (unit === 'year' && monthDays === undefined)

function byRule(repeat: Repeat, time: string, day: Temporal.PlainDate | undefined, setting: Setting): NewSchedule {
  const { n, unit, weekdays, until, count, start } = repeat
  const given = start ?? day
  const anchor = given ?? setting.today
  const first = given ?? (unit === 'week' && weekdays && n > 1 ? firstOf(weekdays, time, setting) : setting.today)
  const end = count === undefined ? (until ? `;UNTIL=${until.toString().replaceAll('-', '')}` : '') : `;COUNT=${count}`
  const hasStart = given !== undefined || (isCounted(repeat) && unit !== 'year')
  return {
    type: 'rule',
    rule: `FREQ=${frequencies[unit]}${n === 1 ? '' : `;INTERVAL=${n}`}${daysOfRule(repeat, anchor)}${end}`,
    ...(hasStart ? { starts_on: first.toString() } : {}),
    time,
    timezone: setting.timezone,
  }
}

/** `day`: the date that stands beside it. */
export function scheduleOf(repeat: Repeat, time: string, day: Temporal.PlainDate | undefined, setting: Setting): NewSchedule {
  const { n, unit, weekdays, monthDays, nth, until, count, start } = repeat
  const { timezone, today } = setting
  const isPlain = until === undefined && count === undefined && start === undefined && nth === undefined
  const anchor = day ?? today
  // An interval counts from tomorrow on; "every day at 6pm", said in the morning, begins today.
  const isToday = unit === 'day' && n === 1 && time > setting.now.toPlainTime().toString().slice(0, 5)
  if (isPlain && unit === 'day' && !day && !isToday) return { type: 'interval', interval_days: n, time, timezone }
  if (isPlain && unit === 'week' && !day && !weekdays && n > 1) return { type: 'interval', interval_days: n * 7, time, timezone }
  if (isPlain && unit === 'week' && n === 1 && (weekdays?.length ?? 1) === 1)
    return { type: 'weekly', day_of_week: weekdays?.[0] ?? weekdayOf(anchor), time, timezone }
  if (isPlain && unit === 'month' && n === 1 && (monthDays?.length ?? 1) === 1) {
    const [only = anchor.day] = monthDays ?? []
    return { type: 'monthly', day_of_month: only === -1 ? 31 : only, time, timezone }
  }
  return byRule(weekdays && isWorkWeek(weekdays) ? { ...repeat, weekdays: workWeek } : repeat, time, day, setting)
}

/** Whether it takes its own day from a date beside it: then the date is its first time, not another reminder. */
export function isAnchored({ n, unit, weekdays, monthDays, nth }: Repeat): boolean {
  if (nth) return false
  if (unit === 'day') return n > 1
  if (unit === 'week') return weekdays === undefined || n > 1
  return monthDays === undefined || (unit === 'month' && n > 1)
}
