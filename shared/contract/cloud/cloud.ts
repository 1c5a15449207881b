import { object } from '../../schema/field.ts'
import { authContract } from './auth.ts'
import { commentContract } from '../comments.ts'
import { contactContract } from '../contacts.ts'
import { deviceContract } from './devices.ts'
import { emailContract } from './email.ts'
import { eventContract } from '../events.ts'
import { journalContract } from '../journal.ts'
import { listContract } from '../lists.ts'
import { memberContract } from './members.ts'
import { notificationContract } from './notifications.ts'
import { defineContract } from '../route.ts'
import { scheduleContract } from '../schedules.ts'
import { syncContract } from './sync.ts'
import { taskContract } from '../tasks.ts'
import { teamContract } from './teams.ts'
import { tokenContract } from './tokens.ts'

/** Where the cloud mounts everything. */
export const cloudPrefix = '/api'

/** Tasks as the local service has them, but for `on_duplicate`: finding duplicates is the local service's part. */
export const cloudTaskContract = defineContract({
  ...taskContract,
  createTask: { ...taskContract.createTask, query: object('CreateTaskQuery', {}), otherStatuses: [] },
  deleteTask: { ...taskContract.deleteTask, summary: 'Delete a task with its comments and schedules' },
})

export const cloudHistoryContract = defineContract({
  readJournal: {
    ...journalContract.readJournal,
    summary: 'Every write to tasks, comments, reminders, contacts and saved lists after a position, oldest first, in pages (Link)',
  },
  readTaskHistory: journalContract.readTaskHistory,
  readHistoryEntry: journalContract.readHistoryEntry,
})

/** Everything the cloud answers under its prefix. */
export const cloudContract = {
  ...authContract,
  ...teamContract,
  ...memberContract,
  ...tokenContract,
  ...cloudTaskContract,
  ...cloudHistoryContract,
  ...commentContract,
  ...scheduleContract,
  ...contactContract,
  ...listContract,
  ...eventContract,
  ...syncContract,
  ...deviceContract,
  ...notificationContract,
  ...emailContract,
}
