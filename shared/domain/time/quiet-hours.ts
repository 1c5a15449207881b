// The hours of a day in which no reminder is shown. Pure: the zone and the moment are arguments.
import { Temporal } from 'temporal-polyfill'
import { atWallClock } from './recurrence.ts'

export interface QuietHours {
  enabled: boolean
  /** HH:MM; later than `until` means over midnight. */
  from: string
  until: string
}

/** When the quiet time that `now` falls into ends; undefined when it is not quiet. */
export function quietUntil(hours: QuietHours, zone: string, now: Date): Date | undefined {
  if (!hours.enabled || hours.from === hours.until) return undefined
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const at = (date: Temporal.PlainDate, time: string) => atWallClock(date.toPlainDateTime(Temporal.PlainTime.from(time)), zone).epochMilliseconds
  for (const date of [today, today.subtract({ days: 1 })]) {
    const start = at(date, hours.from)
    const end = at(hours.until > hours.from ? date : date.add({ days: 1 }), hours.until)
    if (start <= now.getTime() && now.getTime() < end) return new Date(end)
  }
  return undefined
}
