import { Type } from 'typebox'
import { object } from '../../../../shared/schema/field.ts'
import { NewSchedule } from '../../../../shared/schema/schedule.ts'
import type { McpDeps } from '../deps.ts'
import { TaskId, WriteAnswer } from '../answers/rows.ts'
import { reminderRow } from '../answers/task-detail.ts'
import { defineTool, type Tool } from '../tool.ts'

const { type, fire_at, before_due_minutes, interval_days, day_of_week, day_of_month, rule, starts_on, time, timezone } = NewSchedule.properties

/** The field with the words that an agent needs, in place of those of the REST documentation. (A copy is no longer optional by itself.) */
const said = <S extends object>(schema: S, description: string): S => ({ ...schema, description })

export function reminderTools({ tasks, schedules }: McpDeps): Tool[] {
  return [
    defineTool({
      name: 'schedule_reminder',
      profile: 'full',
      description: 'Remind the person of a task.',
      input: object('ScheduleReminder', {
        id: TaskId,
        type: said(type, 'Says which of the fields below are needed'),
        fire_at: Type.Optional(said(fire_at, 'one_time: ISO 8601')),
        before_due_minutes: Type.Optional(said(before_due_minutes, 'one_time, instead of fire_at: moves with due')),
        interval_days: Type.Optional(said(interval_days, 'interval')),
        day_of_week: Type.Optional(said(day_of_week, 'weekly: 0 is Sunday')),
        day_of_month: Type.Optional(said(day_of_month, 'monthly')),
        rule: Type.Optional(said(rule, 'rule: RRULE by day, week, month or year, e.g. FREQ=MONTHLY;BYDAY=1MO')),
        starts_on: Type.Optional(said(starts_on, 'rule: day it counts from')),
        time: Type.Optional(said(time, 'weekly, monthly, rule: HH:MM')),
        timezone: Type.Optional(said(timezone, 'IANA')),
      }),
      output: object('ReminderAnswer', { ...WriteAnswer.properties, reminder: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })) }),
      annotations: { destructiveHint: false },
      writes: 'remind',
      before: ({ id }) => void tasks.get(id),
      run: ({ id, ...input }, { actor }) => ({ outcome: 'created', reminder: reminderRow(schedules.create(id, input, { actor })) }),
    }),
  ]
}
