// What is read and written of the rows that devices share. Named, not *: a column that a newer instance adds must not break the statements
// that this one has prepared.
import { columns as shared } from '../../shared/sync/synced-fields.ts'

export const columns = {
  tasks: ['id', ...shared.task],
  comments: ['id', ...shared.comment],
  schedules: ['id', ...shared.schedule, 'anchor'],
  contacts: ['id', ...shared.contact],
  lists: ['id', ...shared.list],
} as const

/** The team's counter gives the id. */
export const insertedColumns = (table: keyof typeof columns): string[] => columns[table].filter((name) => name !== 'id')
