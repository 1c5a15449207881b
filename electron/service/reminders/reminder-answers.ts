// What a person or an agent answers to a reminder: done with it, later, or not answered after all.
import { invalidField } from '../../../shared/domain/app-error.ts'
import { readMoment } from '../../../shared/domain/time/recurrence.ts'
import { longestSnooze, type Snooze } from '../../../shared/schema/reminder.ts'
import { actorOnly, type Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { ReminderChanges } from './reminder-changes.ts'
import type { StoredReminder } from './reminder-store.ts'

const minute = 60_000

/** When a snooze ends; `zone` for a moment that names none. */
export function snoozeEnd({ minutes, until: moment }: Snooze, now: Date, zone: string): string {
  if ((minutes === undefined) === (moment === undefined)) throw invalidField('', 'Send either minutes (such as 10) or until (such as "2027-01-31T09:00:00Z").')
  if (minutes !== undefined) return new Date(now.getTime() + minutes * minute).toISOString()
  const read = readMoment(moment as string, zone)
  if (read === undefined) throw invalidField('/until', `until must be a valid moment, such as "2027-01-31T09:00:00Z"; got '${moment}'`)
  const ahead = Date.parse(read) - now.getTime()
  if (ahead <= 0 || ahead > longestSnooze * minute)
    throw invalidField('/until', `until must be in the future, within a year; got '${moment}', and it is ${now.toISOString()} now`)
  return read
}

export function createAnswers({ journal, now, zone }: { journal: Journal; now: () => Date; zone: () => string }, { set, existing }: ReminderChanges) {
  return {
    acknowledge(id: number, ctx: Context): StoredReminder {
      return journal.write(ctx.actor, () => {
        const reminder = existing(id)
        if (reminder.state === 'acknowledged') return reminder
        return set(reminder, { state: 'acknowledged', acknowledged_at: now().toISOString(), acknowledged_by: actorOnly(ctx.actor), snoozed_until: null })
      })
    },

    /** Any of them can be put off, also one that was acknowledged by mistake. */
    snooze(id: number, how: Snooze, ctx: Context): StoredReminder {
      const snoozed_until = snoozeEnd(how, now(), zone())
      return journal.write(ctx.actor, () => set(existing(id), { state: 'snoozed', snoozed_until, acknowledged_at: null, acknowledged_by: null }))
    },

    /** It waits on the list again, as it did before somebody answered it; one that nobody answered stays as it is. What was shown is not shown again. */
    reopen(id: number, ctx: Context): StoredReminder {
      return journal.write(ctx.actor, () => {
        const reminder = existing(id)
        if (reminder.state !== 'acknowledged' && reminder.state !== 'snoozed') return reminder
        const state = reminder.delivered_at !== null ? 'delivered' : reminder.fired_at !== null ? 'fired' : 'due'
        return set(reminder, { state, snoozed_until: null, acknowledged_at: null, acknowledged_by: null })
      })
    },
  }
}
