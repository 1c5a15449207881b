// A repetition: "every other Friday at 9", "first Monday of every month", "am 1. jeden Monat", "weekdays until Christmas Eve". What it does
// not know it does not touch; what can be read in two ways is doubted.
import type { Temporal } from 'temporal-polyfill'
import { clockAt, clockBehindDay, lastNightHour } from './clock.ts'
import { dateOf, dayAt, monthDayAt } from './days.ts'
import type { Doubt, Setting } from './setting.ts'
import { english, german, senseOf } from './vocabulary.ts'
import { type Found, has, numberAt, ordinalAt, type Run, skip } from './words.ts'

export type RepeatUnit = 'day' | 'week' | 'month' | 'year'

export interface Repeat {
  /** Every so many of them. */
  n: number
  unit: RepeatUnit
  /** 0 is Sunday. */
  weekdays?: readonly number[]
  /** Of the month; -1 is the last. */
  monthDays?: readonly number[]
  /** "First Monday"; a weekday of undefined is one of Monday to Friday. */
  nth?: { n: number; weekday: number | undefined }
  /** 1 is January. */
  month?: number
  time?: string
  /** From which day it counts. */
  start?: Temporal.PlainDate
  until?: Temporal.PlainDate
  count?: number
  doubt?: Doubt
}

type Read = Found<Repeat> | undefined

export const workWeek = [1, 2, 3, 4, 5] as const
const maxEvery = { day: 1000, week: 100, month: 100, year: 40 } as const
const noSuchDay: Doubt = { why: 'no_such_day', options: [] }

const doubted = (doubt: Doubt, next: number): Found<Repeat> => ({ value: { n: 1, unit: 'day', doubt }, next })

/** "Mon-Fri", "Monday through Friday", "montags bis freitags". */
function weekRangeAt(run: Run, at: number): Found<number[]> | undefined {
  const [, begin, end] = /^(\p{L}{2,})[-–](\p{L}{2,})$/u.exec(run[at]?.raw ?? '') ?? []
  const isThrough = /^(?:to|through|thru|bis)$/.test(run[at + 1]?.text ?? '')
  const joined = begin === undefined || end === undefined ? undefined : [begin, end]
  // "A so-so day".
  if (joined?.some((name) => name.length === 2 && !/^\p{Lu}/u.test(name))) return undefined
  const senses = joined ? joined.map((name) => senseOf(name.toLowerCase())) : isThrough ? [run[at]?.sense, run[at + 2]?.sense] : []
  const [first, last] = senses.map((sense) => (sense?.part === undefined ? sense?.weekday : undefined))
  if (first === undefined || last === undefined || first === last) return undefined
  const days = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, n) => (first + n) % 7)
  return { value: days.sort((a, b) => a - b), next: joined ? at + 1 : at + 3 }
}

/** "Monday", "Mon, Wed and Fri". */
function weekdaysAt(run: Run, at: number): Found<number[]> | undefined {
  const range = weekRangeAt(run, skip(run, at, 'on'))
  if (range) return range
  const days: number[] = []
  let next = at
  for (;;) {
    const from = days.length === 0 ? at : has(run, next, 'and') ? next + 1 : run[next - 1]?.comma ? next : undefined
    if (from === undefined || days.length > 7) break
    const { weekday, part } = run[skip(run, from, 'on')]?.sense ?? {}
    if (weekday === undefined || part !== undefined) break
    days.push(weekday)
    next = skip(run, from, 'on') + 1
  }
  return days.length === 0 ? undefined : { value: [...new Set(days)].sort((a, b) => a - b), next }
}

const isOf = ({ weekdays, shortWeekdays }: typeof english, word: string) => [...weekdays, ...shortWeekdays].some((names) => names.includes(word))

/** "Mo, Mi und Fr um 7": once on each, or each week? Short names are days where a time follows or all are written as names. */
export function severalDaysAt(run: Run, at: number, setting: Setting): Found<Repeat> | undefined {
  const from = skip(run, at, 'on')
  const days = weekdaysAt(run, from)
  const words = days ? run.slice(from, days.next) : []
  if (!days || days.value.length < 2 || words.some(({ sense }) => sense.isEvery)) return undefined
  const clock = clockBehindDay(run, days.next, setting)
  const isNamed = words.every(({ raw, sense }) => sense.weekday === undefined || (/^\p{Lu}/u.test(raw) && (clock !== undefined || from > at || !sense.isShort)))
  if (!isNamed) return undefined
  const next = clock?.next ?? days.next
  const isGerman = words.some(({ text }) => text.split(/[-–]/).some((name) => isOf(german, name) && !isOf(english, name)))
  return doubted({ why: 'which_days', options: [`${isGerman ? 'jeden' : 'every'} ${textOf(run, next, from)}`] }, next)
}

/** "of the month", "im Monat", "jedes Monats", "every month". `isEach` tells "of every month" from "of the month". */
function monthPhraseAt(run: Run, at: number): { next: number; isEach: boolean } | undefined {
  const from = skip(run, at, 'of')
  const isEach = has(run, from, 'every')
  const unitAt = isEach ? from + 1 : skip(run, from, 'the')
  if (run[unitAt]?.sense.unit === 'month' && unitAt > at && !/^(?:monate|monaten|months)$/.test(run[unitAt]?.text ?? '')) return { next: unitAt + 1, isEach }
  const adverb = run[from]?.sense.adverb
  return adverb?.[1] === 'month' && from === at ? { next: from + 1, isEach: true } : undefined
}

/** "first Monday", "letzten Werktag", "last day". */
function nthAt(run: Run, at: number): Found<{ nth?: Repeat['nth']; lastDay?: true }> | undefined {
  const ordinal = ordinalAt(run, at)
  if (!ordinal || ordinal.n > 5) return undefined
  const word = run[at + 1]
  if (word?.sense.weekday !== undefined && word.sense.part === undefined) return { value: { nth: { n: ordinal.n, weekday: word.sense.weekday } }, next: at + 2 }
  if (has(run, at + 1, 'workday')) return { value: { nth: { n: ordinal.n, weekday: undefined } }, next: at + 2 }
  return ordinal.n === -1 && word?.sense.unit === 'day' ? { value: { lastDay: true }, next: at + 2 } : undefined
}

/** "The second and fourth Monday of every month": more than one repetition can say. */
function severalNthAt(run: Run, at: number): Read {
  const then = skip(run, at + 1, 'and', 'the')
  if (!ordinalAt(run, at) || !(then > at + 1 || run[at]?.comma)) return undefined
  const last = nthAt(run, then)
  return last?.value.nth && doubted({ why: 'not_read', options: [] }, monthPhraseAt(run, last.next)?.next ?? last.next)
}

/** "the 1st", "1. und 15.", "15": days of a month. A bare number only where a word leads to it, and no hour is meant. */
function monthDaysAt(run: Run, at: number, isLed: boolean): Found<number[]> | undefined {
  const days: number[] = []
  let next = at
  for (;;) {
    const from = days.length === 0 ? at : has(run, next, 'and') ? next + 1 : run[next - 1]?.comma ? next : undefined
    if (from === undefined || days.length >= 31) break
    const dayAt = skip(run, from, 'the')
    const ordinal = ordinalAt(run, dayAt)
    const isHour = has(run, dayAt + 1, 'oclock') || /^[ap]m$/.test(run[dayAt + 1]?.text ?? '')
    const bare = isLed && !isHour && /^\d{1,2}$/.test(run[dayAt]?.text ?? '') ? Number(run[dayAt]?.text) : undefined
    const day = ordinal?.digits || (ordinal?.n === 1 && days.length === 0 && run[dayAt + 1]?.sense.weekday === undefined) ? ordinal.n : bare
    if (day === undefined) break
    days.push(day)
    next = dayAt + 1
  }
  return days.length === 0 ? undefined : { value: days, next }
}

const areDays = (days: readonly number[]) => days.every((day) => day >= 1 && day <= 31)

/** What follows "every 2 months": "on the 15th", "on the last Friday", "am Monatsende". */
function inMonths(run: Run, at: number, n: number): Read {
  const from = skip(run, at, 'on', 'the')
  const isLed = from > at
  const ofMonth = (next: number) => (has(run, next, 'of') ? (monthPhraseAt(run, next)?.next ?? next) : next)
  const nth = nthAt(run, from)
  if (nth?.value.lastDay) return { value: { n, unit: 'month', monthDays: [-1] }, next: ofMonth(nth.next) }
  if (nth?.value.nth) return { value: { n, unit: 'month', nth: nth.value.nth }, next: ofMonth(nth.next) }
  if (has(run, from, 'monthEnd') || (isLed && ordinalAt(run, from)?.n === -1)) return { value: { n, unit: 'month', monthDays: [-1] }, next: from + 1 }
  const numbered = run[from]?.sense.unit === 'day' && /^\d/.test(run[from + 1]?.text ?? '') ? from + 1 : from
  const days = monthDaysAt(run, numbered, isLed || numbered > from)
  if (!days) return { value: { n, unit: 'month' }, next: at }
  return areDays(days.value) ? { value: { n, unit: 'month', monthDays: days.value }, next: days.next } : doubted(noSuchDay, days.next)
}

/** What follows "every year": "on May 5", "am 24.12.", "on the second Sunday of May". */
function inYears(run: Run, at: number, n: number): Read {
  const from = skip(run, at, 'on', 'the')
  const nth = from > at ? nthAt(run, from) : undefined
  const month = nth && run[skip(run, nth.next, 'of')]?.sense.month
  if (nth?.value.nth && month !== undefined) return { value: { n, unit: 'year', nth: nth.value.nth, month }, next: skip(run, nth.next, 'of') + 1 }
  const [, day, number] = /^(\d{1,2})\.(\d{1,2})\.?$/.exec(run[from]?.text ?? '') ?? []
  const read = number === undefined ? monthDayAt(run, from) : { value: { day: Number(day), month: Number(number) }, next: from + 1 }
  if (!read || (number !== undefined && from === at)) return { value: { n, unit: 'year' }, next: at }
  return onDate(read.value, read.next, n)
}

/** A leap year has all days there are. */
const onDate = ({ month, day }: { month: number; day: number }, next: number, n = 1): Found<Repeat> =>
  dateOf(2028, month, day) ? { value: { n, unit: 'year', month, monthDays: [day] }, next } : doubted(noSuchDay, next)

/** "every 3 weeks on Monday": from the unit on. */
function everyUnit(run: Run, at: number, n: number): Read {
  const unit = run[at]?.sense.unit
  if (unit === 'hour' || unit === 'minute') return doubted({ why: 'too_often', options: [] }, at + 1)
  const [each, times] = unit === 'quarter' ? (['month', 3] as const) : [unit, 1]
  if (each === undefined || n < 1 || n * times > maxEvery[each]) return undefined
  if (each === 'month') return inMonths(run, at + 1, n * times)
  if (each === 'year') return inYears(run, at + 1, n)
  const days = each === 'week' ? weekdaysAt(run, skip(run, at + 1, 'on')) : undefined
  return days ? { value: { n, unit: 'week', weekdays: days.value }, next: days.next } : { value: { n, unit: each }, next: at + 1 }
}

/** "every third Friday": of the month, or every three weeks. */
function nthDoubt(run: Run, at: number, n: number): Doubt {
  const name = run[at + 1]?.raw ?? ''
  const isGerman = german.weekdays.some((names) => names.includes(run[at + 1]?.text ?? ''))
  const word = (language: typeof english) => Object.entries(language.ordinals).filter(([, one]) => one === n)
  if (isGerman)
    return { why: 'every_nth', options: [`alle ${n} Wochen am ${name}`, `jeden ${word(german).find(([one]) => one.endsWith('en'))?.[0]} ${name} im Monat`] }
  return { why: 'every_nth', options: [`every ${n} weeks on ${name}`, `${word(english)[0]?.[0]} ${name} of every month`] }
}

/** "every second Friday", "every first Monday of the month", "every last workday". */
function everyNth(run: Run, at: number): Read {
  const nth = nthAt(run, at)
  if (!nth) return undefined
  const month = monthPhraseAt(run, nth.next)
  const next = month?.next ?? nth.next
  if (nth.value.lastDay) return { value: { n: 1, unit: 'month', monthDays: [-1] }, next }
  const { n, weekday } = nth.value.nth as NonNullable<Repeat['nth']>
  if (month || n === 1 || n === -1) return { value: { n: 1, unit: 'month', nth: { n, weekday } }, next }
  if (weekday === undefined) return undefined
  return n === 2 ? { value: { n: 2, unit: 'week', weekdays: [weekday] }, next } : doubted(nthDoubt(run, at, n), next)
}

/** After "every". */
function afterEvery(run: Run, at: number, { partTimes }: Setting): Read {
  const word = run[at]
  if (word === undefined) return undefined
  const { part, weekday } = word.sense
  if (part !== undefined && weekday === undefined) return { value: { n: 1, unit: 'day', time: partTimes[part] }, next: at + 1 }
  if (part !== undefined && weekday !== undefined) return { value: { n: 1, unit: 'week', weekdays: [weekday], time: partTimes[part] }, next: at + 1 }
  if (has(run, at, 'workday') || has(run, at, 'workdays')) return { value: { n: 1, unit: 'week', weekdays: workWeek }, next: at + 1 }
  if (has(run, at, 'weekend')) return { value: { n: 1, unit: 'week', weekdays: [6] }, next: at + 1 }
  const other = has(run, at, 'other') ? 2 : undefined
  const ordinal = ordinalAt(run, at)
  const counted = other ?? numberAt(run, at) ?? (ordinal && ordinal.n > 1 ? ordinal.n : undefined)
  if (run[at + 1]?.sense.unit !== undefined && counted !== undefined && run[at + 1]?.sense.month === undefined) return everyUnit(run, at + 1, counted)
  if (other !== undefined || (counted !== undefined && !ordinal && counted > 1)) {
    const days = weekdaysAt(run, at + 1)
    if (days) return { value: { n: counted as number, unit: 'week', weekdays: days.value }, next: days.next }
  }
  const nth = severalNthAt(run, at) ?? everyNth(run, at)
  if (nth) return nth
  const date = monthDayAt(run, at)
  if (date && !date.value.isLoose) return onDate(date.value, date.next)
  if (ordinal?.digits && ordinal.n >= 1 && ordinal.n <= 31) {
    const month = monthPhraseAt(run, at + 1)
    const isAlone = at + 1 === run.length || has(run, at + 1, 'at') || /^\d/.test(run[at + 1]?.text ?? '') || word.comma
    return month || isAlone ? { value: { n: 1, unit: 'month', monthDays: [ordinal.n] }, next: month?.next ?? at + 1 } : undefined
  }
  if (word.sense.unit !== undefined) return everyUnit(run, at, 1)
  const days = weekdaysAt(run, at)
  return days && { value: { n: 1, unit: 'week', weekdays: days.value }, next: days.next }
}

/** "first Monday of every month", "am letzten Freitag im Monat", "on the 1st and 15th of every month". */
function ofEachMonth(run: Run, at: number): Read {
  const from = skip(run, at, 'on', 'the')
  const several = severalNthAt(run, from)
  if (several && (has(run, several.next - 1, 'every') || run[several.next - 1]?.sense.unit === 'month')) return several
  const nth = nthAt(run, from)
  const month = nth && monthPhraseAt(run, nth.next)
  if (nth?.value.nth && month) return { value: { n: 1, unit: 'month', nth: nth.value.nth }, next: month.next }
  if (nth?.value.lastDay && month?.isEach) return { value: { n: 1, unit: 'month', monthDays: [-1] }, next: month.next }
  if ((has(run, from, 'monthEnd') || ordinalAt(run, from)?.n === -1) && monthPhraseAt(run, from + 1)?.isEach)
    return { value: { n: 1, unit: 'month', monthDays: [-1] }, next: (monthPhraseAt(run, from + 1) as { next: number }).next }
  const days = monthDaysAt(run, from, from > at)
  const ofMonth = days && monthPhraseAt(run, days.next)
  if (!days || !ofMonth?.isEach) return undefined
  return areDays(days.value) ? { value: { n: 1, unit: 'month', monthDays: days.value }, next: ofMonth.next } : doubted(noSuchDay, ofMonth.next)
}

/** Whether an adverb is one ("a report, daily") and no adjective ("a daily report"). */
const isAdverbial = (run: Run, next: number, setting: Setting) =>
  next >= run.length ||
  run[next - 1]?.comma === true ||
  has(run, next, 'until') ||
  has(run, next, 'from') ||
  clockAt(run, next, setting) !== undefined ||
  /^\d/.test(run[next]?.text ?? '')

function byAdverb(run: Run, at: number, setting: Setting): Read {
  const adverb = run[at]?.sense.adverb
  if (!adverb) return undefined
  const [n, unit] = adverb
  const times = unit === 'quarter' ? 3 : n
  const more = unit === 'month' || unit === 'quarter' ? inMonths(run, at + 1, times) : unit === 'year' ? inYears(run, at + 1, n) : undefined
  const days = unit === 'week' ? weekdaysAt(run, skip(run, at + 1, 'on')) : undefined
  if (days) return { value: { n, unit: 'week', weekdays: days.value }, next: days.next }
  if (more && more.next > at + 1) return more
  return isAdverbial(run, at + 1, setting) ? { value: { n: times, unit: unit === 'quarter' ? 'month' : (unit as RepeatUnit) }, next: at + 1 } : undefined
}

/** "montags", "on Mondays and Thursdays", "weekdays", "abends". */
function byPlural(run: Run, at: number, setting: Setting): Read {
  const from = skip(run, at, 'on')
  const isLed = from > at
  if (has(run, from, 'workdays') && (isLed || isAdverbial(run, from + 1, setting) || run[from]?.text.endsWith('tags')))
    return { value: { n: 1, unit: 'week', weekdays: workWeek }, next: from + 1 }
  const first = run[from]
  if (!first?.sense.isEvery || (!isLed && /day/.test(first.text) && !isAdverbial(run, weekdaysAt(run, from)?.next ?? from + 1, setting))) return undefined
  const days = weekdaysAt(run, from)
  return days && { value: { n: 1, unit: 'week', weekdays: days.value }, next: days.next }
}

/** Its time of day, from when, until when, how often. */
function withTail(run: Run, { value, next: at }: Found<Repeat>, setting: Setting): Found<Repeat> {
  let next = at
  const more: Partial<Repeat> = {}
  for (let round = 0; round < 3 && next < run.length; round++) {
    const before = next
    const clock = clockBehindDay(run, next, setting)
    const part =
      run[next]?.text === 'in'
        ? run[skip(run, next + 1, 'the')]?.sense.part
        : run[next]?.sense.day === undefined || run[next]?.text === 'morgen'
          ? run[next]?.sense.part
          : undefined
    if (clock && more.time === undefined) {
      if (clock.value.doubt) more.doubt = { ...clock.value.doubt, options: clock.value.doubt.options.map((one) => `${textOf(run, next, at)} ${one}`.trim()) }
      const hour = Number(clock.value.time.slice(0, 2))
      const isLate = value.time !== undefined && value.time >= '12:00' && !clock.value.isHalfSaid && hour > lastNightHour && hour < 12
      more.time = isLate ? `${hour + 12}${clock.value.time.slice(2)}` : clock.value.time
      next = clock.next
    } else if (part !== undefined && run[next]?.sense.weekday === undefined && more.time === undefined && value.time === undefined) {
      more.time = setting.partTimes[part]
      next = (run[next]?.text === 'in' ? skip(run, next + 1, 'the') : next) + 1
    } else if (has(run, next, 'until') || has(run, next, 'from')) {
      const day = dayAt(run, next + 1, setting, true)
      if (day?.value.day && !day.value.doubt) {
        more[has(run, next, 'until') ? 'until' : 'start'] = day.value.day
        next = day.next
      }
    } else {
      const times = has(run, next, 'for') ? next + 1 : next
      const count = numberAt(run, times)
      if (count !== undefined && count >= 1 && count <= 1000 && has(run, times + 1, 'times')) {
        more.count = count
        next = times + 2
      }
    }
    if (next === before) break
  }
  // What is bounded twice is read once.
  if (more.count !== undefined) delete more.until
  return { value: { ...value, ...more }, next }
}

const textOf = (run: Run, next: number, start: number) =>
  run
    .slice(start, next)
    .map(({ raw, comma }, index) => (comma && start + index + 1 < next ? `${raw},` : raw))
    .join(' ')

export function repeatAt(run: Run, at: number, setting: Setting): Found<Repeat> | undefined {
  const read =
    (has(run, at, 'every') ? afterEvery(run, at + 1, setting) : undefined) ?? ofEachMonth(run, at) ?? byAdverb(run, at, setting) ?? byPlural(run, at, setting)
  return read && (read.value.doubt ? read : withTail(run, read, setting))
}
