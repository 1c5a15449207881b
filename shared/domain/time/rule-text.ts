// The repetition of a schedule of type `rule`: an RRULE of RFC 5545, read strictly. What it cannot be is said in words that name what to send
// instead. When it comes is the library's business (rule-days.ts); this file is small, for the web UI reads rules with it, too.

export const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
export type WeekdayCode = (typeof weekdayCodes)[number]
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

/** Two moments of a rule are at most forty years apart. */
export const maxYears = 40
const maxInterval: Record<Frequency, number> = { DAILY: maxYears * 365, WEEKLY: maxYears * 52, MONTHLY: maxYears * 12, YEARLY: maxYears }
export const maxCount = 1000
export const maxRuleLength = 500

/** `nth`: of the month or year; 0 where it is every one. */
export interface RuleDay {
  nth: number
  day: WeekdayCode
}

export interface Rule {
  freq: Frequency
  interval: number
  count?: number
  /** As it is written: a day, or a day and a time, which Z makes UTC. */
  until?: string
  wkst?: WeekdayCode
  byDay: RuleDay[]
  byMonth: number[]
  byMonthDay: number[]
  byYearDay: number[]
  byWeekNo: number[]
  bySetPos: number[]
}

export class RuleProblem extends Error {}

function fail(problem: string): never {
  throw new RuleProblem(problem)
}

const example = 'for example FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'

function numbers(name: string, text: string, highest: number, isSigned: boolean): number[] {
  const found = text.split(',').map((one) => (/^[+-]?\d{1,3}$/.test(one) ? Number(one) : Number.NaN))
  if (found.every((n) => n !== 0 && Math.abs(n) <= highest && (isSigned || n > 0))) return [...new Set(found)]
  return fail(`${name} takes whole numbers from 1 to ${highest}${isSigned ? ` or from -1 to -${highest}` : ''}, with commas between them; got '${text}'`)
}

function whole(name: string, text: string, highest: number, more: string): number {
  const n = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return n >= 1 && n <= highest ? n : fail(`${name} must be a whole number from 1 to ${highest}${more}; got '${text}'`)
}

function weekdays(text: string): RuleDay[] {
  const days = text.split(',').map((one): RuleDay => {
    const [, nth, day] = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(one) ?? []
    if (day === undefined || (nth !== undefined && (Number(nth) === 0 || Math.abs(Number(nth)) > 53)))
      return fail(`BYDAY takes weekdays such as MO,FR, in a month or year also 1MO (the first Monday) or -1FR (the last Friday); got '${one}'`)
    return { nth: Number(nth ?? 0), day: day as WeekdayCode }
  })
  return [...new Map(days.map((one) => [`${one.nth}${one.day}`, one])).values()]
}

function untilOf(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ?)?$/.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isDay = date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
  return isDay ? text : fail(`UNTIL must be the last day, for example 20271231; got '${text}'`)
}

const known = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'BYWEEKNO', 'BYYEARDAY', 'WKST']
const instead: Record<string, string> = {
  BYHOUR: 'the time of day goes into time',
  BYMINUTE: 'the time of day goes into time',
  BYSECOND: 'the time of day goes into time, in whole minutes',
  DTSTART: 'the first day goes into starts_on',
  TZID: 'the time zone goes into timezone',
}

function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [, name, value] = /^([A-Z]+)=(\S+)$/.exec(part) ?? []
    if (name === undefined || value === undefined) return fail(`rule must be an RRULE of RFC 5545, ${example}; '${part}' is no part of one`)
    if (instead[name]) return fail(`${name} does not belong into rule: ${instead[name]}`)
    if (!known.includes(name)) return fail(`rule has no part '${name}'; it takes ${known.join(', ')}`)
    if (parts.has(name)) return fail(`${name} is in the rule twice; send it once, with commas between its values`)
    parts.set(name, value)
  }
  return parts
}

/** The spelling that is stored: capitals, without the name of the property and without what may stand at its end. */
export const asStored = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')

/** Throws a RuleProblem for what is no rule, or for one that would come more than once a day. */
export function readRule(stored: string): Rule {
  if (stored.length > maxRuleLength) fail(`rule must have at most ${maxRuleLength} characters`)
  const parts = partsOf(stored)
  const get = (name: string) => parts.get(name)
  const freq = get('FREQ') as Frequency
  if (/^(SECOND|MINUTE|HOUR)LY$/.test(freq ?? '')) fail('a reminder comes at most once a day: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY')
  if (!frequencies.includes(freq)) fail(`rule needs FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, ${example}`)
  const list = (name: string, highest: number, isSigned = true) => (parts.has(name) ? numbers(name, get(name) as string, highest, isSigned) : [])
  const rule: Rule = {
    freq,
    interval: parts.has('INTERVAL') ? whole('INTERVAL', get('INTERVAL') as string, maxInterval[freq], ` (${maxYears} years)`) : 1,
    ...(parts.has('COUNT') ? { count: whole('COUNT', get('COUNT') as string, maxCount, '; leave it out for a reminder without end, or send UNTIL') } : {}),
    ...(parts.has('UNTIL') ? { until: untilOf(get('UNTIL') as string) } : {}),
    byDay: parts.has('BYDAY') ? weekdays(get('BYDAY') as string) : [],
    byMonth: list('BYMONTH', 12, false),
    byMonthDay: list('BYMONTHDAY', 31),
    byYearDay: list('BYYEARDAY', 366),
    byWeekNo: list('BYWEEKNO', 53),
    bySetPos: list('BYSETPOS', 366),
  }
  const wkst = get('WKST') as WeekdayCode | undefined
  if (wkst !== undefined) rule.wkst = weekdayCodes.includes(wkst) ? wkst : fail(`WKST must be a weekday such as MO; got '${wkst}'`)
  checkTogether(rule)
  return rule
}

/** What RFC 5545 does not allow together, or allows and nobody reads alike. */
function checkTogether({ freq, interval, count, until, byDay, byMonth, byMonthDay, byYearDay, byWeekNo, bySetPos }: Rule): void {
  if (count !== undefined && until !== undefined) fail('rule ends by COUNT or by UNTIL: send one of them')
  const ordinals = byDay.filter(({ nth }) => nth !== 0)
  if (ordinals.length > 0) {
    if (freq === 'DAILY' || freq === 'WEEKLY') fail('a number before a weekday (1MO) needs FREQ=MONTHLY or FREQ=YEARLY')
    if (ordinals.length < byDay.length) fail('BYDAY takes weekdays with a number before each (1MO,3MO) or before none (MO,FR): send two reminders for both')
    if (byMonthDay.length > 0) fail('a number before a weekday (1MO) does not go with BYMONTHDAY: send one of the two')
    const isInMonth = freq === 'MONTHLY' || byMonth.length > 0
    if (isInMonth && ordinals.some(({ nth }) => Math.abs(nth) > 5)) fail('a month has at most five of each weekday: send 1 to 5 or -1 to -5 before it')
  }
  if (byMonthDay.length > 0 && freq === 'WEEKLY') fail('BYMONTHDAY does not go with FREQ=WEEKLY; send FREQ=MONTHLY')
  if (byYearDay.length > 0) {
    if (freq !== 'YEARLY') fail('BYYEARDAY needs FREQ=YEARLY')
    if (byDay.length + byMonth.length + byMonthDay.length + byWeekNo.length > 0)
      fail('BYYEARDAY names whole days: leave BYDAY, BYMONTH, BYMONTHDAY and BYWEEKNO out')
  }
  if (byWeekNo.length > 0) {
    if (freq !== 'YEARLY') fail('BYWEEKNO needs FREQ=YEARLY')
    if (byDay.length === 0 || ordinals.length > 0) fail('BYWEEKNO needs BYDAY with the weekdays of those weeks, for example FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO')
    // Days around New Year belong to a week of the other year, and where that matters two programs count two ways.
    if (interval > 1 || byMonth.length + byMonthDay.length + bySetPos.length > 0)
      fail('BYWEEKNO goes only with BYDAY: leave INTERVAL, BYMONTH, BYMONTHDAY and BYSETPOS out')
  }
  if (bySetPos.length > 0 && [byDay, byMonth, byMonthDay, byYearDay, byWeekNo].every((one) => one.length === 0))
    fail('BYSETPOS chooses among the days of another part, such as BYDAY; send one with it')
}

/** Undefined for what is none. */
export function ruleOrNone(text: string): Rule | undefined {
  try {
    return readRule(asStored(text))
  } catch {
    return undefined
  }
}
