// An event of the team's list, as an entry of its journal.
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { Tables } from '../db/tables.ts'
import { type KnownLogin, principalOf } from './known-logins.ts'

/** What is in the list itself; the team, its members and its mailboxes have no history. */
export const listEntities = ['task', 'comment', 'schedule', 'contact', 'list']

export const entryColumns = [
  ...(['seq', 'created_at', 'actor_kind', 'actor_name', 'entity', 'entity_id', 'task_id', 'kind', 'before', 'after', 'cause', 'principal'] as const),
  ...(['run', 'undo_of', 'undone_by'] as const),
] as const

export type EntryRow = Pick<Tables['event_queue'], (typeof entryColumns)[number]>

export function entryOf(row: EntryRow, known?: KnownLogin): JournalEntry {
  return {
    seq: row.seq,
    at: row.created_at,
    actor: { kind: row.actor_kind, name: row.actor_name },
    run: row.run,
    entity: row.entity as JournalEntry['entity'],
    entity_id: Number(row.entity_id),
    task_id: row.task_id,
    action: row.kind.slice(row.entity.length + 1) as JournalEntry['action'],
    before: row.before as JournalEntry['before'],
    after: row.after as JournalEntry['after'],
    cause: row.cause,
    undo_of: row.undo_of,
    undone_by: row.undone_by,
    ...principalOf(row.principal, known),
  }
}
