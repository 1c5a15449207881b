// Which fields a reminder of each type needs, and which do not belong to it.
import type { NewSchedule, Schedule, SchedulePatch, ScheduleType } from '../../schema/schedule.ts'
import { AppError, type FieldError } from '../app-error.ts'
import { dayIn, isDay, isTimeZone, readMoment } from './recurrence.ts'
import { comesOnce, type RuleDays } from './rule-days.ts'
import { asStored, readRule, RuleProblem } from './rule-text.ts'

const typeFields = ['fire_at', 'before_due_minutes', 'interval_days', 'day_of_week', 'day_of_month', 'rule', 'starts_on', 'time'] as const
type TypeField = (typeof typeFields)[number]

/** What a rule is checked with: when it was made (where its counting begins unless it says so), and the library that knows its days. */
export interface RuleSetting {
  at: string
  days: RuleDays
}

/** What a schedule says about its moments, whoever computes them. */
export type ScheduleRule = Pick<Schedule, TypeField | 'type' | 'timezone' | 'enabled'>

const needed: Record<ScheduleType, readonly TypeField[]> = {
  one_time: ['fire_at'],
  interval: ['interval_days'],
  weekly: ['day_of_week', 'time'],
  monthly: ['day_of_month', 'time'],
  rule: ['rule', 'time'],
}
const alsoAllowed: Partial<Record<ScheduleType, readonly TypeField[]>> = { one_time: ['before_due_minutes'], interval: ['time'], rule: ['starts_on'] }

const example: Record<TypeField, string> = {
  fire_at: '"2027-01-31T09:00:00Z"',
  before_due_minutes: '30',
  interval_days: '14',
  day_of_week: '1 for Monday',
  day_of_month: '31',
  rule: '"FREQ=WEEKLY;INTERVAL=2;BYDAY=FR" for every other Friday',
  starts_on: '"2027-01-31"',
  time: '"09:00"',
}

function belongs(type: ScheduleType, field: TypeField): boolean {
  return needed[type].includes(field) || (alsoAllowed[type]?.includes(field) ?? false)
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** What is wrong with a whole schedule (after a patch was applied, or as sent for a new one). */
function scheduleErrors(schedule: NewSchedule & { timezone: string }): FieldError[] {
  const { type, timezone } = schedule
  // A newer Tandem may know more types.
  if (!Object.hasOwn(needed, type)) return [{ pointer: '/type', detail: `this Tandem knows no schedules of type '${type}'; it may be too old for it` }]
  const errors: FieldError[] = []
  const isBeforeDue = type === 'one_time' && isGiven(schedule.before_due_minutes)
  for (const field of needed[type]) {
    if (isGiven(schedule[field]) || isBeforeDue) continue
    const otherwise = field === 'fire_at' ? ', or before_due_minutes, for example 30, to be reminded before the task is due' : ''
    errors.push({ pointer: `/${field}`, detail: `${field} is required for a ${type} schedule, for example ${example[field]}${otherwise}` })
  }
  if (isBeforeDue && isGiven(schedule.fire_at))
    errors.push({ pointer: '/before_due_minutes', detail: 'before_due_minutes and fire_at are two moments; send one of them' })
  for (const field of typeFields) {
    if (isGiven(schedule[field]) && !belongs(type, field)) {
      errors.push({ pointer: `/${field}`, detail: `${field} does not belong to a ${type} schedule; leave it out` })
    }
  }
  if (!isTimeZone(timezone)) errors.push({ pointer: '/timezone', detail: `timezone must be an IANA name such as Europe/Berlin; got '${timezone}'` })
  else if (typeof schedule.fire_at === 'string' && readMoment(schedule.fire_at, timezone) === undefined) {
    errors.push({ pointer: '/fire_at', detail: `fire_at must be a valid moment, such as "2027-01-31T09:00:00Z"; got '${schedule.fire_at}'` })
  }
  if (typeof schedule.starts_on === 'string' && !isDay(schedule.starts_on))
    errors.push({ pointer: '/starts_on', detail: `starts_on must be a day of the calendar, such as "2027-01-31"; got '${schedule.starts_on}'` })
  return errors
}

/** What is wrong with the RRULE itself. */
function ruleErrors(rule: string, starts_on: string, days: RuleDays): FieldError[] {
  try {
    readRule(rule)
  } catch (error) {
    if (error instanceof RuleProblem) return [{ pointer: '/rule', detail: error.message }]
    throw error
  }
  if (comesOnce(rule, starts_on, days)) return []
  const detail = `rule never comes, counted from ${starts_on}: no day fits all of its parts, or its end is before the first one; send one with days that exist`
  return [{ pointer: '/rule', detail }]
}

/** Checks a whole rule; throws what is wrong with it. fire_at becomes UTC, an RRULE is written in capitals. */
export function checkedRule(rule: NewSchedule & { timezone: string }, { at, days }: RuleSetting): ScheduleRule {
  const errors = scheduleErrors(rule)
  const rrule = typeof rule.rule === 'string' && rule.type === 'rule' ? asStored(rule.rule) : null
  const starts_on = rrule !== null && errors.length === 0 ? (rule.starts_on ?? dayIn(rule.timezone, at)) : null
  if (rrule !== null && starts_on !== null) errors.push(...ruleErrors(rrule, starts_on, days))
  if (errors.length > 0) throw new AppError('invalid', errors.map((error) => error.detail).join('; '), { errors })
  return {
    type: rule.type,
    fire_at: rule.fire_at ? (readMoment(rule.fire_at, rule.timezone) as string) : null,
    before_due_minutes: rule.before_due_minutes ?? null,
    interval_days: rule.interval_days ?? null,
    day_of_week: rule.day_of_week ?? null,
    day_of_month: rule.day_of_month ?? null,
    rule: rrule,
    starts_on,
    time: rule.time ?? null,
    timezone: rule.timezone,
    enabled: rule.enabled ?? true,
  }
}

/**
 * The rule that a patch makes. Another type leaves behind what does not belong to it, and of the two ways to say when a one_time reminder comes
 * the one that is sent replaces the other; what the patch itself sends is checked.
 */
export function patchedRule(rule: ScheduleRule, patch: SchedulePatch, setting: RuleSetting): ScheduleRule {
  const type = patch.type ?? rule.type
  const isReplaced = (field: TypeField) =>
    (field === 'fire_at' && isGiven(patch.before_due_minutes)) || (field === 'before_due_minutes' && isGiven(patch.fire_at))
  const kept = Object.fromEntries(typeFields.map((field) => [field, belongs(type, field) && !isReplaced(field) ? rule[field] : null]))
  return checkedRule({ ...kept, timezone: rule.timezone, enabled: rule.enabled, ...patch, type }, setting)
}
