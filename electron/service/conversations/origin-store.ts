// SQL for origins (which task came from which conversation), and nothing else.
import type { Extractor, originRoles } from '../../../shared/schema/conversation.ts'
import type { Db } from '../db/open.ts'
import { prepareInsert, prepareUpdate, type Unsaved } from '../db/row-writes.ts'

export interface StoredOrigin {
  id: number
  uid: string
  task_id: number
  conversation_id: number
  message_id: number | null
  role: (typeof originRoles)[number]
  extracted_by: Extractor
  version: number
  created_at: string
  updated_at: string
}

export type OriginStore = ReturnType<typeof createOriginStore>

const columns = ['uid', 'task_id', 'conversation_id', 'message_id', 'role', 'extracted_by', 'version', 'created_at', 'updated_at'] as const

export function createOriginStore(db: Db) {
  const insert = prepareInsert(db, 'origins', columns)
  const update = prepareUpdate(db, 'origins', columns)
  const remove = db.prepare('DELETE FROM origins WHERE id = ?')
  const byId = db.prepare('SELECT * FROM origins WHERE id = ?')
  const byUid = db.prepare('SELECT * FROM origins WHERE uid = ?')
  const ofTask = db.prepare('SELECT * FROM origins WHERE task_id = ? ORDER BY id')
  const ofConversations = db.prepare('SELECT * FROM origins WHERE conversation_id IN (SELECT value FROM json_each(?)) ORDER BY id')
  const since = db.prepare('SELECT * FROM origins WHERE updated_at >= ? ORDER BY id')
  return {
    insert: (row: Unsaved<StoredOrigin>): number => insert(row),
    update: (row: StoredOrigin): void => update(row),
    remove: (id: number): void => void remove.run(id),
    byId: (id: number) => byId.get(id) as StoredOrigin | undefined,
    byUid: (uid: string) => byUid.get(uid) as StoredOrigin | undefined,
    /** Oldest first. */
    ofTask: (taskId: number) => ofTask.all(taskId) as StoredOrigin[],
    /** Written since then. */
    since: (at: string) => since.all(at) as StoredOrigin[],
    ofConversations: (ids: readonly number[]) => ofConversations.all(JSON.stringify(ids)) as StoredOrigin[],
  }
}
