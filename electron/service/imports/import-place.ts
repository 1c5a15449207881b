// Where something imported goes: the ids and times that it keeps, what it belongs to, and in whose name it is written.
import type { ImportedEntity, ImportedMessage, ImportedOrigin } from '../../../shared/schema/import.ts'
import { messageKey } from '../conversations/message-key.ts'
import type { Recorder } from '../journal/journal.ts'
import type { Elsewhere, ImportKindDeps } from './import-kind.ts'
import { inUtc } from './imported-times.ts'

export type ImportPlace = ReturnType<typeof createImportPlace>

export function createImportPlace({ journal, usedIds, tasks, threads }: Pick<ImportKindDeps, 'journal' | 'usedIds' | 'tasks' | 'threads'>) {
  const unused = (entity: ImportedEntity | 'comment' | 'schedule', id: number | undefined) => (id !== undefined && !usedIds.isUsed(entity, id) ? id : undefined)
  return {
    /** Its id, if nothing had it here before. */
    unused,

    /** What it keeps of how it was. */
    kept(entity: ImportedEntity, input: Pick<ImportedOrigin, 'id' | 'uid' | 'version' | 'created_at' | 'updated_at'>) {
      const { id, uid, version, created_at, updated_at } = inUtc(input)
      const known = { id: unused(entity, id), uid, version, created_at, updated_at }
      return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as typeof known
    },

    /** What strangers wrote is written in their name, as it was at first: agents see it in its fence. */
    as: <R>(from: string | undefined, record: Recorder, write: (record: Recorder) => R): R =>
      from === undefined ? write(record) : journal.write({ kind: 'email', name: from }, write),

    taskOf: (uid: string, elsewhere: Elsewhere) => tasks.byUid(uid.toLowerCase())?.id ?? elsewhere('task', uid.toLowerCase()),
    conversationOf: (uid: string, elsewhere: Elsewhere) => threads.byUid(uid.toLowerCase()) ?? threads.find(elsewhere('conversation', uid.toLowerCase()) ?? 0),

    keyOf: (message: ImportedMessage) => messageKey({ ...message, sent_at: inUtc(message).sent_at }),
  }
}
