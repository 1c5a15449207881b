// When a reminder comes, as `tandem remind` is told it.
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import type { Input } from './command.ts'
import { UsageError } from '../exit-codes.ts'
import { number } from '../read-input.ts'

export const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const units: Record<string, number> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 }

/** "30m", "2h", "1d", "1w"; a number alone means minutes. */
function minutesOf(text: string): number {
  const [, amount, unit = 'm'] = /^(\d{1,6})([mhdw])?$/i.exec(text.trim()) ?? []
  if (amount === undefined) throw new UsageError(`--before-due takes minutes, hours, days or weeks, such as 30m, 2h, 1d or 1w; got '${text}'.`)
  return Number(amount) * (units[unit.toLowerCase()] as number)
}

/** A moment as the service takes it: a day and a time; named by its option where it is none. */
function momentOf(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/i.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new UsageError(`--at must be a date and a time, such as 2027-01-31T09:00:00Z; got '${text}'.`)
}

export function rule(input: Input): NewSchedule {
  const more = { ...(input.text('time') ? { time: input.text('time') } : {}), ...(input.text('timezone') ? { timezone: input.text('timezone') } : {}) }
  if (input.text('at'))
    return { type: 'one_time', fire_at: momentOf(input.text('at') as string), ...(input.text('timezone') ? { timezone: input.text('timezone') } : {}) }
  if (input.text('before-due') !== undefined)
    return {
      type: 'one_time',
      before_due_minutes: minutesOf(input.text('before-due') as string),
      ...(input.text('timezone') ? { timezone: input.text('timezone') } : {}),
    }
  if (input.text('every')) return { type: 'interval', interval_days: number(input.text('every'), '--every'), ...more }
  if (input.text('monthly')) return { type: 'monthly', day_of_month: number(input.text('monthly'), '--monthly'), ...more }
  if (input.text('rule')) return { type: 'rule', rule: input.text('rule'), ...(input.text('from') ? { starts_on: input.text('from') } : {}), ...more }
  const day = input.text('weekly')?.toLowerCase()
  if (day === undefined)
    throw new UsageError(
      'Say when: "Friday 9am" or "every other Friday at 9" after the number, or --at "2027-01-31T09:00", --before-due 30m, --every DAYS, --weekly monday --time 09:00, --monthly 31 --time 09:00, or --rule "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR" --time 09:00.',
    )
  const index = days.findIndex((name) => day.length >= 2 && name.startsWith(day))
  if (index < 0) throw new UsageError(`--weekly takes a day such as monday; got '${day}'.`)
  return { type: 'weekly', day_of_week: index, ...more }
}
