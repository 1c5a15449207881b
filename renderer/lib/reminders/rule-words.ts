// A rule (RFC 5545) as a person would say it: those that people set, in words; all others as they are written.
import type { Frequency } from '../../../shared/domain/time/rule-text.ts'
import { timeOfDay, weekday } from '../dates.ts'
import { locale, m } from '../messages.ts'

export interface SaidRule {
  rule?: string | null
  starts_on?: string | null
  time?: string | null
}

export const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** `nth`: 0 where it is every one. */
interface RuleDay {
  nth: number
  day: string
}

/** What is said of a rule. */
interface Rule {
  freq: Frequency
  interval: number
  count: number
  until: string
  byDay: RuleDay[]
  byMonth: number[]
  byMonthDay: number[]
  bySetPos: number[]
  /** It has parts for which there are no words. */
  isStrange: boolean
}

/** The service has checked it when it was stored: here it is only taken apart, so that the first load need not bring the checks along. */
function partsOf(text: string): Rule {
  const parts = new Map(text.split(';').map((part) => part.split('=') as [string, string]))
  const words = (name: string) => parts.get(name)?.split(',') ?? []
  return {
    freq: parts.get('FREQ') as Frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: Number(parts.get('COUNT') ?? 0),
    until: parts.get('UNTIL') ?? '',
    byDay: words('BYDAY').map((one) => ({ nth: Number(one.slice(0, -2)), day: one.slice(-2) })),
    byMonth: words('BYMONTH').map(Number),
    byMonthDay: words('BYMONTHDAY').map(Number),
    bySetPos: words('BYSETPOS').map(Number),
    isStrange: parts.has('BYYEARDAY') || parts.has('BYWEEKNO'),
  }
}

const format = (date: Date, words: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...words }).format(date)

export const monthName = (month: number) => format(new Date(Date.UTC(1972, month - 1, 1)), { month: 'long' })
export const monthDay = (month: number, day: number) => format(new Date(Date.UTC(1972, month - 1, day)), { month: 'long', day: 'numeric' })
/** "Mo": seven of them stand in a row; 0 is Sunday. */
export const weekdayShort = (day: number) => format(new Date(Date.UTC(1970, 0, 4 + day)), { weekday: 'short' }).slice(0, 2)
export const listed = (words: string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)

const isWorkWeek = (days: readonly RuleDay[]) => days.length === 5 && days.every(({ nth, day }) => nth === 0 && day !== 'SA' && day !== 'SU')
const isSaidNth = (nth: number) => (nth >= 1 && nth <= 5) || nth === -1
/** From Monday on. */
const inWeek = (days: readonly RuleDay[]) => days.map(({ day }) => weekdayCodes.indexOf(day)).sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7))

/** "the first Monday", also where it is written as the first of all Mondays. */
function nthOf({ byDay, bySetPos }: Rule): { nth: number; day: string } | undefined {
  const [first, ...more] = byDay
  if (first === undefined || bySetPos.length > 1) return undefined
  const [position] = bySetPos
  const nth = position ?? first.nth
  if (!isSaidNth(nth) || (position !== undefined && byDay.some((one) => one.nth !== 0))) return undefined
  if (position !== undefined && isWorkWeek(byDay)) return { nth, day: m.rule.workday }
  return more.length === 0 ? { nth, day: weekday(weekdayCodes.indexOf(first.day)) } : undefined
}

const dayOfMonth = (day: number) => (day === -1 ? m.rule.lastDay : m.rule.dayOfMonth(day))

function weekly(rule: Rule, start: Date): string | undefined {
  if (rule.byMonth.length + rule.bySetPos.length > 0) return undefined
  const days = rule.byDay.length > 0 ? inWeek(rule.byDay) : [start.getUTCDay()]
  return rule.interval === 1 && isWorkWeek(rule.byDay) ? m.rule.weekdays : m.rule.weeks(rule.interval, listed(days.map(weekday)))
}

function monthly(rule: Rule, start: Date): string | undefined {
  if (rule.byMonth.length > 0) return undefined
  if (rule.byMonthDay.length === 0 && rule.byDay.length > 0) {
    const said = nthOf(rule)
    return said && m.rule.nthOfMonths(rule.interval, said.nth, said.day)
  }
  if (rule.byDay.length + rule.bySetPos.length > 0 || rule.byMonthDay.some((day) => day < -1)) return undefined
  const days = rule.byMonthDay.length > 0 ? rule.byMonthDay.toSorted((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b)) : [start.getUTCDate()]
  return m.rule.months(rule.interval, listed(days.map(dayOfMonth)))
}

function yearly(rule: Rule, start: Date): string | undefined {
  const { interval, byDay, byMonth, byMonthDay } = rule
  if (byMonth.length > 1 || byMonthDay.length > 1) return undefined
  const month = byMonth[0] ?? start.getUTCMonth() + 1
  if (byDay.length > 0) {
    const said = byMonth.length === 1 && byMonthDay.length === 0 ? nthOf(rule) : undefined
    return said && m.rule.years(interval, m.rule.nthDayIn(said.nth, said.day, monthName(month)))
  }
  const day = byMonthDay[0] ?? start.getUTCDate()
  // A day of the month without a month is one of each.
  if (day < 1 || rule.bySetPos.length > 0 || (byMonthDay.length > 0 && byMonth.length === 0)) return undefined
  return m.rule.years(interval, monthDay(month, day))
}

function repetition(rule: Rule, start: Date): string | undefined {
  if (rule.isStrange) return undefined
  switch (rule.freq) {
    case 'DAILY':
      if (rule.byMonth.length + rule.byMonthDay.length + rule.bySetPos.length > 0) return undefined
      if (rule.byDay.length > 0) return rule.interval === 1 ? weekly(rule, start) : undefined
      return m.rule.days(rule.interval)
    case 'WEEKLY':
      return weekly(rule, start)
    case 'MONTHLY':
      return monthly(rule, start)
    case 'YEARLY':
      return yearly(rule, start)
    default:
      return undefined
  }
}

function withEnd(text: string, { count, until }: Rule): string {
  if (count > 0) return m.rule.times(text, count)
  if (until === '') return text
  const day = new Date(`${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}T00:00:00Z`)
  return m.rule.until(text, format(day, { day: 'numeric', month: 'short', year: 'numeric' }))
}

export function ruleWords({ rule: text, starts_on, time }: SaidRule): string {
  const rule = text ? partsOf(text) : undefined
  const said = rule && repetition(rule, starts_on ? new Date(`${starts_on}T00:00:00Z`) : new Date())
  const at = said ?? text ?? ''
  const timed = time ? m.rule.at(at, timeOfDay(time)) : at
  return rule && said ? withEnd(timed, rule) : timed
}
