// Dates in the person's own words, by Intl: the clock has 12 or 24 hours as they chose, or as it does where they are.
import { locale, m } from './messages.ts'
import { clockHours } from './when/habits.ts'

/** Making a formatter costs a hundred times what using it does. */
function kept<Options, Format>(make: new (locale: string, options: Options) => Format): (options: Options) => Format {
  const made = new Map<string, Format>()
  return (options) => {
    const key = JSON.stringify(options)
    const known = made.get(key) ?? new make(locale, options)
    made.set(key, known)
    return known
  }
}
const numbers = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
const moments = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
const distances = kept<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(Intl.RelativeTimeFormat)

const minute = 60_000
const day = 24 * 60 * minute
/** "9:04 AM", but "09:04". */
const hourCycle = clockHours === 12 ? 'h12' : 'h23'
const time: Intl.DateTimeFormatOptions = { hour: clockHours === 12 ? 'numeric' : '2-digit', minute: '2-digit', hourCycle }

/** "now", "4 min", "Tue 11:04 AM", "21 Nov", "21 Nov 2025": short enough for the edge of a row. */
export function shortTime(iso: string, now = Date.now()): string {
  const date = new Date(iso)
  const age = now - date.getTime()
  if (age < minute) return distances({ numeric: 'auto', style: 'narrow' }).format(0, 'second')
  if (age < 60 * minute) return numbers({ style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(Math.floor(age / minute))
  if (new Date(now).toDateString() === date.toDateString()) return format(date, time)
  if (age < 6 * day) return format(date, { weekday: 'short', ...time })
  return format(date, { day: 'numeric', month: 'short', ...otherYear(date, now) })
}

/** The year belongs to a day only where it is not the present one. */
function otherYear(date: Date, now: number): Intl.DateTimeFormatOptions {
  return date.getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' }
}

/** "May 5, 2027". */
export function dayText(iso: string): string {
  return format(new Date(iso), { day: 'numeric', month: 'long', year: 'numeric' })
}

/** "Fri 28 Nov", "Fri 5 May 2028": for a row of moments. */
export function shortMoment(iso: string, now = Date.now()): string {
  const date = new Date(iso)
  return format(date, { weekday: 'short', day: 'numeric', month: 'short', ...otherYear(date, now) })
}

/** "tomorrow", "in 6 days", "3 hours ago", "just now": for the middle of a sentence. */
export function fromNow(iso: string, now = Date.now()): string {
  const ahead = Date.parse(iso) - now
  const words = distances({ numeric: 'auto' })
  if (Math.abs(ahead) < minute) return ahead > 0 ? m.soon : m.justNow
  if (Math.abs(ahead) >= day) return words.format(Math.round(ahead / day), 'day')
  if (Math.abs(ahead) >= 60 * minute) return words.format(Math.round(ahead / (60 * minute)), 'hour')
  return words.format(Math.round(ahead / minute), 'minute')
}

/** The same of what has been: a clock that is a little ahead elsewhere must not put it into the future. */
export const ago = (iso: string, now = Date.now()): string => fromNow(new Date(Math.min(Date.parse(iso), now)).toISOString(), now)

export const isOver = (iso: string, now = Date.now()): boolean => Date.parse(iso) <= now

export function fullTime(iso: string): string {
  return format(new Date(iso), { dateStyle: 'full', timeStyle: 'short', hourCycle })
}

/** "yesterday", "today", "tomorrow"; undefined for any other day. */
function nearDay(date: Date, now: number): string | undefined {
  const startOf = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
  const ahead = Math.round((startOf(date) - startOf(new Date(now))) / day)
  return Math.abs(ahead) <= 1 ? distances({ numeric: 'auto' }).format(ahead, 'day') : undefined
}

/** "today", "tomorrow", "Fri 27 Nov", "Fri 27 Nov 2028". */
export function shortDay(date: Date, now = Date.now()): string {
  return nearDay(date, now) ?? format(date, { weekday: 'short', day: 'numeric', month: 'short', ...otherYear(date, now) })
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "Friday, 21 November", "Friday, 21 November 2025": for the headings of a timeline; today and yesterday by name. */
export function dayName(iso: string, now = Date.now()): string {
  const date = new Date(iso)
  const near = nearDay(date, now)
  return near !== undefined ? capital(near) : format(date, { weekday: 'long', day: 'numeric', month: 'long', ...otherYear(date, now) })
}

export function clock(iso: string): string {
  return format(new Date(iso), time)
}

/** "11:04 – 11:20 AM". */
export function clockRange(from: string, to: string): string {
  return moments(time).formatRange(new Date(from), new Date(to))
}

/** A time of day as the API has it, HH:MM. */
export function timeOfDay(text: string): string {
  const [hour, minutes] = text.split(':').map(Number)
  return format(new Date(2000, 0, 1, hour, minutes), time)
}

/** "Fri, Nov 28, 9:00 AM": a moment as it stands in a calendar. */
export function calendarMoment(date: Date, now = new Date()): string {
  return format(date, { weekday: 'short', day: 'numeric', month: 'short', ...time, ...otherYear(date, now.getTime()) })
}

/** "Monday"; 0 is Sunday, and 4 January 1970 was one. */
export function weekday(day: number): string {
  return format(new Date(Date.UTC(1970, 0, 4 + day)), { weekday: 'long', timeZone: 'UTC' })
}

export function count(value: number): string {
  return numbers({}).format(value)
}

/** Of bytes. */
export function megabytes(bytes: number): string {
  return numbers({ style: 'unit', unit: 'megabyte', maximumFractionDigits: bytes < 1e7 ? 1 : 0 }).format(bytes / 1e6)
}

export function percent(value: number): string {
  return numbers({ style: 'percent' }).format(value)
}

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return moments(options).format(date)
}
