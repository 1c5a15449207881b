// A day and a time of day, in either order: "tomorrow at 9", "9am on Friday", "15.1. 10:30", "in 2 hours".
import { Temporal } from 'temporal-polyfill'
import { type Clock, clockAt, clockBehindDay, lastNightHour } from './clock.ts'
import { type Day, dayAt } from './days.ts'
import type { Doubt, Setting } from './setting.ts'
import type { Part } from './vocabulary.ts'
import { type Found, has, type Run, skip } from './words.ts'

export interface Moment extends Omit<Day, 'part'> {
  /** HH:MM. */
  time?: string
}

const isLate = (part: Part | undefined) => part === 'afternoon' || part === 'evening' || part === 'night'

/** What is said to be in the morning and follows a night ends it. */
const endOfNight = 6

/** "Tomorrow evening at 7": the hour of that part of the day. "Tonight at 2" is the next day's. */
function timeIn({ part }: Pick<Day, 'part'>, clock: Clock | undefined, { partTimes }: Setting): { time?: string; isNextDay?: true } {
  if (!clock) return part ? { time: partTimes[part] } : {}
  if (!isLate(part)) return { time: clock.time }
  const hour = Number(clock.time.slice(0, 2))
  const minutes = clock.time.slice(2)
  const isMorning = clock.isHalfSaid ? hour < endOfNight : hour === 12 || hour <= (part === 'night' ? endOfNight - 1 : lastNightHour)
  if (part !== 'afternoon' && isMorning) return { time: `${String(hour % 12).padStart(2, '0')}${minutes}`, isNextDay: true }
  const isLater = !clock.isHalfSaid && hour > 0 && hour < (part === 'afternoon' ? latestAfternoonHour : 12)
  return { time: isLater ? `${hour + 12}${minutes}` : clock.time }
}
const latestAfternoonHour = 8

/** The day and the time of what was read as both. */
function onDay({ part, ...value }: Day, clock: Clock | undefined, setting: Setting): Moment {
  const { time, isNextDay } = timeIn(part ? { part } : {}, clock, setting)
  return { ...value, ...(isNextDay && value.day ? { day: value.day.add({ days: 1 }) } : {}), ...(time ? { time } : {}) }
}

/** "9am to 10am" is how long something takes: the word after it. */
function rangeEnd(run: Run, next: number, setting: Setting): number | undefined {
  if (run[next]?.text !== 'to' && !has(run, next, 'until')) return undefined
  return clockAt(run, next + 1, setting)?.next
}

const range = (next: number): Found<Moment> => ({ value: { doubt: { why: 'range', options: [] } }, next })

const wordsOf = (run: Run, from: number, to: number) =>
  run
    .slice(from, to)
    .map(({ raw }) => raw)
    .join(' ')

/** What a doubtful day could be, with its time; what a doubtful time could be, with its day. */
function doubtOf(day: Found<Day> | undefined, dayText: string, clock: Clock | undefined): Doubt | undefined {
  const { doubt } = day?.value ?? {}
  if (doubt) return clock && !clock.doubt ? { ...doubt, options: doubt.options.map((one) => `${one} ${clock.time}`) } : doubt
  if (!clock?.doubt) return undefined
  return { ...clock.doubt, options: clock.doubt.options.map((one) => (dayText === '' ? one : `${dayText} ${one}`)) }
}

function dayThenTime(run: Run, at: number, setting: Setting, isLed: boolean): Found<Moment> | undefined {
  const day = dayAt(run, at, setting, isLed)
  if (!day || day.value.moment) return day && { value: day.value, next: day.next }
  const clock = clockBehindDay(run, day.next, setting)
  const end = clock && rangeEnd(run, clock.next, setting)
  if (end !== undefined) return range(end)
  const isSettled = isLate(day.value.part)
  const doubt = doubtOf(day, wordsOf(run, at, day.next), isSettled && clock ? { time: clock.value.time } : clock?.value)
  return { value: { ...onDay(day.value, clock?.value, setting), ...(doubt ? { doubt } : {}) }, next: clock?.next ?? day.next }
}

function timeThenDay(run: Run, at: number, setting: Setting, isLed: boolean): Found<Moment> | undefined {
  const clock = clockAt(run, at, setting)
  if (!clock || has(run, at - 1, 'between') || (has(run, at - 1, 'and') && has(run, at - 3, 'between'))) return undefined
  const end = rangeEnd(run, clock.next, setting)
  if (end !== undefined) return range(end)
  const day = dayAt(run, clock.next, setting, isLed)
  if (day && !day.value.moment) {
    const doubt = doubtOf(day, wordsOf(run, clock.next, day.next), isLate(day.value.part) ? { time: clock.value.time } : clock.value)
    return { value: { ...onDay(day.value, clock.value, setting), ...(doubt ? { doubt } : {}) }, next: day.next }
  }
  // "Look at 5 options".
  if (clock.value.isBare && clock.next < run.length && run[clock.next - 1]?.comma !== true) return undefined
  const { time, doubt } = clock.value
  return { value: { time, ...(doubt ? { doubt } : {}) }, next: clock.next }
}

/** `isLed`: a word before it says that a moment follows. */
export function momentAt(run: Run, at: number, setting: Setting, isLed = false): Found<Moment> | undefined {
  const from = isLed ? skip(run, at, 'on') : at
  return timeThenDay(run, from, setting, isLed || from > at) ?? dayThenTime(run, at, setting, isLed)
}

/** A wall-clock moment of a setting that is still to come, or why it is none. */
export interface Coming {
  day: Temporal.PlainDate
  /** Undefined: the whole day. */
  time?: string
  exact?: Temporal.ZonedDateTime
}

const atTime = (day: Temporal.PlainDate, time: string) => day.toPlainDateTime(Temporal.PlainTime.from(time))

/** Undefined for what has passed, unless a day may be past: one that is written down as it was. */
export function coming({ day, time, moment, isWeekday }: Moment, { now, today }: Setting, mayBePast = false): Coming | undefined {
  if (moment) return Temporal.ZonedDateTime.compare(moment, now) > 0 ? { day: moment.toPlainDate(), exact: moment } : undefined
  const isOver = (date: Temporal.PlainDate) => time !== undefined && Temporal.PlainDateTime.compare(atTime(date, time), now.toPlainDateTime()) <= 0
  const more = time === undefined ? {} : { time }
  if (!day) return { day: isOver(today) ? today.add({ days: 1 }) : today, ...more }
  if (mayBePast && !isWeekday) return { day, ...more }
  if (Temporal.PlainDate.compare(day, today) < 0) return undefined
  if (!isOver(day)) return { day, ...more }
  return isWeekday ? { day: day.add({ days: 7 }), ...more } : undefined
}
