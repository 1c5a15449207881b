// A reminder that fires here reaches the team's phones, once for the team: every desktop that fires it says so under the same key.
import type { Reminder } from '../../../../shared/schema/reminder.ts'
import type { Notices } from './team-notices.ts'
import { uidFrom } from '../../../../shared/node/uid-from.ts'

export interface ReminderPushDeps {
  teamId: () => string | undefined
  /** What every desktop knows the schedule by. */
  uidOf: (taskId: number, scheduleId: number) => string
  notices: Pick<Notices, 'put' | 'flush'>
  now: () => Date
}

/** What came hours ago has been told by somebody, or is no news. */
const newsFor = 12 * 3_600_000

export function createReminderPushes({ teamId, uidOf, notices, now }: ReminderPushDeps) {
  /** Inside the write in which they fire, for the first time each: putting off is a person's own matter. */
  return (fired: readonly Pick<Reminder, 'task_id' | 'schedule_id' | 'due_at' | 'title'>[]): void => {
    const team = teamId()
    if (team === undefined) return
    for (const { task_id, schedule_id, due_at, title } of fired) {
      if (now().getTime() - Date.parse(due_at) > newsFor) continue
      const key = `team:reminder:${uidFrom(team, uidOf(task_id, schedule_id), due_at)}`
      notices.put({ key, event: 'reminder.due', task_id, title, body: null })
    }
    setImmediate(() => void notices.flush())
  }
}
