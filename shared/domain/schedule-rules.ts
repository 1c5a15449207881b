// Which fields a reminder of each type needs, and which do not belong to it.
import type { NewSchedule, ScheduleType } from '../schema/schedule.ts'
import type { FieldError } from './app-error.ts'
import { isTimeZone, readMoment } from './recurrence.ts'

const typeFields = ['fire_at', 'interval_days', 'day_of_week', 'day_of_month', 'time'] as const
export type TypeField = (typeof typeFields)[number]

const needed: Record<ScheduleType, readonly TypeField[]> = {
  one_time: ['fire_at'],
  interval: ['interval_days'],
  weekly: ['day_of_week', 'time'],
  monthly: ['day_of_month', 'time'],
}
const alsoAllowed: Partial<Record<ScheduleType, readonly TypeField[]>> = { interval: ['time'] }

const example: Record<TypeField, string> = {
  fire_at: '"2027-01-31T09:00:00Z"',
  interval_days: '14',
  day_of_week: '1 for Monday',
  day_of_month: '31',
  time: '"09:00"',
}

export function belongs(type: ScheduleType, field: TypeField): boolean {
  return needed[type].includes(field) || (alsoAllowed[type]?.includes(field) ?? false)
}

/** What is wrong with a whole schedule (after a patch was applied, or as sent for a new one). */
export function scheduleErrors(schedule: NewSchedule & { timezone: string }): FieldError[] {
  const { type, timezone } = schedule
  const errors: FieldError[] = []
  for (const field of needed[type]) {
    if (schedule[field] === undefined || schedule[field] === null)
      errors.push({ pointer: `/${field}`, detail: `${field} is required for a ${type} schedule, for example ${example[field]}` })
  }
  for (const field of typeFields) {
    if (schedule[field] !== undefined && schedule[field] !== null && !belongs(type, field)) {
      errors.push({ pointer: `/${field}`, detail: `${field} does not belong to a ${type} schedule; leave it out` })
    }
  }
  if (!isTimeZone(timezone)) errors.push({ pointer: '/timezone', detail: `timezone must be an IANA name such as Europe/Berlin; got '${timezone}'` })
  else if (typeof schedule.fire_at === 'string' && readMoment(schedule.fire_at, timezone) === undefined) {
    errors.push({ pointer: '/fire_at', detail: `fire_at must be a moment that exists, such as "2027-01-31T09:00:00Z"; got '${schedule.fire_at}'` })
  }
  return errors
}
