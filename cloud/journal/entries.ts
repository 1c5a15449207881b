// An event of the team's list, as an entry of its journal.
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { EntryTexts } from '../../shared/domain/history/entry-texts.ts'
import type { Tables } from '../db/tables.ts'
import { type KnownLogin, principalOf } from './known-logins.ts'

/** What is in the list itself; the team, its members and its mailboxes have no history. */
export const listEntities = ['task', 'comment', 'schedule', 'contact', 'list']

export const entryColumns = [
  ...(['seq', 'created_at', 'actor_kind', 'actor_name', 'entity', 'entity_id', 'task_id', 'kind', 'before', 'after', 'cause', 'principal'] as const),
  ...(['run', 'undo_of', 'undone_by', 'texts'] as const),
] as const

export type EntryRow = Pick<Tables['event_queue'], Exclude<(typeof entryColumns)[number], 'texts'>> & { texts: EntryTexts | null }
/** All its texts are in `before` and `after` (long-texts/whole-texts.ts). */
export type WholeRow = Omit<EntryRow, 'texts'> & { texts: null }

export const entryOf = (row: WholeRow, known?: KnownLogin): JournalEntry => entryWithGaps(row, known)

/** For whoever needs no texts: a long one in `before` and `after` may be null, where `texts` has what changed. */
export function entryWithGaps(row: EntryRow, known?: KnownLogin): JournalEntry {
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
