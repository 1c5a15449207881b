import { Type } from 'typebox'
import { Id, object, oneOf } from '../schema/field.ts'
import { listedStates, Reminder, Snooze } from '../schema/reminder.ts'
import { paging } from './paging.ts'
import { defineContract } from './route.ts'

const ReminderParams = object('ReminderParams', { id: Id })
const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

export const reminderContract = defineContract({
  listReminders: {
    method: 'GET',
    path: '/reminders',
    tag: 'Reminders',
    summary: 'Reminders that came due, newest first; with ?state=upcoming those to come, soonest first',
    query: object('ReminderQuery', {
      state: Type.Optional(
        Type.Array(oneOf(listedStates, 'May repeat; upcoming stands alone.'), { description: 'Default: all but upcoming. May repeat; upcoming stands alone.' }),
      ),
      task_id: Type.Optional(Id),
      from: moment('Due at or after this moment (RFC 3339).'),
      until: moment('Due before this moment. Default for upcoming: seven days from now; at most 366.'),
      ...paging,
    }),
    reply: Type.Array(Reminder),
    status: 200,
  },
  getReminder: { method: 'GET', path: '/reminders/:id', tag: 'Reminders', summary: 'Read one', params: ReminderParams, reply: Reminder, status: 200 },
  acknowledgeReminder: {
    method: 'POST',
    path: '/reminders/:id/acknowledge',
    tag: 'Reminders',
    summary: 'Acknowledge a reminder: removes it from the list and its notification from the screen',
    params: ReminderParams,
    reply: Reminder,
    status: 200,
    idempotent: true,
  },
  snoozeReminder: {
    method: 'POST',
    path: '/reminders/:id/snooze',
    tag: 'Reminders',
    summary: 'Remind again later',
    params: ReminderParams,
    body: Snooze,
    reply: Reminder,
    status: 200,
    idempotent: true,
  },
  reopenReminder: {
    method: 'POST',
    path: '/reminders/:id/reopen',
    tag: 'Reminders',
    summary: 'Reopen an acknowledged or snoozed reminder: it is listed again, without another notification',
    params: ReminderParams,
    reply: Reminder,
    status: 200,
    idempotent: true,
  },
})
