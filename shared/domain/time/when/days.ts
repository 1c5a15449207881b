// A day: "tomorrow", "on Friday", "24 Dec", "am 3.12.", "in 3 weeks", "end of the month". Each form is a function of the words from one of
// them on; the first that reads something counts.
import { Temporal } from 'temporal-polyfill'
import type { Doubt, Setting } from './setting.ts'
import type { Part } from './vocabulary.ts'
import { type Found, has, numberAt, ordinalAt, type Run, skip } from './words.ts'

export interface Day {
  day?: Temporal.PlainDate
  /** The very moment, for "in 2 hours". */
  moment?: Temporal.ZonedDateTime
  /** "Tomorrow evening". */
  part?: Part
  /** A weekday by its name is the next one: where its time of today has passed, that of next week. */
  isWeekday?: true
  doubt?: Doubt
}

type Form = (run: Run, at: number, setting: Setting, isLed: boolean) => Found<Day> | undefined

const found = (day: Temporal.PlainDate, next: number, more: Omit<Day, 'day'> = {}): Found<Day> => ({ value: { day, ...more }, next })
const doubted = (doubt: Doubt, next: number): Found<Day> => ({ value: { doubt }, next })
const noSuchDay: Doubt = { why: 'no_such_day', options: [] }

/** Undefined for a day that the year lacks. */
export function dateOf(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  if (month < 1 || month > 12 || day < 1 || year < 1 || year > 9999) return undefined
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return day > first.daysInMonth ? undefined : first.with({ day })
}

/** The next such day from today on; 29 February may be eight years away. */
function nextDate(month: number, day: number, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  for (let year = today.year; year <= today.year + 8; year++) {
    const date = dateOf(year, month, day)
    if (date && Temporal.PlainDate.compare(date, today) >= 0) return date
  }
  return undefined
}

const inYear = (year: number | undefined, month: number, day: number, { today }: Setting) =>
  year === undefined ? nextDate(month, day, today) : dateOf(year < 100 ? 2000 + year : year, month, day)

/** "2026-12-01", "2026/12/01". */
const iso: Form = (run, at) => {
  const [, year, , month, day] = /^(\d{4})([-/])(\d\d)\2(\d\d)$/.exec(run[at]?.text ?? '') ?? []
  if (year === undefined) return undefined
  const date = dateOf(Number(year), Number(month), Number(day))
  return date ? found(date, at + 1) : doubted(noSuchDay, at + 1)
}

/** "31.12.", "3.12.2026"; "3.12" after "am". "Section 3.2." is none. */
const pointed: Form = (run, at, setting, isLed) => {
  const joined = /^(\d{1,2})\.(\d{1,2})(\.(\d{4}|\d{2})?\.?)?$/.exec(run[at]?.text ?? '')
  if (joined) {
    const [, day, month, point, year] = joined
    if (has(run, at - 1, 'numbered') || (point === undefined && (!isLed || has(run, at + 1, 'oclock')))) return undefined
    const date = inYear(year === undefined ? undefined : Number(year), Number(month), Number(day), setting)
    if (date) return found(date, at + 1)
    return Number(day) > 31 || Number(month) > 12 ? undefined : doubted(noSuchDay, at + 1)
  }
  // "3. 12."
  const [day, month] = [at, at + 1].map((one) => /^(\d{1,2})\.$/.exec(run[one]?.text ?? '')?.[1])
  const date = day === undefined || month === undefined ? undefined : nextDate(Number(month), Number(day), setting.today)
  return date && found(date, at + 2)
}

/** "5/6/2027", "5/6" after "on": June or May, unless one of them is no month. */
const slashed: Form = (run, at, setting, isLed) => {
  const [, first, second, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(run[at]?.text ?? '') ?? []
  if (first === undefined || second === undefined || (year === undefined && !isLed)) return undefined
  const dates = [
    [Number(first), Number(second)],
    [Number(second), Number(first)],
  ].flatMap(([month = 0, day = 0]) => inYear(year === undefined ? undefined : Number(year), month, day, setting) ?? [])
  const [one, other] = dates
  if (!one) return doubted(noSuchDay, at + 1)
  if (!other || one.equals(other)) return found(one, at + 1)
  return doubted({ why: 'month_or_day', options: [one.toString(), other.toString()] }, at + 1)
}

const yearAt = (run: Run, at: number): number | undefined => {
  const [, year] = /^(20\d\d)$/.exec(run[at]?.text ?? '') ?? []
  return year === undefined ? undefined : Number(year)
}

/** A day and a month in words, either first. `isLoose`: "may 5" may be something else. */
export function monthDayAt(run: Run, at: number): Found<{ month: number; day: number; isLoose: boolean }> | undefined {
  const ordinal = ordinalAt(run, at)
  const day = ordinal?.digits ? ordinal.n : /^\d{1,2}$/.test(run[at]?.text ?? '') ? Number(run[at]?.text) : undefined
  if (day !== undefined) {
    const monthAt = ordinal && run[at + 1]?.text === 'of' ? at + 2 : at + 1
    const month = run[monthAt]?.sense.month
    if (month !== undefined && day >= 1 && day <= 31) return { value: { month, day, isLoose: false }, next: monthAt + 1 }
  }
  const month = run[at]?.sense.month
  if (month === undefined) return undefined
  const dayAt = run[at + 1]?.text === 'the' ? at + 2 : at + 1
  const [, digits, mark] = /^(\d{1,2})(st|nd|rd|th)?$/.exec(run[dayAt]?.text.replace(/\.$/, '') ?? '') ?? []
  if (digits === undefined || Number(digits) < 1 || Number(digits) > 31) return undefined
  const isWord = /^(?:may|march|mar)$/.test(run[at]?.raw ?? '')
  const isLast = dayAt + 1 === run.length || /^\d/.test(run[dayAt + 1]?.text ?? '') || has(run, dayAt + 1, 'at')
  return { value: { month, day: Number(digits), isLoose: isWord && mark === undefined && !isLast }, next: dayAt + 1 }
}

/** "24 Dec", "24. Dezember 2027", "May 5th", "May 5, 2027". */
const worded: Form = (run, at, setting, isLed) => {
  const read = monthDayAt(run, at)
  if (!read || (read.value.isLoose && !isLed) || has(run, at - 1, 'every')) return undefined
  const year = yearAt(run, read.next)
  const date = inYear(year, read.value.month, read.value.day, setting)
  const next = year === undefined ? read.next : read.next + 1
  return date ? found(date, next) : doubted(noSuchDay, next)
}

/** "on the 15th", "am 15.": the next one. */
const dayOfMonth: Form = (run, at, { today }, isLed) => {
  const ordinal = ordinalAt(run, at)
  if (!isLed || !ordinal?.digits || ordinal.n < 1 || ordinal.n > 31) return undefined
  // "The 2nd Friday", "am 2. Freitag", "on the 3rd floor".
  if (run[at + 1] !== undefined && !isPhraseEnd(run, at + 1)) return undefined
  for (let months = 0; months < 12; months++) {
    const month = today.with({ day: 1 }).add({ months })
    const date = dateOf(month.year, month.month, ordinal.n)
    if (date && Temporal.PlainDate.compare(date, today) >= 0) return found(date, at + 1)
  }
  return undefined
}

/** Whether what stands there belongs to no noun before it: a time, or nothing. */
const isPhraseEnd = (run: Run, at: number): boolean =>
  run[at] === undefined || run[at - 1]?.comma === true || has(run, at, 'at') || /^\d{1,2}(?::\d\d|[ap]m|$)/.test(run[at]?.text ?? '')

/** "Today", "heute Abend", "day after tomorrow", "tonight". */
const byName: Form = (run, at, { today }) => {
  const word = run[at]
  if (run[at]?.text === 'day' && run[at + 1]?.text === 'after' && run[at + 2]?.text === 'tomorrow') return found(today.add({ days: 2 }), at + 3)
  if (word?.sense.day === undefined || has(run, at - 1, 'greeting') || has(run, at - 1, 'every')) return undefined
  return found(today.add({ days: word.sense.day }), at + 1, word.sense.isTonight ? { part: 'evening' } : {})
}

const aheadOf = (weekday: number, { today }: Setting) => (weekday - (today.dayOfWeek % 7) + 7) % 7

/** What makes a short name a weekday: the word before it, or a time after it. */
function isShortMeant(run: Run, at: number, isLed: boolean): boolean {
  if (isLed) return true
  const raw = run[at]?.raw ?? ''
  const after = run[at + 1]?.text ?? ''
  if (raw.length <= 2)
    return /^\p{Lu}/u.test(raw) && (/^\d{1,2}(?:[:.]\d\d)/.test(after) || after === 'um' || (/^\d{1,2}$/.test(after) && has(run, at + 2, 'oclock')))
  return /^\d{1,2}(?::\d\d|[ap]m|:\d\d[ap]m)/.test(after) || has(run, at + 1, 'at') || run[at + 1]?.sense.part !== undefined
}

const secondNext = /^übernächste[nrsm]?$/

/** "Friday", "this Friday", "coming Friday"; "next Friday" is clear only where there is none this week. */
const weekday: Form = (run, at, setting, isLed) => {
  const isNext = has(run, at, 'next')
  const isThis = has(run, at, 'this') && !has(run, at + 1, 'coming')
  const comingAt = has(run, at, 'this') && !isThis ? at + 1 : at
  const isComing = has(run, comingAt, 'coming')
  const isSecondNext = secondNext.test(run[at]?.text ?? '')
  const named = isNext || isThis || isComing || isSecondNext ? comingAt + 1 : at
  const sense = run[named]?.sense
  const day = sense?.weekday
  // "The 2nd Friday" is another one.
  if (day === undefined || sense?.isEvery || has(run, at - 1, 'every') || (ordinalAt(run, at - 1) && !run[at - 1]?.comma)) return undefined
  if (sense?.isShort && !isShortMeant(run, named, isLed || named > at)) return undefined
  const { today, firstWeekday } = setting
  // "Coming Monday" is never today.
  const ahead = aheadOf(day, setting) || (isComing ? 7 : 0)
  const part = sense?.part ? { part: sense.part } : {}
  // Counted in the week as it is shown to the person.
  const isThisWeek = ahead > 0 && ahead < 7 - (((today.dayOfWeek % 7) - firstWeekday + 7) % 7)
  const date = today.add({ days: ahead })
  const isAfterNext = isSecondNext || (run[named + 1]?.text === 'after' && has(run, named + 2, 'next'))
  if (isAfterNext) return doubted({ why: 'which_week', options: [7, 14].map((days) => date.add({ days }).toString()) }, isSecondNext ? named + 1 : named + 3)
  // "Friday week" is a week after Friday.
  if (!isNext && run[named + 1]?.text === 'week' && isPhraseEnd(run, named + 2)) return found(date.add({ days: 7 }), named + 2, part)
  if (isNext && isThisWeek) return doubted({ why: 'which_week', options: [date.toString(), date.add({ days: 7 }).toString()] }, named + 1)
  if (isNext) return found(ahead === 0 ? date.add({ days: 7 }) : date, named + 1, part)
  if (isThis && !isThisWeek && ahead > 0) return doubted({ why: 'passed', options: [date.toString()] }, named + 1)
  return found(date, named + 1, { ...part, isWeekday: true })
}

const spans = { day: 'days', week: 'weeks', month: 'months', year: 'years' } as const
const longest = { minute: 525_600, hour: 8760, day: 3660, week: 520, month: 120, year: 10, quarter: 40 } as const

/** "2 hours and 30 minutes", "an hour and a half": what follows the hours. */
function minutesAt(run: Run, at: number): Found<number> | undefined {
  const from = has(run, at, 'and') ? at + 1 : at
  const halfAt = numberAt(run, from) === 1 ? from + 1 : from
  if (from > at && has(run, halfAt, 'half') && run[halfAt + 1]?.sense.unit === undefined) return { value: 30, next: halfAt + 1 }
  const [, short] = /^([0-5]?\d)m(?:in)?$/.exec(run[from]?.text ?? '') ?? []
  if (short !== undefined) return { value: Number(short), next: from + 1 }
  const minutes = numberAt(run, from)
  return minutes !== undefined && minutes < 60 && run[from + 1]?.sense.unit === 'minute' ? { value: minutes, next: from + 2 } : undefined
}

/** "in 3 weeks", "in half an hour", "in 90 min", "2 hours from now". */
const ahead: Form = (run, at, { now, today }) => {
  const isIn = run[at]?.text === 'in'
  const start = isIn ? at + 1 : at
  let amount = numberAt(run, start)
  let next = start + 1
  if (has(run, start, 'half') && (run[start + 1]?.text === 'an' || run[start + 1]?.sense.unit === 'hour' || numberAt(run, start + 1) === 1)) {
    amount = 0.5
    next = numberAt(run, start + 1) === undefined ? start + 1 : start + 2
  } else if (amount === 1 && has(run, start + 1, 'half')) {
    amount = 0.5
    next = start + 2
  }
  const [, hours] = /^(\d{1,2}[.,](?:5|25|75))$/.exec(run[start]?.text ?? '') ?? []
  if (run[start + 1]?.sense.unit === 'hour') amount = hours === undefined ? (run[start]?.text === 'anderthalb' ? 1.5 : amount) : Number(hours.replace(',', '.'))
  const [, digits, letter, minutes] = /^(\d{1,4})(min|m|h|d|w)(?:(?<=h)([0-5]?\d)m?)?$/.exec(run[start]?.text ?? '') ?? []
  const unit = letter === undefined ? run[next]?.sense.unit : letters[letter]
  if (letter !== undefined) [amount, next] = [Number(digits), start]
  if (amount === undefined || unit === undefined || amount > longest[unit] || amount === 0) return undefined
  next++
  const rest = unit === 'hour' && letter !== 'm' ? minutesAt(run, next) : undefined
  const more = (rest?.value ?? 0) + Number(minutes ?? 0)
  if (rest) next = rest.next
  if (!isIn) {
    if (run[next]?.text !== 'from' || !has(run, next + 1, 'hence')) return undefined
    next += 2
  }
  if (unit === 'minute' || unit === 'hour') return { value: { moment: now.add({ minutes: amount * (unit === 'hour' ? 60 : 1) + more }).round('minute') }, next }
  if (!Number.isInteger(amount)) return undefined
  if (unit === 'quarter') return found(today.add({ months: amount * 3 }), next)
  return found(today.add({ [spans[unit]]: amount }), next)
}
const letters: Record<string, keyof typeof longest> = { min: 'minute', m: 'minute', h: 'hour', d: 'day', w: 'week' }

const startOfNextWeek = ({ today, firstWeekday }: Setting) => today.add({ days: (firstWeekday - (today.dayOfWeek % 7) + 7) % 7 || 7 })

const endOf: Readonly<Record<string, 'day' | 'week' | 'month' | 'year'>> = { eod: 'day', eow: 'week', eom: 'month', eoy: 'year' }

/** "next week", "nächsten Monat", "this weekend", "end of the month", "Monatsende". */
const period: Form = (run, at, setting) => {
  const { today } = setting
  const lastOf = (unit: string | undefined) =>
    unit === 'month'
      ? today.with({ day: today.daysInMonth })
      : unit === 'year'
        ? today.with({ month: 12, day: 31 })
        : unit === 'week'
          ? startOfNextWeek(setting).subtract({ days: 1 })
          : unit === 'day'
            ? today
            : undefined
  const short = endOf[run[at]?.text ?? '']
  if (short !== undefined) return found(lastOf(short) as Temporal.PlainDate, at + 1)
  if (has(run, at, 'monthEnd')) return found(today.with({ day: today.daysInMonth }), at + 1)
  if (has(run, at, 'end')) {
    const unitAt = skip(run, at + 1, 'of', 'the', 'this')
    const date = lastOf(run[unitAt]?.sense.unit)
    // "An end of day report".
    const isMeant = run[unitAt]?.sense.unit !== 'day' || has(run, at - 1, 'by') || has(run, at - 2, 'by') || isPhraseEnd(run, unitAt + 1)
    return date && unitAt > at + 1 && isMeant ? found(date, unitAt + 1) : undefined
  }
  // "On the last day of the month": once. Of every month it is a repetition, which is read first.
  if (ordinalAt(run, at)?.n === -1 && run[at + 1]?.sense.unit === 'day' && has(run, at + 2, 'of')) {
    const unitAt = skip(run, at + 2, 'of', 'the', 'this')
    const date = lastOf(run[unitAt]?.sense.unit)
    return date && found(date, unitAt + 1)
  }
  const named = has(run, at, 'this') || has(run, at, 'next') || has(run, at, 'coming') ? at + 1 : at
  if (has(run, named, 'weekend') && (named > at || has(run, at - 1, 'on') || has(run, at - 1, 'the') || has(run, at - 1, 'by'))) {
    const isOpen = today.dayOfWeek >= 6
    if (has(run, at, 'next') && !isOpen) {
      const saturday = today.add({ days: 6 - today.dayOfWeek })
      return doubted({ why: 'which_week', options: [saturday.toString(), saturday.add({ days: 7 }).toString()] }, named + 1)
    }
    return found(isOpen && !has(run, at, 'next') ? today : today.add({ days: (6 - today.dayOfWeek + 7) % 7 || 7 }), named + 1)
  }
  if (secondNext.test(run[at]?.text ?? '') && run[at + 1]?.sense.unit === 'week') return found(startOfNextWeek(setting).add({ days: 7 }), at + 2)
  if (!has(run, at, 'next') && !has(run, at, 'coming')) return undefined
  const unit = run[at + 1]?.sense.unit
  if (unit === 'week') return found(startOfNextWeek(setting), at + 2)
  if (unit === 'month') return found(today.with({ day: 1 }).add({ months: 1 }), at + 2)
  return unit === 'year' ? found(today.with({ month: 1, day: 1 }).add({ years: 1 }), at + 2) : undefined
}

/** "this evening", "in the morning" (the next one). */
const partOfDay: Form = (run, at, { today, now, partTimes }) => {
  const isThis = has(run, at, 'this')
  const named = isThis ? at + 1 : run[at]?.text === 'in' && run[at + 1]?.text === 'the' ? at + 2 : at
  const part = run[named]?.sense.part
  if (named === at || part === undefined || run[named]?.sense.weekday !== undefined) return undefined
  const isOver = !isThis && now.toPlainTime().toString().slice(0, 5) >= partTimes[part]
  return found(isOver ? today.add({ days: 1 }) : today, named + 1, { part })
}

/** "next week", "in two weeks", "in 14 Tagen". `isNext`: said by its name, not counted from a day. */
function laterAt(run: Run, at: number): Found<{ days: number; isNext: boolean }> | undefined {
  const named = skip(run, run[at]?.text === 'of' ? at + 1 : at, 'the')
  if ((has(run, named, 'next') || has(run, named, 'coming')) && run[named + 1]?.sense.unit === 'week')
    return { value: { days: 7, isNext: true }, next: named + 2 }
  if (secondNext.test(run[named]?.text ?? '') && run[named + 1]?.sense.unit === 'week') return { value: { days: 14, isNext: true }, next: named + 2 }
  const amount = run[at]?.text === 'in' ? numberAt(run, at + 1) : undefined
  const unit = run[at + 2]?.sense.unit
  if (amount === undefined || amount === 0 || (unit !== 'day' && unit !== 'week') || amount > longest[unit]) return undefined
  return { value: { days: amount * (unit === 'week' ? 7 : 1), isNext: false }, next: at + 3 }
}

/** "Friday next week", "am Montag in zwei Wochen", "next week on Friday", "heute in 14 Tagen". */
const inLaterWeek: Form = (run, at, setting, isLed) => {
  const { today, firstWeekday } = setting
  const ofWeek = (weekday: number, days: number) =>
    startOfNextWeek(setting)
      .subtract({ days: 7 })
      .add({ days: days + ((weekday - firstWeekday + 7) % 7) })
  const week = laterAt(run, at)
  if (week) {
    const dayAt = skip(run, week.next, 'on')
    const { weekday: named, isShort, isEvery, part } = run[dayAt]?.sense ?? {}
    if (
      named === undefined ||
      isEvery ||
      week.value.days % 7 !== 0 ||
      (isShort && !isShortMeant(run, dayAt, dayAt > week.next || /^\p{Lu}/u.test(run[dayAt]?.raw ?? '')))
    )
      return undefined
    return found(ofWeek(named, week.value.days), dayAt + 1, part ? { part } : {})
  }
  const day = byName(run, at, setting, isLed) ?? weekday(run, at, setting, isLed)
  if (!day?.value.day) return undefined
  const between = run[day.next]?.sense.weekday === undefined ? run[day.next]?.sense.part : undefined
  const later = laterAt(run, between ? day.next + 1 : day.next)
  if (!later) return undefined
  const { days, isNext } = later.value
  const part = day.value.part ?? between
  const more = part ? { part } : {}
  const counted = day.value.day.add({ days })
  if (!day.value.isWeekday) return isNext ? undefined : found(counted, later.next, more)
  if (days % 7 !== 0) return undefined
  const inWeek = ofWeek(day.value.day.dayOfWeek % 7, days)
  if (isNext || inWeek.equals(counted)) return found(inWeek, later.next, more)
  const options = [inWeek, counted].filter((one) => Temporal.PlainDate.compare(one, today) > 0)
  return doubted({ why: 'which_week', options: options.map(String) }, later.next)
}

/** "The 3rd of next month", "am 3. nächsten Monats", "next month on the 3rd". */
const inNextMonth: Form = (run, at, { today }) => {
  const behind = (from: number) => ((has(run, from, 'next') || has(run, from, 'coming')) && run[from + 1]?.sense.unit === 'month' ? from + 2 : undefined)
  const month = behind(at)
  const ordinalFrom = month === undefined ? at : skip(run, month, 'on', 'the')
  const ordinal = ordinalAt(run, ordinalFrom)
  const next = month === undefined ? behind(skip(run, at + 1, 'of', 'the')) : ordinalFrom + 1
  if (!ordinal || next === undefined || ordinalFrom === month || (!ordinal.digits && (month !== undefined || !has(run, at + 1, 'of')))) return undefined
  const { year, month: number } = today.with({ day: 1 }).add({ months: 1 })
  const date = dateOf(year, number, ordinal.n)
  return date ? found(date, next) : doubted(noSuchDay, next)
}

/** "Friday, Dec 4", "Freitag, den 4. Dezember", "Fr, 4.12.", "Friday the 13th": one day, where they are the same one. */
const weekdayAndDate: Form = (run, at, setting) => {
  const { weekday: named, isShort, isEvery, part } = run[at]?.sense ?? {}
  if (named === undefined || isEvery || part !== undefined || has(run, at - 1, 'every') || has(run, at - 1, 'next')) return undefined
  if (isShort && (run[at]?.raw.length ?? 0) <= 2 && !/^\p{Lu}/u.test(run[at]?.raw ?? '')) return undefined
  const dateAt = skip(run, at + 1, 'the')
  const isLed = dateAt > at + 1
  const date =
    iso(run, dateAt, setting, isLed) ??
    pointed(run, dateAt, setting, isLed) ??
    slashed(run, dateAt, setting, true) ??
    worded(run, dateAt, setting, true) ??
    dayOfMonth(run, dateAt, setting, isLed)
  if (!date) return undefined
  const { day, doubt } = date.value
  const options = day ? [day] : doubt?.why === 'month_or_day' ? doubt.options.map((option) => Temporal.PlainDate.from(option)) : []
  const fitting = options.filter((one) => one.dayOfWeek % 7 === named)
  if (fitting.length === 1) return found(fitting[0] as Temporal.PlainDate, date.next)
  // "So 4.12." may be no Sunday.
  if (isShort && fitting.length === 0 && (run[at]?.raw.length ?? 0) <= 2 && !isShortMeant(run, at, false)) return undefined
  return doubted({ why: 'no_such_day', options: (fitting.length > 0 ? fitting : options).map(String) }, date.next)
}

const forms: readonly Form[] = [inLaterWeek, weekdayAndDate, inNextMonth, iso, pointed, slashed, worded, dayOfMonth, byName, weekday, ahead, period, partOfDay]

/** The word behind "in the" and "am". */
function partAfter(run: Run, at: number): number {
  if (run[at]?.text === 'in' && has(run, at + 1, 'the')) return run[at + 2]?.sense.part === undefined ? at : at + 2
  const isAm = run[at]?.text === 'am' && run[at + 1]?.sense.part !== undefined && /^\p{Lu}/u.test(run[at + 1]?.raw ?? '')
  return isAm ? at + 1 : at
}

/** `isLed`: a word before it says that a day follows ("on", "by", "am"). */
export function dayAt(run: Run, at: number, setting: Setting, isLed = false): Found<Day> | undefined {
  const from = run[at]?.text === 'in' ? at : skip(run, at, 'on', 'the')
  for (const form of forms) {
    const read = form(run, from, setting, isLed || from > at)
    if (!read) continue
    // "Tomorrow evening", "Freitag früh", "tomorrow in the morning", "morgen am Abend".
    const spoken = read.value.day === undefined ? read.next : partAfter(run, read.next)
    const part = run[spoken]?.sense.part
    // "By Friday, tomorrow at 9": there a day of its own begins.
    const isPart =
      !(run[read.next - 1]?.comma && run[read.next]?.sense.day !== undefined) &&
      part !== undefined &&
      read.value.part === undefined &&
      read.value.day !== undefined &&
      run[spoken]?.sense.weekday === undefined
    // "Heute morgen" is this morning's; of another day "morgen" is that of the next.
    return isPart ? { value: { ...read.value, part }, next: spoken + 1 } : read
  }
  return undefined
}
