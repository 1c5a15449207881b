import { type Static, Type } from 'typebox'
import { Id, nullable, object, oneOf, Timestamp } from './field.ts'

export const scheduleTypes = ['one_time', 'interval', 'weekly', 'monthly', 'rule'] as const
export type ScheduleType = (typeof scheduleTypes)[number]

const type = oneOf(scheduleTypes, 'How the reminder repeats.')
export const FireAt = Type.String({
  maxLength: 64,
  pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}(:[0-5]\\d([.,]\\d{1,9})?)?([Zz]|[+-]\\d{2}:?\\d{2})?$',
  description: 'one_time: the moment, ISO 8601. Without an offset it is a wall-clock time in `timezone`.',
  'x-hint': 'must be an ISO 8601 date and time, for example "2027-01-31T09:00:00Z"',
})
const IntervalDays = Type.Integer({ minimum: 1, maximum: 36_500, description: 'interval: days between two reminders.' })
const DayOfWeek = Type.Integer({ minimum: 0, maximum: 6, description: 'weekly: 0 is Sunday.' })
const DayOfMonth = Type.Integer({ minimum: 1, maximum: 31, description: 'monthly: a day that a month lacks means its last day.' })
const Time = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'weekly, monthly, rule, optional for interval: the time of day, HH:MM.',
  'x-hint': 'must be a time of day from 00:00 to 23:59, for example "09:00"',
})
const TimeZone = Type.String({ maxLength: 64, description: "IANA time zone, for example Europe/Berlin. Default: the machine's; on the cloud UTC." })
const Rule = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    'rule: an RRULE of RFC 5545 by days, weeks, months or years. FREQ=WEEKLY;INTERVAL=2;BYDAY=FR is every other Friday, FREQ=MONTHLY;BYDAY=1MO the first Monday of the month, FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5 every 5 May. COUNT or UNTIL ends it.',
  'x-hint': 'must be an RRULE of RFC 5545, for example "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"',
})
const StartsOn = Type.String({
  pattern: '^(19|[2-9]\\d)\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  description: 'rule: the day from which INTERVAL and COUNT are counted, YYYY-MM-DD. Default: the day on which the schedule is made.',
  'x-hint': 'must be a day from 1900 on, for example "2027-01-31"',
})
const BeforeDueMinutes = Type.Integer({
  minimum: 0,
  maximum: 525_600,
  description:
    "one_time, instead of fire_at: so many minutes before the task's `due`, at most a year. It moves with `due`, and waits while there is none. A `due` that is a day counts from 9:00 of it in `timezone`.",
})
const enabled = Type.Boolean({ description: 'Default: true.' })

export const Schedule = object('Schedule', {
  id: Id,
  task_id: Id,
  type,
  fire_at: nullable(Timestamp),
  before_due_minutes: nullable(BeforeDueMinutes),
  interval_days: nullable(IntervalDays),
  day_of_week: nullable(DayOfWeek),
  day_of_month: nullable(DayOfMonth),
  rule: nullable(Rule),
  starts_on: nullable(StartsOn),
  time: nullable(Time),
  timezone: TimeZone,
  enabled,
  next_fire_at: nullable(Timestamp),
  last_fired_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Schedule = Static<typeof Schedule>

export const NewSchedule = object('NewSchedule', {
  type,
  fire_at: Type.Optional(nullable(FireAt)),
  before_due_minutes: Type.Optional(nullable(BeforeDueMinutes)),
  interval_days: Type.Optional(nullable(IntervalDays)),
  day_of_week: Type.Optional(nullable(DayOfWeek)),
  day_of_month: Type.Optional(nullable(DayOfMonth)),
  rule: Type.Optional(nullable(Rule)),
  starts_on: Type.Optional(nullable(StartsOn)),
  time: Type.Optional(nullable(Time)),
  timezone: Type.Optional(TimeZone),
  enabled: Type.Optional(enabled),
})
export type NewSchedule = Static<typeof NewSchedule>

export const SchedulePatch = object('SchedulePatch', { ...NewSchedule.properties, type: Type.Optional(type) })
export type SchedulePatch = Static<typeof SchedulePatch>
