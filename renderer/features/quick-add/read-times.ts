// When a line says that it is to be done: one date, one time of day, one repetition; and the schedules that they make. Loaded only when
// quick add opens: it brings the date parser along.
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import { findDates } from './date-words.ts'
import type { DateSpan } from './german-times.ts'
import { findRepeat, type RepeatSpan } from './recurrence-words.ts'

interface TimeSpan {
  kind: 'date' | 'repeat' | 'due'
  start: number
  end: number
}

export interface Times {
  spans: TimeSpan[]
  /** What the date's chip says: its moment, or only a time of day. */
  date: Date | undefined
  time: string | undefined
  schedules: NewSchedule[]
  /** Until when it is to be done: a day, or with a time a moment. */
  due: string | undefined
}

const defaultTime = '09:00'

const blank = (text: string, { start, end }: { start: number; end: number }) => text.slice(0, start) + '\uFFFC'.repeat(end - start) + text.slice(end)

const at = (day: Date, time: string) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), Number(time.slice(0, 2)), Number(time.slice(3)))

/** A day without a time is meant in the morning; today, when that is over, in the evening; then, in an hour. */
function momentOf(day: Date, time: string | undefined, now: Date): Date {
  if (time !== undefined) return at(day, time)
  const today = day.toDateString() === now.toDateString()
  const later = [at(day, defaultTime), at(day, '18:00')].find((moment) => moment > now)
  return today ? (later ?? new Date(now.getTime() + 3_600_000)) : at(day, defaultTime)
}

const codes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const workWeek = 'MO,TU,WE,TH,FR'
const codesOf = (days: readonly number[]) => days.map((day) => codes[day]).join(',')
const dayText = (date: Date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
const inDays = (date: Date, days: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)

/** The first day from today on that is one of these weekdays and has not passed: every other week begins with the one that comes next. */
function firstOf(days: readonly number[], time: string, now: Date): Date {
  const coming = Array.from({ length: 8 }, (_, ahead) => inDays(now, ahead))
  return coming.find((day) => days.includes(day.getDay()) && at(day, time) > now) ?? now
}

/** Of a month that lacks the day its last one is meant. */
function monthDay(day: number | undefined, anchor: Date): number {
  const last = new Date(anchor.getFullYear(), anchor.getMonth() + 1, 0).getDate()
  const wanted = day ?? anchor.getDate()
  return wanted === 31 || (day === undefined && wanted === last) ? -1 : wanted
}

/** A repetition that only an RRULE says. */
function byRule({ repeat }: RepeatSpan, time: string, day: Date | undefined, now: Date): { rule: string; starts_on?: string } | undefined {
  const anchor = day ?? now
  switch (repeat.every) {
    case 'week':
      return repeat.days.length > 1 ? { rule: `FREQ=WEEKLY;BYDAY=${repeat.days.length === 5 ? workWeek : codesOf(repeat.days)}` } : undefined
    case 'weeks':
      return { rule: `FREQ=WEEKLY;INTERVAL=${repeat.n};BYDAY=${codesOf(repeat.days)}`, starts_on: dayText(day ?? firstOf(repeat.days, time, now)) }
    case 'months':
      return { rule: `FREQ=MONTHLY;INTERVAL=${repeat.n};BYMONTHDAY=${monthDay(repeat.day, anchor)}`, starts_on: dayText(anchor) }
    case 'nth':
      return { rule: `FREQ=MONTHLY;BYDAY=${repeat.weekday === undefined ? `${workWeek};BYSETPOS=${repeat.nth}` : `${repeat.nth}${codes[repeat.weekday]}`}` }
    case 'year':
      return {
        rule: `FREQ=YEARLY;BYMONTH=${repeat.month ?? anchor.getMonth() + 1};BYMONTHDAY=${repeat.day ?? anchor.getDate()}`,
        ...(day ? { starts_on: dayText(day) } : {}),
      }
    default:
      return undefined
  }
}

function recurring(span: RepeatSpan, time: string, day: Date | undefined, now: Date, timezone: string): NewSchedule[] {
  const { repeat } = span
  const ruled = byRule(span, time, day, now)
  if (ruled) return [{ type: 'rule', ...ruled, time, timezone }]
  const anchor = day ?? now
  if (repeat.every === 'days') return [{ type: 'interval', interval_days: repeat.days, time, timezone }]
  if (repeat.every === 'month') return [{ type: 'monthly', day_of_month: repeat.day ?? anchor.getDate(), time, timezone }]
  const [day_of_week = anchor.getDay()] = repeat.every === 'week' ? repeat.days : []
  return [{ type: 'weekly', day_of_week, time, timezone }]
}

/** Whether a repetition takes its own day from the date that stands beside it: then the date is its first time, not another reminder. */
function isAnchored({ repeat }: RepeatSpan): boolean {
  if (repeat.every === 'week') return repeat.days.length === 0
  if (repeat.every === 'month' || repeat.every === 'year') return repeat.day === undefined
  return repeat.every === 'weeks' || repeat.every === 'months'
}

/** "due Friday", "by 5 May", "bis 3.12.", "fällig am Montag": no reminder, but until when. */
const untilWhen = /^(?:due|by|bis|fällig)(?!\p{L})/iu
/** What makes a day of another one's word: "bis 3.12." is one, "due" alone before it is not part of the day's own words. */
const untilBefore = /(?<=^|[\s(])(?:due|fällig)(?:\s+(?:by|on|am|bis|bis\s+zum))?\s+$/iu

/** The first date that says until when; a day in the past is none. */
function findDue(text: string, now: Date): { start: number; end: number; due: string } | undefined {
  for (const { start, end, day, time, moment } of findDates(text, now)) {
    const before = untilBefore.exec(text.slice(0, start))?.[0] ?? ''
    if (before === '' && !untilWhen.test(text.slice(start, end))) continue
    const exact = moment ?? (day && time !== undefined ? at(day, time) : undefined)
    if (!exact && (!day || inDays(day, 1) <= now)) continue
    return { start: start - before.length, end, due: exact ? exact.toISOString() : dayText(day as Date) }
  }
  return undefined
}

/** `text` has everything blanked that must not be read. */
export function readTimes(text: string, now: Date, timezone: string): Times {
  const found = findDue(text, now)
  if (!found) return readReminders(text, now, timezone)
  const { due, ...span } = found
  const rest = readReminders(blank(text, span), now, timezone)
  return { ...rest, due, spans: [{ kind: 'due' as const, ...span }, ...rest.spans] }
}

function readReminders(text: string, now: Date, timezone: string): Times {
  const repeat = findRepeat(text)
  const dates = findDates(repeat ? blank(text, repeat) : text, now)
  const dated = dates.find((span) => span.day !== undefined || span.moment !== undefined)
  const timed = dated?.time === undefined ? dates.find((span) => span !== dated && span.day === undefined && span.moment === undefined) : undefined
  const time = dated?.time ?? timed?.time
  const used: DateSpan[] = [dated, timed].filter((span) => span !== undefined)

  let date: Date | undefined
  if (dated?.moment) date = dated.moment
  else if (dated?.day) date = momentOf(dated.day, time ?? repeat?.time, now)
  else if (time !== undefined && !repeat) {
    const today = at(now, time)
    date = today > now ? today : at(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1), time)
  }
  // What has passed is not understood: it would ring at once.
  if (date && date <= now) return { ...(repeat ? readReminders(blankAll(text, used), now, timezone) : nothing) }
  const once: NewSchedule[] = date && !(repeat && isAnchored(repeat)) ? [{ type: 'one_time', fire_at: date.toISOString(), timezone }] : []
  return {
    spans: [
      ...used.map((span) => ({ kind: 'date' as const, start: span.start, end: span.end })),
      ...(repeat ? [{ kind: 'repeat' as const, start: repeat.start, end: repeat.end }] : []),
    ],
    date,
    time,
    due: undefined,
    schedules: [...once, ...(repeat ? recurring(repeat, repeat.time ?? time ?? defaultTime, dated?.day, now, timezone) : [])],
  }
}

const nothing: Times = { spans: [], date: undefined, time: undefined, schedules: [], due: undefined }

function blankAll(text: string, spans: readonly { start: number; end: number }[]): string {
  return spans.reduce(blank, text)
}
