import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { send } from '../../data/tasks/sending.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'

/** Sets the reminders of a task that was just added. Undoing the task takes them along. */
export async function addReminders(taskId: number, schedules: readonly NewSchedule[]): Promise<void> {
  for (const schedule of schedules) {
    const options = once()
    try {
      await send(`task ${taskId}`, () => api.createSchedule({ params: { id: taskId }, body: schedule }, options))
    } catch (error) {
      notify({ kind: 'problem', text: explain(m.reminderNotSet(taskId), error) })
    }
  }
}
