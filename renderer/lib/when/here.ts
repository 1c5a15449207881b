// The reading of "when" by the clock, the zone and the habits of this device. Loaded when somebody types one: it brings the grammar along.
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import { createRuleDays, type RuleLibrary } from '../../../shared/domain/time/rule-library.ts'
import { nextTimes } from '../../../shared/domain/time/when/next-times.ts'
import { type Purpose, readWhen, type When } from '../../../shared/domain/time/when/read-when.ts'
import { dayKey } from '../moments.ts'
import { habits } from './habits.ts'

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const readHere = (text: string, purpose: Purpose): When => readWhen(text, { now: new Date(), timezone: zone(), ...habits(), purpose })

let library: RuleLibrary | undefined
const ruleDays = createRuleDays(() => library as RuleLibrary)

/** The next moments of reminders that are not made yet, in order. The library for rules is large, and loaded for the first rule. */
export async function nextMoments(schedules: readonly NewSchedule[], many = 3): Promise<string[]> {
  if (schedules.some(({ type }) => type === 'rule')) library ??= await import('rrule-temporal')
  const now = new Date().toISOString()
  const moments = schedules.flatMap((schedule) => nextTimes(schedule, now, zone(), many, ruleDays))
  return [...new Set(moments)].sort().slice(0, many)
}

/** What is due whenever it repeats is due for the first time on the day of its first moment. */
export async function dueOf({ due, isDueRepeating, schedules }: When): Promise<string | undefined> {
  if (due !== undefined || !isDueRepeating) return due
  const [first] = await nextMoments(
    schedules.filter(({ type }) => type !== 'one_time'),
    1,
  )
  return first && dayKey(first)
}
