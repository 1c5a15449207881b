import type { JournalEntry } from '../../../../shared/schema/journal.ts'

/** As the stream carries it. */
export interface TeamEvent {
  id: number
  kind: string
  created_at: string
  data: Pick<JournalEntry, 'actor' | 'task_id' | 'before' | 'after' | 'cause'> & Partial<Pick<JournalEntry, 'run' | 'undo_of'>> & { entity_id: number | string }
}

const journalled = /^(task|comment|schedule|contact|list)[.](created|updated|deleted)$/

/** What it says about the history; undefined where it is about something that has none. */
export function entryOf({ id, kind, created_at, data }: TeamEvent): JournalEntry | undefined {
  const [, entity, action] = journalled.exec(kind) ?? []
  if (!entity || !action) return undefined
  return {
    seq: id,
    at: created_at,
    actor: data.actor,
    run: data.run ?? null,
    entity: entity as JournalEntry['entity'],
    entity_id: Number(data.entity_id),
    task_id: data.task_id,
    action: action as JournalEntry['action'],
    before: data.before,
    after: data.after,
    cause: data.cause,
    undo_of: data.undo_of ?? null,
    undone_by: null,
  }
}
