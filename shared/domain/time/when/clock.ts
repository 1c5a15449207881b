// A time of day: "9am", "14:30", "at 9", "9 Uhr 30", "halb neun", "half past 8", "noon", "8 in the evening".
import type { Doubt, Setting } from './setting.ts'
import { type Found, has, numberAt, type Run, skip } from './words.ts'

export interface Clock {
  /** HH:MM. */
  time: string
  /** Only a number: it is a time beside a day, or where nothing follows. */
  isBare?: true
  /** "2am", "8 in the evening": which half of the day is meant was said. */
  isHalfSaid?: true
  doubt?: Doubt
}

/** An evening goes on until then: "tonight at 3" is none of the afternoon. */
export const lastNightHour = 3

const two = (n: number) => String(n).padStart(2, '0')
const text = (hour: number, minute: number) => `${two(hour)}:${two(minute)}`

interface Half {
  half: 'am' | 'pm'
  next: number
}

/** "pm", "p.m.", "in the evening", "abends". German "am" is also "on": after an hour up to twelve it does no harm. */
function halfAt(run: Run, at: number): Half | undefined {
  const word = run[at]?.text.replaceAll('.', '')
  // "Teil 2 am Rand".
  const isPlace =
    word === 'am' &&
    !has(run, at - 2, 'at') &&
    /^\p{Lu}/u.test(run[at + 1]?.raw ?? '') &&
    run[at + 1]?.sense.weekday === undefined &&
    run[at + 1]?.sense.month === undefined
  if ((word === 'am' || word === 'pm') && !isPlace) return { half: word, next: at + 1 }
  const from = has(run, at, 'in') ? skip(run, at + 1, 'the') : at
  const part = run[from]?.sense.part
  // "At 9 tomorrow" is another day's: "9 Uhr morgen".
  if (part === undefined || part === 'noon' || part === 'midnight' || (from === at && run[at]?.sense.day !== undefined && !run[at]?.sense.isTonight))
    return undefined
  const hour = Number(/^\d+/.exec(run[from - 1 - (has(run, from - 1, 'oclock') ? 1 : 0)]?.text ?? '')?.[0] ?? 0)
  // "3 Uhr nachts" is before dawn, "12 Uhr nachts" midnight.
  const isEarly = part === 'night' && from === at && (hour <= lastNightHour + 2 || hour === 12)
  return { half: part === 'morning' || isEarly ? 'am' : 'pm', next: run[from]?.sense.isTonight ? from : from + 1 }
}

function inHalf(hour: number, half: 'am' | 'pm' | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  if (hour > 12) return half === 'pm' && hour < 24 ? hour : undefined
  if (hour < 1) return undefined
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}

/** "half past 8", "quarter to 9", "halb neun", "Viertel nach 8". */
function fractionAt(run: Run, at: number): Found<Clock> | undefined {
  const isHalf = has(run, at, 'half')
  if (!isHalf && !has(run, at, 'quarterOf')) return undefined
  const word = run[at]?.text
  const isPast = has(run, at + 1, 'past')
  const isTo = !isPast && has(run, at + 1, 'to')
  const isGermanHalf = word === 'halb' && !isPast && !isTo
  if (!isPast && !isTo && !isGermanHalf) return undefined
  const hourAt = isGermanHalf ? at + 1 : at + 2
  const hour = numberAt(run, hourAt)
  if (hour === undefined || hour < 1 || hour > 23) return undefined
  const half = halfAt(run, skip(run, hourAt + 1, 'oclock'))
  const whole = inHalf(hour, half?.half)
  if (whole === undefined) return undefined
  const minutes = isPast ? whole * 60 + (isHalf ? 30 : 15) : whole * 60 - (isHalf ? 30 : 15)
  const inDay = (minutes + 1440) % 1440
  const time = text(Math.floor(inDay / 60), inDay % 60)
  return { value: { time, ...(half ? { isHalfSaid: true } : {}) }, next: half?.next ?? skip(run, hourAt + 1, 'oclock') }
}

interface Digits {
  hour: number
  minute: number
  half?: 'am' | 'pm'
  /** "9:30", "9am": a time wherever it stands. */
  isClear: boolean
  /** "9.30" is one only beside "um" or "Uhr". */
  isPointed: boolean
}

function digitsOf(word: string): Digits | undefined {
  const found = /^(\d{1,2})(?:([:.])([0-5]\d))?(am|pm|a\.m|p\.m|h|uhr)?\.?$/.exec(word)
  if (!found) return undefined
  const [, hour, mark, minute, end] = found
  if (end === undefined && word.endsWith('.')) return undefined
  const half = end?.replaceAll('.', '')
  return {
    hour: Number(hour),
    minute: Number(minute ?? 0),
    ...(half === 'am' || half === 'pm' ? { half } : {}),
    isClear: mark === ':' || end === 'am' || end === 'pm' || end === 'a.m' || end === 'p.m' || end === 'uhr' || (end === 'h' && minute !== undefined),
    isPointed: mark === '.',
  }
}

const doubtful = (hour: number, minute: number): Doubt => ({ why: 'hour', options: [text(hour, minute), text(hour + 12, minute)] })

/** What is a time of day behind a day alone: "tomorrow 14h", and "9h" and "0900" where nothing follows: they might count something. */
export function clockBehindDay(run: Run, at: number, setting: Setting): Found<Clock> | undefined {
  const read = clockAt(run, at, setting)
  if (read) return read
  const from = skip(run, at, 'at')
  const word = run[from]
  const isLast = from + 1 >= run.length || word?.comma === true
  const form = isLast ? /^(?:([01]?\d|2[0-3])h|([01]\d|2[0-3])([0-5]\d))$/ : /^(1\d|2[0-3])h$/
  const [, short, hour = short, minute = '00'] = form.exec(word?.text ?? '') ?? []
  return hour === undefined ? undefined : { value: { time: text(Number(hour), Number(minute)) }, next: from + 1 }
}

const partFirst = /^(?:morgens|vormittags|nachmittags|abends|nachts)$/

/** "Abends um 8", "nachts um 3". */
function clockBehindPart(run: Run, at: number, setting: Setting): Found<Clock> | undefined {
  if (!partFirst.test(run[at]?.text ?? '') || !has(run, at + 1, 'at')) return undefined
  const read = clockAt(run, at + 1, setting)
  if (!read) return undefined
  const { time, isHalfSaid } = read.value
  const [hour, part] = [Number(time.slice(0, 2)), run[at]?.sense.part]
  const isEarly = part === 'morning' || (part === 'night' && (hour <= lastNightHour + 2 || hour === 12))
  const meant = isHalfSaid || hour === 0 ? hour : (inHalf(hour, isEarly ? 'am' : 'pm') ?? hour)
  return { value: { time: `${two(meant)}${time.slice(2)}`, isHalfSaid: true }, next: read.next }
}

/** "At nine": a word for an hour, where a number in digits would be one. */
function wordedHour(run: Run, at: number): number | undefined {
  const { number } = run[at]?.sense ?? {}
  return number !== undefined && (run[at]?.text.length ?? 0) > 2 && !(run[at]?.text ?? '').startsWith('ein') ? number : undefined
}

/** `isTimed`: it follows a day or a repetition. `setting` decides whether "at 5" is clear. */
export function clockAt(run: Run, at: number, setting: Setting): Found<Clock> | undefined {
  const from = skip(run, at, 'at')
  const isLed = from > at
  const named = run[from]?.sense.part
  if ((named === 'noon' && !has(run, from, 'numbered')) || named === 'midnight')
    return { value: { time: setting.partTimes[named], isHalfSaid: true }, next: from + 1 }
  const behind = fractionAt(run, from) ?? clockBehindPart(run, at, setting)
  if (behind) return behind
  const word = run[from]
  const spelled = isLed ? wordedHour(run, from) : undefined
  const digits = word && digitsOf(spelled === undefined ? word.text : String(spelled))
  if (!digits) return undefined
  const uhr = has(run, from + 1, 'oclock')
  if (digits.isPointed && !uhr && !isLed && digits.half === undefined) return undefined
  let next = uhr ? from + 2 : from + 1
  let { minute } = digits
  const after = run[next]
  if (uhr && minute === 0 && after && /^[0-5]\d$/.test(after.text)) {
    minute = Number(after.text)
    next++
  }
  // "Um 12 am Freitag": there "am" is a preposition.
  const spoken = digits.half === undefined && !(isLed && digits.hour === 12 && run[next]?.text === 'am') ? halfAt(run, next) : undefined
  // "At 1 tonight" is when the night is nearly over.
  const isAfterMidnight = run[next]?.sense.isTonight === true && (digits.hour <= lastNightHour || digits.hour === 12)
  const said = isAfterMidnight ? 'am' : spoken?.half
  const half = digits.half ?? (spoken && (digits.hour <= 12 || said === 'pm') ? said : undefined)
  const hour = inHalf(digits.hour, half)
  if (hour === undefined) return undefined
  if (spoken && half !== undefined && digits.half === undefined) next = spoken.next
  const time = text(hour, minute)
  if (digits.isClear || uhr || half !== undefined) return { value: { time, ...(half === undefined ? {} : { isHalfSaid: true }) }, next }
  if (!isLed) return undefined
  const isDoubtful = setting.clock === 12 && digits.hour >= 1 && digits.hour <= 6
  return { value: { time, isBare: true, ...(isDoubtful ? { doubt: doubtful(hour, minute) } : {}) }, next }
}
