// What a person chooses in the form for a repetition of their own, and the rule that it makes. Pure.
import type { NewSchedule } from '../../../../shared/schema/schedule.ts'
import { weekdayCodes } from '../../../lib/reminders/rule-words.ts'

export const units = ['day', 'week', 'month', 'year'] as const
export type Unit = (typeof units)[number]

/** On which day of the month or year: that of the start, the same weekday counted from either end, or the last day. */
export type Place = 'date' | 'nth' | 'lastWeekday' | 'lastDay'

export interface RepeatChoice {
  every: number
  unit: Unit
  /** week: 0 is Sunday. */
  days: readonly number[]
  /** month, year. */
  place: Place
  /** YYYY-MM-DD and HH:MM, as the fields have them. */
  start: string
  time: string
}

export const maxEvery = 40

export const dayOf = (start: string) => new Date(`${start}T00:00:00Z`)
export const isDay = (start: string) => !Number.isNaN(dayOf(start).getTime()) && start >= '1900' && start.length === 10

const daysInMonth = (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
/** 1 is the first of its weekday in the month. */
const nthOf = (day: Date) => Math.ceil(day.getUTCDate() / 7)

/** Those that the start's day is: the 24th may be the fourth Tuesday and the last one. */
export function placesFor(start: string, unit: Unit): Place[] {
  const day = dayOf(start)
  const left = daysInMonth(day) - day.getUTCDate()
  // A fifth one most months have not got: then only the last is offered.
  return [
    'date',
    ...(nthOf(day) <= 4 ? ['nth' as const] : []),
    ...(left < 7 ? ['lastWeekday' as const] : []),
    ...(left === 0 && unit === 'month' ? ['lastDay' as const] : []),
  ]
}

const frequencies: Record<Unit, string> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }

function daysOfRule({ unit, days, start, ...choice }: RepeatChoice): string {
  if (unit === 'day') return ''
  // From Monday on, as weeks are counted.
  if (unit === 'week') return `;BYDAY=${[1, 2, 3, 4, 5, 6, 0].flatMap((one) => (days.includes(one) ? [weekdayCodes[one]] : [])).join(',')}`
  const day = dayOf(start)
  const month = unit === 'year' ? `;BYMONTH=${day.getUTCMonth() + 1}` : ''
  const place = placesFor(start, unit).includes(choice.place) ? choice.place : 'date'
  const weekday = weekdayCodes[day.getUTCDay()]
  if (place === 'lastDay') return `${month};BYMONTHDAY=-1`
  if (place === 'date') return `${month};BYMONTHDAY=${day.getUTCDate()}`
  return `${month};BYDAY=${place === 'nth' ? nthOf(day) : -1}${weekday}`
}

/** Every other week begins with the first of its days, whatever day the week of the start has reached. */
function firstDay({ every, unit, days, start }: RepeatChoice): string {
  const day = dayOf(start)
  if (unit === 'week' && every > 1) while (!days.includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/** Undefined while something is missing. */
export function ruleFrom(choice: RepeatChoice): (NewSchedule & { type: 'rule' }) | undefined {
  const { every, unit, days, start, time } = choice
  if (!Number.isInteger(every) || every < 1 || every > maxEvery || !isDay(start) || !/^\d\d:\d\d$/.test(time)) return undefined
  if (unit === 'week' && days.length === 0) return undefined
  return { type: 'rule', rule: `FREQ=${frequencies[unit]}${every === 1 ? '' : `;INTERVAL=${every}`}${daysOfRule(choice)}`, starts_on: firstDay(choice), time }
}
