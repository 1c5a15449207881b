// What is read and written of the rows that devices share. Named, not *: a column that a newer instance adds must not break the statements
// that this one has prepared.
import { columns as shared } from '../../shared/sync/synced-fields.ts'

export const columns = {
  tasks: ['id', ...shared.task],
  comments: ['id', ...shared.comment],
  schedules: ['id', ...shared.schedule, 'anchor'],
  contacts: ['id', ...shared.contact],
  lists: ['id', ...shared.list],
  proposals: [
    ...(['id', 'uid', 'agent', 'run', 'kinds', 'tool', 'arguments', 'about_task', 'state', 'reason', 'result', 'entries', 'created_at'] as const),
    ...(['decided_at', 'decided_by_kind', 'decided_by_name', 'fingerprint', 'principal', 'about_uid', 'because', 'brought_by', 'version'] as const),
  ],
} as const

/** The team's counter gives the id. */
export const insertedColumns = (table: keyof typeof columns): string[] => columns[table].filter((name) => name !== 'id')
