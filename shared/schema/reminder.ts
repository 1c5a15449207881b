import { type Static, Type } from 'typebox'
import { Actor } from './actor.ts'
import { Id, nullable, object, oneOf, Timestamp } from './field.ts'
import { FireAt, scheduleTypes } from './schedule.ts'

/** due: held back for now · fired: on its way, or not known to have arrived · delivered: shown · missed: overtaken by the next one. */
export const reminderStates = ['due', 'fired', 'delivered', 'acknowledged', 'snoozed', 'missed'] as const
export type ReminderState = (typeof reminderStates)[number]
export const listedStates = [...reminderStates, 'upcoming'] as const

/** One moment at which a schedule reminds: kept from when it is due, computed before (`upcoming`, without an id). */
export const Reminder = object('Reminder', {
  id: nullable(Id),
  schedule_id: Id,
  task_id: Id,
  title: Type.String({ description: "The task's title." }),
  type: oneOf(scheduleTypes, "The schedule's type."),
  due_at: Timestamp,
  state: oneOf(listedStates, 'Where it stands.'),
  late: Type.Boolean({ description: 'It fired after its moment: Tandem was off, the machine asleep, or it was quiet time.' }),
  fired_at: nullable(Timestamp),
  delivered_at: nullable(Timestamp),
  delivered_via: nullable(Type.String({ description: 'What showed it; "log" and "none" are seen by nobody: show those yourself.' })),
  notice: nullable(Type.String({ description: 'The notice it was part of; use it as the tag of a notification, so that it is shown once.' })),
  snoozed_until: nullable(Timestamp),
  acknowledged_at: nullable(Timestamp),
  acknowledged_by: nullable(Actor),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Reminder = Static<typeof Reminder>

export const longestSnooze = 527_040
export const Snooze = object('Snooze', {
  minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: longestSnooze, description: 'From now. Either this or until.' })),
  until: Type.Optional({ ...FireAt, description: "A moment, ISO 8601; without an offset the machine's wall-clock time. Either this or minutes." }),
})
export type Snooze = Static<typeof Snooze>
