// Due dates and repetitions of other programs as Tandem's reminders.
import type { ImportedSchedule } from '../../schema/import.ts'
import { Temporal } from 'temporal-polyfill'
import { only } from './import-draft.ts'
import { morning } from './import-values.ts'
import { atWallClock, isTimeZone, readMoment, utc } from '../time/recurrence.ts'

export function zoneOf(value: unknown): string | undefined {
  return typeof value === 'string' && isTimeZone(value) ? value : undefined
}

export function once(fire_at: string, timezone?: string): ImportedSchedule {
  return only({ type: 'one_time' as const, fire_at, timezone })
}

/**
 * Every so many days, first at `first` (as `fire_at` says a moment). Days are counted from the creation of a reminder, so it is
 * created one step before its first day.
 */
export function everyDays(days: number, first: string | undefined, time: string | undefined, timezone?: string): ImportedSchedule {
  const hour = time ?? (first && !first.endsWith('Z') ? first.slice(11, 16) : undefined)
  return only({ type: 'interval' as const, interval_days: days, time: hour, timezone, created_at: first && dayBefore(first, days, timezone) })
}

function dayBefore(first: string, days: number, timezone: string | undefined): string | undefined {
  // Noon in UTC is the same day nearly everywhere: good for a wall-clock time whose zone only the service knows.
  const moment = first.endsWith('Z') || timezone ? readMoment(first, timezone ?? 'UTC') : `${first.slice(0, 10)}T12:00:00.000Z`
  if (moment === undefined) return undefined
  const zone = timezone ?? 'UTC'
  return utc(atWallClock(Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDateTime().subtract({ days }), zone))
}

export function weekly(day_of_week: number, time = morning, timezone?: string): ImportedSchedule {
  return only({ type: 'weekly' as const, day_of_week, time, timezone })
}

export function monthly(day_of_month: number, time = morning, timezone?: string): ImportedSchedule {
  return only({ type: 'monthly' as const, day_of_month, time, timezone })
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
const startsWith = (list: readonly string[], word: string) => (word.length < 3 ? -1 : list.findIndex((name) => name.startsWith(word)))
const dayName = (word: string) => startsWith(weekdays, word.replace(/^(tues|weds?|thurs?)$/, (short) => short.slice(0, 3)).replace(/(day)s$/, '$1'))

/** "9am", "9:30 pm", "18:00" → HH:MM. */
export function clockOf(text: string | undefined): string | undefined {
  const [, hour, minute = '00', half] = /^(\d{1,2})(?::(\d\d))?\s*(am|pm)?$/i.exec(text?.trim() ?? '') ?? []
  if (hour === undefined || (!half && !text?.includes(':'))) return undefined
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return hours > 23 || Number(minute) > 59 ? undefined : `${String(hours).padStart(2, '0')}:${minute}`
}

/** "Oct 5 2026", "5 October 2026" → YYYY-MM-DD. Dates without a year could be any year's. */
export function writtenDate(text: string): string | undefined {
  const [, a = '', b = '', year] = /^(\w+?)(?:st|nd|rd|th)?\.? (\w+?)(?:st|nd|rd|th)?,? (\d{4})$/.exec(text.trim().toLowerCase().replace(',', '')) ?? []
  const [day, name] = /^\d+$/.test(a) ? [a, b] : [b, a]
  const month = startsWith(months, name)
  if (!year || month < 0 || !/^\d{1,2}$/.test(day)) return undefined
  return `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * "every day", "every other week", "every mon, fri at 9am", "every 15th": the English repetitions that Tandem can keep. `first` is the
 * next due moment as for `fire_at`. Undefined for all others.
 */
export function repeatOf(text: string, first: string | undefined, timezone?: string): ImportedSchedule[] | undefined {
  const plain = text.toLowerCase().trim().replaceAll(/\s+/g, ' ')
  const [, rule = '', at] = /^(?:every!?|ev!?|daily|weekly|monthly)(.*?)(?: (?:at |@ ?)(\d[\d:]*\s*(?:am|pm)?))?$/.exec(plain) ?? []
  const time = clockOf(at)
  if (!/^(?:ev|daily|weekly|monthly)/.test(plain) || (at !== undefined && time === undefined)) return undefined
  const unit = /^(daily|weekly|monthly)/.exec(plain)?.[1]
  const what = unit ? { daily: 'day', weekly: 'week', monthly: 'month' }[unit] + rule : rule.trim()
  const hour = time ?? (first && !first.endsWith('Z') ? first.slice(11, 16) : undefined)

  const [, count, step] = /^(?:(\d{1,3}|other) )?(day|week)s?$/.exec(what ?? '') ?? []
  if (step) return [everyDays((count === 'other' ? 2 : Number(count ?? 1)) * (step === 'week' ? 7 : 1), first, hour, timezone)]
  if (what === 'month' && first) return [monthly(Number(first.slice(8, 10)), hour, timezone)]
  const day = /^(?:month (?:on )?)?(?:the )?(\d{1,2})(?:st|nd|rd|th)$/.exec(what ?? '')?.[1]
  if (day && Number(day) >= 1 && Number(day) <= 31) return [monthly(Number(day), hour, timezone)]
  if (what === 'weekday' || what === 'workday') return [1, 2, 3, 4, 5].map((weekday) => weekly(weekday, hour, timezone))
  const days = (what ?? '').split(/, ?and | and |, ?|,/).map(dayName)
  return days.every((weekday) => weekday >= 0) ? days.map((weekday) => weekly(weekday, hour, timezone)) : undefined
}
