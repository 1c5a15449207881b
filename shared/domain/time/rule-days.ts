// When a schedule of type `rule` is due: which days its RRULE names, and when on them.
import { Temporal } from 'temporal-polyfill'
import { type Rule, readRule, ruleOrNone } from './rule-text.ts'

/** The library for RFC 5545, as far as it is needed here: days as YYYY-MM-DD. `first` is the day from which the rule counts. */
export interface RuleDays {
  /** The first day of the rule on or after `from`. */
  next: (rule: string, first: string, from: string) => string | undefined
  /** The last one on or before `until`. */
  previous: (rule: string, first: string, until: string) => string | undefined
}

export interface DayRule {
  rule: string | null
  starts_on: string | null
}

type MomentOf = (day: string) => Temporal.Instant

/** Without its end, which is a matter of moments; and spelled so that the fewest days are looked through. */
function countedBy(rule: Rule, text: string): string {
  const endless = text.replace(/;?UNTIL=[^;]*/, '').replace(/^;/, '')
  const isMonthly = rule.freq === 'DAILY' && rule.interval === 1 && rule.byMonthDay.length > 0 && rule.bySetPos.length === 0
  return isMonthly ? endless.replace('FREQ=DAILY', 'FREQ=MONTHLY') : endless
}

/** Whether a day is not after the end that the rule names. */
function isWithin({ until }: Rule, day: string, momentOf: MomentOf, timezone: string): boolean {
  if (until === undefined) return true
  const last = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`
  if (until.length === 8) return day <= last
  const time = `${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}`
  const moment = momentOf(day)
  if (until.endsWith('Z')) return Temporal.Instant.compare(moment, Temporal.Instant.from(`${last}T${time}Z`)) <= 0
  return Temporal.PlainDateTime.compare(moment.toZonedDateTimeISO(timezone).toPlainDateTime(), Temporal.PlainDateTime.from(`${last}T${time}`)) <= 0
}

const dayBefore = (day: string, days: number) => Temporal.PlainDate.from(day).subtract({ days }).toString()

/** The first moment after `from`. */
export function nextOfRule({ rule: text, starts_on }: DayRule, from: Temporal.Instant, timezone: string, momentOf: MomentOf, days: RuleDays) {
  const rule = text === null ? undefined : ruleOrNone(text)
  if (!rule || text === null || starts_on === null) return null
  const counted = countedBy(rule, text)
  // A day that a zone left out is told on the one after it.
  const near = dayBefore(from.toZonedDateTimeISO(timezone).toPlainDate().toString(), 1)
  let day = days.next(counted, starts_on, near > starts_on ? near : starts_on)
  while (day !== undefined && isWithin(rule, day, momentOf, timezone)) {
    const moment = momentOf(day)
    if (Temporal.Instant.compare(moment, from) > 0) return moment
    day = days.next(counted, starts_on, dayBefore(day, -1))
  }
  return null
}

/** The last moment that is not after `until`. */
export function previousOfRule({ rule: text, starts_on }: DayRule, until: Temporal.Instant, timezone: string, momentOf: MomentOf, days: RuleDays) {
  const rule = text === null ? undefined : ruleOrNone(text)
  if (!rule || text === null || starts_on === null) return null
  const counted = countedBy(rule, text)
  const end = rule.until && `${rule.until.slice(0, 4)}-${rule.until.slice(4, 6)}-${rule.until.slice(6, 8)}`
  const near = until.toZonedDateTimeISO(timezone).toPlainDate().add({ days: 1 }).toString()
  let day = days.previous(counted, starts_on, end === undefined || near < end ? near : dayBefore(end, -1))
  while (day !== undefined) {
    const moment = momentOf(day)
    if (Temporal.Instant.compare(moment, until) <= 0 && isWithin(rule, day, momentOf, timezone)) return moment
    day = days.previous(counted, starts_on, dayBefore(day, 1))
  }
  return null
}

/** Whether it ever comes: its days may not exist, lie more than forty years apart, or only after its end. Its text has been read. */
export function comesOnce(text: string, starts_on: string, days: RuleDays): boolean {
  const rule = readRule(text)
  const first = days.next(countedBy(rule, text), starts_on, starts_on)
  return first !== undefined && (rule.until === undefined || first.replaceAll('-', '') <= rule.until.slice(0, 8))
}
