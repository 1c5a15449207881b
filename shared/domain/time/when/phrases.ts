// Every phrase of a text that says when, in order, none over another; and what could be one and is doubted.
import { clockAt } from './clock.ts'
import { type Moment, momentAt } from './moments.ts'
import { type Repeat, repeatAt, severalDaysAt } from './repeats.ts'
import type { Doubt, Setting } from './setting.ts'
import { has, numberAt, type Run, runsOf, skip } from './words.ts'

export interface Place {
  start: number
  end: number
}

export type Phrase = Place &
  (
    | { kind: 'moment'; moment: Moment; isDue: boolean }
    | { kind: 'repeat'; repeat: Repeat; isDue: boolean }
    /** So many minutes before it is due. */
    | { kind: 'before'; minutes: number; isSaid: boolean }
  )

export interface DoubtfulPhrase extends Place, Doubt {}

export interface Phrases {
  phrases: Phrase[]
  doubts: DoubtfulPhrase[]
}

const lengths = { minute: 1, hour: 60, day: 1440, week: 10_080 } as const
const mostMinutes = 525_600

/** "30 minutes before due", "1 Tag vorher". */
function beforeAt(run: Run, at: number): { minutes: number; isSaid: boolean; next: number } | undefined {
  const [, digits, letter] = /^(\d{1,4})(m|h|d|w)$/.exec(run[at]?.text ?? '') ?? []
  const isHalf = has(run, at, 'half') || (numberAt(run, at) === 1 && has(run, at + 1, 'half'))
  const unitAt = letter === undefined ? (isHalf ? skipHalf(run, at) : at + 1) : at
  const unit = letter === undefined ? run[unitAt]?.sense.unit : ({ m: 'minute', h: 'hour', d: 'day', w: 'week' } as const)[letter]
  const amount = isHalf ? 0.5 : letter === undefined ? numberAt(run, at) : Number(digits)
  if (amount === undefined || !has(run, unitAt + 1, 'before') || !(unit === 'minute' || unit === 'hour' || unit === 'day' || unit === 'week')) return undefined
  const minutes = amount * lengths[unit]
  if (!Number.isInteger(minutes) || minutes > mostMinutes) return undefined
  const dueAt = skip(run, unitAt + 2, 'the')
  const isSaid = has(run, dueAt, 'due')
  const next = isSaid ? (run[dueAt + 1]?.text === 'date' ? dueAt + 2 : dueAt + 1) : unitAt + 2
  return { minutes, isSaid, next }
}

function skipHalf(run: Run, at: number): number {
  let next = at
  while (next < at + 3 && (has(run, next, 'half') || numberAt(run, next) === 1)) next++
  return next
}

/** "by", "due", "bis zum", "fällig am": the word after them, or where it began. */
function ledBy(run: Run, at: number): number {
  // "No later than Friday".
  if (/^(?:no|not)$/.test(run[at]?.text ?? '') && run[at + 1]?.text === 'later' && run[at + 2]?.text === 'than') return skip(run, at + 3, 'on')
  // "Every day until Friday" ends there; "bis" after a repetition was read with it.
  if (!has(run, at, 'by')) return at
  return skip(run, at + 1, 'by', 'on')
}

const toRange = /^(?:to|bis|until|till)$/
const isDigits = (run: Run, at: number) => /^\d{1,2}(?:[:.]\d\d)?$/.test(run[at]?.text ?? '')

/** "From Monday to Friday", "von 9 bis 10 Uhr", "Montag bis Freitag": how long something takes, and no due date. The word after it. */
function rangeAt(run: Run, at: number, setting: Setting): { doubt?: DoubtfulPhrase; next: number } | undefined {
  const isLed = /^(?:from|von|vom)$/.test(run[at]?.text ?? '')
  const edge = (from: number) => momentAt(run, from, setting, true)?.next ?? (isDigits(run, from) ? from + 1 : undefined)
  const begin = isLed ? at + 1 : at
  const isNamed = run[begin]?.sense.weekday !== undefined
  const to = isLed ? edge(begin) : isNamed || isDigits(run, begin) ? begin + 1 : undefined
  if (to === undefined || !toRange.test(run[to]?.text ?? '')) return undefined
  // "Chapter 5 by Friday" is due then.
  const isSpan = isLed || (isNamed ? run[to + 1]?.sense.weekday !== undefined : clockAt(run, to + 1, setting) !== undefined)
  const next = isSpan ? edge(to + 1) : undefined
  if (next === undefined) return undefined
  // "From 3 to 5" says nothing of a time.
  if (isDigits(run, to - 1) && to - 1 === begin && isDigits(run, next - 1) && next - 1 === to + 1) return isLed ? { next } : undefined
  return { doubt: { start: run[at]?.start as number, end: run[next - 1]?.end as number, why: 'range', options: [] }, next }
}

const edges = /^(?:before|after|until|till|since|vor|vorm|nach|seit)$/
const ends = /^(?:end|ende)$/

/** "Before Friday", "until tomorrow", "by the end of next week", "a week from Monday": a day that is not the one that is meant. */
function besideAt(run: Run, at: number, from: number, setting: Setting): { doubt: DoubtfulPhrase; next: number } | undefined {
  const isCounted = numberAt(run, at) !== undefined && run[at + 1]?.sense.unit !== undefined && /^(?:from|after|ab|nach)$/.test(run[at + 2]?.text ?? '')
  const isEnd = ends.test(run[skip(run, from, 'the')]?.text ?? '')
  const day = isCounted
    ? at + 3
    : isEnd
      ? skip(run, skip(run, from, 'the') + 1, 'of', 'the')
      : edges.test(run[at]?.text ?? '')
        ? skip(run, at + 1, 'the')
        : undefined
  const moment = day === undefined ? undefined : momentAt(run, day, setting, true)
  if (!moment) return undefined
  const { next } = moment
  return { doubt: { start: run[at]?.start as number, end: run[next - 1]?.end as number, why: 'not_read', options: [] }, next }
}

function phraseAt(run: Run, at: number, setting: Setting): { phrase?: Phrase; doubt?: DoubtfulPhrase; next: number } | undefined {
  const from = ledBy(run, at)
  const isDue = from > at
  const place = (next: number): Place => ({ start: run[at]?.start as number, end: run[next - 1]?.end as number })
  const range = isDue ? undefined : rangeAt(run, at, setting)
  if (range) return range
  const before = beforeAt(run, at)
  if (before) return { phrase: { kind: 'before', minutes: before.minutes, isSaid: before.isSaid, ...place(before.next) }, next: before.next }
  const repeat = repeatAt(run, from, setting) ?? severalDaysAt(run, from, setting)
  if (repeat) {
    const { value, next } = repeat
    return value.doubt ? { doubt: { ...value.doubt, ...place(next) }, next } : { phrase: { kind: 'repeat', repeat: value, isDue, ...place(next) }, next }
  }
  const moment = momentAt(run, from, setting, isDue)
  if (!moment) return besideAt(run, at, from, setting)
  const { value, next } = moment
  if (value.doubt) return { doubt: { ...value.doubt, start: run[from]?.start as number, end: run[next - 1]?.end as number }, next }
  return { phrase: { kind: 'moment', moment: value, isDue, ...place(next) }, next }
}

/** "Every Tuesday at 5pm and Thursday at 6pm", "every day at 9 and 17": another time, which one repetition cannot have. */
function otherTimeAt(run: Run, at: number, setting: Setting): { doubt: DoubtfulPhrase; next: number } | undefined {
  if (!has(run, at, 'and')) return undefined
  const isHour = isDigits(run, at + 1) && (at + 2 >= run.length || run[at + 1]?.comma === true)
  const next = momentAt(run, at + 1, setting, true)?.next ?? (isHour ? at + 2 : undefined)
  if (next === undefined) return undefined
  return { doubt: { start: run[at + 1]?.start as number, end: run[next - 1]?.end as number, why: 'second_date', options: [] }, next }
}

const limits = new Set(['except', 'excluding', 'without', 'but', 'until', 'till', 'außer', 'ausser', 'ohne', 'bis'])
/** So many words of a limit are named with it. */
const wordsOfLimit = 4

/** "Every day except Sunday": what limits a repetition and is not part of what can be kept of it. Its days are no dates. */
function limitAt(run: Run, at: number): { doubt: DoubtfulPhrase; next: number } | undefined {
  const first = run[at]
  const isFor = /^(?:for|für)$/.test(first?.text ?? '') && numberAt(run, at + 1) !== undefined && run[at + 2]?.sense.unit !== undefined
  const isInMonth = /^(?:in|im)$/.test(first?.text ?? '') && run[at + 1]?.sense.month !== undefined
  if (!first || !(limits.has(first.text) || isFor || isInMonth)) return undefined
  const next = Math.min(run.length, at + wordsOfLimit)
  return { doubt: { start: first.start, end: run[next - 1]?.end as number, why: 'not_read', options: [] }, next }
}

/** "25:00" and "9:75" are no time, and it is said. */
function wrongTimeAt(run: Run, at: number): { doubt: DoubtfulPhrase; next: number } | undefined {
  const word = run[at]
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(word?.text ?? '') ?? []
  if (!word || hour === undefined || (Number(hour) < 24 && Number(minute) < 60)) return undefined
  return { doubt: { start: word.start, end: word.end, why: 'not_read', options: [] }, next: at + 1 }
}

/** "Tonight at 25": an hour that no clock shows, behind a day. What goes on ("at 25 Main Street") is a place. */
function wrongHourAt(run: Run, at: number): { doubt: DoubtfulPhrase; next: number } | undefined {
  const word = run[at + 1]
  const [, hour, end] = /^(\d{2})(am|pm|uhr|h)?\.?$/.exec(word?.text ?? '') ?? []
  if (!has(run, at, 'at') || !word || hour === undefined || Number(hour) < 24) return undefined
  const next = end === undefined ? skip(run, at + 2, 'oclock') : at + 2
  if (end === undefined && next === at + 2 && next < run.length) return undefined
  return { doubt: { start: word.start, end: run[next - 1]?.end as number, why: 'not_read', options: [] }, next }
}

const hours = String.raw`\d{1,2}(?:[:.]\d\d)?(?:am|pm|uhr|h)?`
const timeRange = new RegExp(`^${hours}[-–]${hours}$`)

/** "Friday 9am-10am": how long something takes, behind its day. */
function timeRangeAt(run: Run, at: number): { doubt: DoubtfulPhrase; next: number } | undefined {
  const word = run[at]
  return word && timeRange.test(word.text) ? { doubt: { start: word.start, end: word.end, why: 'range', options: [] }, next: at + 1 } : undefined
}

/** What follows a phrase and cannot be read with it. */
const behind = ({ kind }: Phrase, run: Run, at: number, setting: Setting) =>
  (kind === 'repeat' ? (limitAt(run, at) ?? otherTimeAt(run, at, setting)) : undefined) ?? wrongHourAt(run, at) ?? timeRangeAt(run, at)

/** Goes through the words once: what a phrase looks ahead is bounded, however long the text is. */
export function phrasesOf(text: string, setting: Setting): Phrases {
  const phrases: Phrase[] = []
  const doubts: DoubtfulPhrase[] = []
  for (const run of runsOf(text)) {
    let at = 0
    while (at < run.length) {
      const read = phraseAt(run, at, setting)
      if (read?.phrase) phrases.push(read.phrase)
      const after = read?.phrase ? behind(read.phrase, run, read.next, setting) : read ? undefined : wrongTimeAt(run, at)
      for (const doubt of [read?.doubt, after?.doubt]) if (doubt) doubts.push(doubt)
      at = after?.next ?? read?.next ?? pastEvery(run, at)
    }
  }
  return { phrases, doubts }
}

/** A repetition that is not known is not one of its days either: "every man, Friday" is, "every odd Friday" is not. */
function pastEvery(run: Run, at: number): number {
  if (!has(run, at, 'every')) return at + 1
  const isOf = run[at + 1]?.sense.ordinal !== undefined || /^\d/.test(run[at + 1]?.text ?? '') || run[at + 1]?.sense.month !== undefined
  return isOf ? at + 3 : at + 1
}
