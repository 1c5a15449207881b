// SQL for conversations, and nothing else.
import type { Db } from '../db/open.ts'
import { prepareInsert, prepareUpdate, type Unsaved } from '../db/row-writes.ts'

export interface StoredConversation {
  id: number
  uid: string
  source: string
  external_id: string | null
  subject: string | null
  last_message_at: string
  version: number
  created_at: string
  updated_at: string
}

export type ConversationStore = ReturnType<typeof createConversationStore>

const columns = ['uid', 'source', 'external_id', 'subject', 'last_message_at', 'version', 'created_at', 'updated_at'] as const

export function createConversationStore(db: Db) {
  const insert = prepareInsert(db, 'conversations', columns)
  const update = prepareUpdate(db, 'conversations', columns)
  const remove = db.prepare('DELETE FROM conversations WHERE id = ?')
  const byId = db.prepare('SELECT * FROM conversations WHERE id = ?')
  const byExternal = db.prepare('SELECT * FROM conversations WHERE source = ? AND external_id = ?')
  const byUid = db.prepare('SELECT * FROM conversations WHERE uid = ?')
  const inOrder = db.prepare('SELECT * FROM conversations WHERE id > ? ORDER BY id LIMIT ?')
  const list = db.prepare('SELECT * FROM conversations WHERE id < ? ORDER BY id DESC LIMIT ?')
  const listOf = db.prepare('SELECT * FROM conversations WHERE source = ? AND id < ? ORDER BY id DESC LIMIT ?')
  const count = db.prepare('SELECT count(*) FROM conversations').pluck()
  const countOf = db.prepare('SELECT count(*) FROM conversations WHERE source = ?').pluck()
  return {
    insert: (row: Unsaved<StoredConversation>): number => insert(row),
    update: (row: StoredConversation): void => update(row),
    remove: (id: number): void => void remove.run(id),
    byId: (id: number) => byId.get(id) as StoredConversation | undefined,
    byExternal: (source: string, externalId: string) => byExternal.get(source, externalId) as StoredConversation | undefined,
    byUid: (uid: string) => byUid.get(uid) as StoredConversation | undefined,
    /** Oldest first, after an id. */
    inOrder: (after: number, limit: number) => inOrder.all(after, limit) as StoredConversation[],
    /** Newest first. */
    list: (source: string | undefined, below = Number.MAX_SAFE_INTEGER, limit = -1) =>
      (source === undefined ? list.all(below, limit) : listOf.all(source, below, limit)) as StoredConversation[],
    count: (source: string | undefined): number => (source === undefined ? count.get() : countOf.get(source)) as number,
  }
}
