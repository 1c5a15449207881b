import type { reminderContract } from '../../../shared/contract/reminders.ts'
import { invalidField } from '../../../shared/domain/app-error.ts'
import { requireUtc } from '../../../shared/domain/time/instant.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import { pageOf, readCursor } from '../../../shared/http/page.ts'
import type { HttpContext } from '../context.ts'
import type { Reminders } from './reminders.ts'

const utc = (name: string, moment: string | undefined) => (moment === undefined ? undefined : requireUtc(`?${name}`, moment))

export function reminderRoutes(reminders: Reminders): Handlers<typeof reminderContract, HttpContext> {
  return {
    listReminders({ query: { state, task_id: taskId, from, until, limit, cursor } }, ctx) {
      const within = { taskId, from: utc('from', from), until: utc('until', until) }
      const position = readCursor(cursor)
      if (state?.includes('upcoming')) {
        if (state.some((one) => one !== 'upcoming'))
          throw invalidField('?state', 'state=upcoming cannot be combined with other states; request those in a separate call')
        const all = reminders.upcoming(within)
        const rest = all.slice(position ?? 0)
        return pageOf(rest, limit, all.length, ctx.url, (_row, index) => (position ?? 0) + index + 1)
      }
      const states = state?.flatMap((one) => (one === 'upcoming' ? [] : [one]))
      const { rows, total } = reminders.list({ ...within, ...(states ? { states } : {}) }, position, limit === undefined ? undefined : limit + 1)
      return pageOf(rows, limit, total, ctx.url, (reminder) => reminder.id)
    },
    getReminder: ({ params }) => reminders.get(params.id),
    acknowledgeReminder: ({ params }, ctx) => reminders.acknowledge(params.id, ctx),
    snoozeReminder: ({ params, body }, ctx) => reminders.snooze(params.id, body, ctx),
    reopenReminder: ({ params }, ctx) => reminders.reopen(params.id, ctx),
  }
}
