// Due dates and repetitions of other programs as Tandem's reminders.
import type { ImportedSchedule } from '../../schema/import.ts'
import { Temporal } from 'temporal-polyfill'
import { only } from './import-draft.ts'
import { morning } from './import-values.ts'
import { atWallClock, isDay, isTimeZone, readMoment, utc } from '../time/recurrence.ts'

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

/** A moment as for `once`, as clocks and calendars show it there. */
function wallOf(first: string | undefined, timezone: string | undefined): { day: string; time: string } | undefined {
  if (first === undefined) return undefined
  const wall = first.endsWith('Z')
    ? Temporal.Instant.from(first)
        .toZonedDateTimeISO(timezone ?? 'UTC')
        .toPlainDateTime()
        .toString()
    : first
  return { day: wall.slice(0, 10), time: wall.slice(11, 16) || morning }
}

/** What only an RRULE says; `first` as for `once`: from its day on it is counted, and at its time unless another one is named. */
export function byRule(rule: string, first: string | undefined, time?: string, timezone?: string): ImportedSchedule {
  const wall = wallOf(first, timezone)
  const zone = timezone ?? (first?.endsWith('Z') ? 'UTC' : undefined)
  return only({ type: 'rule' as const, rule, starts_on: wall?.day, time: time ?? wall?.time ?? morning, timezone: zone })
}

/** The day of the month on which something comes again that first came on `day`: of its last day, the last. */
export function monthDayOf(day: string): number {
  const date = Temporal.PlainDate.from(day)
  return date.day === date.daysInMonth && date.day > 28 ? -1 : date.day
}

export const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

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

const units: Record<string, string> = { daily: 'day', weekly: 'week', monthly: 'month', quarterly: 'quarter', yearly: 'year', annually: 'year' }

/**
 * "every day", "every other week", "every mon, fri at 9am", "every 15th", "every 3rd friday", "every jan 5": the English repetitions that Tandem
 * can keep. `first` is the next due moment as for `fire_at`. Undefined for all others.
 */
export function repeatOf(text: string, first: string | undefined, timezone?: string): ImportedSchedule[] | undefined {
  const plain = text.toLowerCase().trim().replaceAll(/\s+/g, ' ')
  const [, rule = '', at] = /^(?:every!?|ev!?|daily|weekly|monthly|quarterly|yearly|annually)(.*?)(?: (?:at |@ ?)(\d[\d:]*\s*(?:am|pm)?))?$/.exec(plain) ?? []
  const time = clockOf(at)
  if (!/^(?:ev|daily|weekly|monthly|quarterly|yearly|annually)/.test(plain) || (at !== undefined && time === undefined)) return undefined
  const unit = /^(daily|weekly|monthly|quarterly|yearly|annually)/.exec(plain)?.[1]
  const what = unit ? units[unit] + rule : rule.trim()
  const hour = time ?? (first && !first.endsWith('Z') ? first.slice(11, 16) : undefined)

  const [, count, step] = /^(?:(\d{1,3}|other) )?(day|week)s?$/.exec(what ?? '') ?? []
  if (step) return [everyDays((count === 'other' ? 2 : Number(count ?? 1)) * (step === 'week' ? 7 : 1), first, hour, timezone)]
  if (what === 'month' && first) return [monthly(Number(first.slice(8, 10)), hour, timezone)]
  const day = /^(?:month (?:on )?)?(?:the )?(\d{1,2})(?:st|nd|rd|th)$/.exec(what ?? '')?.[1]
  if (day && Number(day) >= 1 && Number(day) <= 31) return [monthly(Number(day), hour, timezone)]
  if (what === 'weekday' || what === 'workday') return [1, 2, 3, 4, 5].map((weekday) => weekly(weekday, hour, timezone))
  const days = (what ?? '').split(/, ?and | and |, ?|,/).map(dayName)
  if (days.every((weekday) => weekday >= 0)) return days.map((weekday) => weekly(weekday, hour, timezone))
  const rrule = rruleOf(what ?? '', wallOf(first, timezone)?.day)
  return rrule === undefined ? undefined : [byRule(rrule, first, hour, timezone)]
}

const places: Record<string, number> = { '1st': 1, first: 1, '2nd': 2, second: 2, '3rd': 3, third: 3, '4th': 4, fourth: 4, last: -1 }
const workWeek = 'MO,TU,WE,TH,FR'
const codeOf = (word: string) => weekdayCodes[dayName(word)]

/** What is counted in months or years needs a day to count from; "every other friday" begins with the next one. */
function rruleOf(what: string, firstDay: string | undefined): string | undefined {
  const [, other] = /^other ([a-z]+)$/.exec(what) ?? []
  if (other !== undefined) return codeOf(other) && `FREQ=WEEKLY;INTERVAL=2;BYDAY=${codeOf(other)}`
  const [, count = '1', unit] = /^(?:(\d{1,2}|other) )?(month|quarter|year)s?$/.exec(what) ?? []
  if (unit !== undefined && firstDay !== undefined) {
    const n = (count === 'other' ? 2 : Number(count)) * (unit === 'quarter' ? 3 : 1)
    if (n < 1 || (unit === 'year' && n > 40)) return undefined
    const every = n === 1 ? '' : `INTERVAL=${n};`
    return unit === 'year'
      ? `FREQ=YEARLY;${every}BYMONTH=${Number(firstDay.slice(5, 7))};BYMONTHDAY=${Number(firstDay.slice(8))}`
      : `FREQ=MONTHLY;${every}BYMONTHDAY=${monthDayOf(firstDay)}`
  }
  const [, place = '', name = ''] = /^(?:the )?(\w+) (\w+)(?: of (?:the|each|every) month)?$/.exec(what) ?? []
  const nth = places[place]
  if (nth !== undefined) {
    if (/^(?:weekday|workday)$/.test(name)) return `FREQ=MONTHLY;BYDAY=${workWeek};BYSETPOS=${nth}`
    if (name === 'day' && nth === -1) return 'FREQ=MONTHLY;BYMONTHDAY=-1'
    return codeOf(name) && `FREQ=MONTHLY;BYDAY=${nth}${codeOf(name)}`
  }
  const [, a = '', b = ''] = /^(?:year on )?(?:the )?(\w+?)(?:st|nd|rd|th)? (?:of )?(\w+?)(?:st|nd|rd|th)?$/.exec(what) ?? []
  const [day, month] = /^\d+$/.test(a) ? [a, b] : [b, a]
  const date = writtenDate(`${day} ${month} 2028`)
  return date !== undefined && isDay(date) ? `FREQ=YEARLY;BYMONTH=${Number(date.slice(5, 7))};BYMONTHDAY=${Number(date.slice(8, 10))}` : undefined
}
