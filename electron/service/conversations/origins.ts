// Where tasks came from: the link between a task and a conversation.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Recorder } from '../journal/journal.ts'
import { createJournalledRows, type Kept, returnsToTask } from '../journal/journalled-rows.ts'
import type { OriginStore, StoredOrigin } from './origin-store.ts'

export type Origins = ReturnType<typeof createOrigins>

export function createOrigins({ store, now, requireTask }: { store: OriginStore; now: () => Date; requireTask: (id: number) => unknown }) {
  const rows = createJournalledRows<StoredOrigin>({
    entity: 'origin',
    rows: store,
    now,
    taskIdOf: (row) => row.task_id,
    returning(row) {
      returnsToTask(requireTask, row.task_id)
      if (store.ofTask(row.task_id).some((other) => other.conversation_id === row.conversation_id))
        throw new AppError('conflict', 'the task was linked to this conversation again in the meantime')
    },
  })

  return {
    revertible: rows.revertible,
    byUid: store.byUid,
    ofTask: store.ofTask,
    ofConversations: store.ofConversations,
    since: store.since,

    /** For an import, inside its write: keeps what the source knows. Only where `ofTask` has none of this conversation. */
    insertImported: (fields: Omit<StoredOrigin, 'id' | 'uid' | 'version' | 'created_at' | 'updated_at'>, kept: Kept, record: Recorder): number =>
      rows.insert(fields, record, kept).id,

    /** Once for a task and a conversation. */
    link(fields: Pick<StoredOrigin, 'task_id' | 'conversation_id' | 'message_id' | 'role' | 'extracted_by'>, record: Recorder): void {
      if (!store.ofTask(fields.task_id).some((other) => other.conversation_id === fields.conversation_id)) rows.insert(fields, record)
    },

    /** For a task's delete: each goes with the task's own entry as its cause. */
    removeOfTask(taskId: number, record: Recorder, cause: number): void {
      for (const origin of store.ofTask(taskId)) rows.remove(origin, record, { cause })
    },

    /** For a merge: each moves with the merged task's own entry as its cause; what the other has already goes. */
    moveToTask(from: number, to: number, record: Recorder, cause: number): void {
      const there = new Set(store.ofTask(to).map((origin) => origin.conversation_id))
      for (const origin of store.ofTask(from)) {
        if (there.has(origin.conversation_id)) rows.remove(origin, record, { cause })
        else rows.change(origin, { task_id: to }, record, { cause })
      }
    },
  }
}
