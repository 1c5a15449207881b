// SQL for messages, and nothing else.
import type { Db } from '../db/open.ts'
import { prepareInsert, prepareUpdate, type Unsaved } from '../db/row-writes.ts'

export interface StoredMessage {
  id: number
  uid: string
  conversation_id: number
  external_id: string | null
  key: string
  sender: string
  recipients: string[]
  sent_at: string
  body: string
  text: string
  version: number
  created_at: string
  updated_at: string
}

export interface MessageSummary {
  conversation_id: number
  message_count: number
  participants: string[]
}

export type MessageStore = ReturnType<typeof createMessageStore>

const columns = [
  'uid',
  'conversation_id',
  'external_id',
  'key',
  'sender',
  'recipients',
  'sent_at',
  'body',
  'text',
  'version',
  'created_at',
  'updated_at',
] as const

const read = (row: unknown): StoredMessage => ({
  ...(row as StoredMessage),
  recipients: JSON.parse((row as { recipients: string }).recipients) as string[],
})

export function createMessageStore(db: Db) {
  const insert = prepareInsert(db, 'messages', columns)
  const update = prepareUpdate(db, 'messages', columns)
  const remove = db.prepare('DELETE FROM messages WHERE id = ?')
  const byId = db.prepare('SELECT * FROM messages WHERE id = ?')
  const byUid = db.prepare('SELECT * FROM messages WHERE uid = ?')
  const byKey = db.prepare('SELECT * FROM messages WHERE conversation_id = ? AND key = ?')
  const ofConversation = db.prepare('SELECT * FROM messages WHERE conversation_id = ? ORDER BY sent_at, id')
  const hasKey = db.prepare('SELECT 1 FROM messages WHERE conversation_id = ? AND key = ?').pluck()
  const conversationOf = db
    .prepare('SELECT c.id FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.key = ? AND c.source = ? ORDER BY c.id LIMIT 1')
    .pluck()
  const senders = db.prepare(
    `SELECT conversation_id, sender, count(*) AS n FROM messages WHERE conversation_id IN (SELECT value FROM json_each(?))
     GROUP BY conversation_id, sender ORDER BY conversation_id, min(sent_at), min(id)`,
  )
  const textsOfTasks = db.prepare(
    `SELECT task_id, text FROM (
       SELECT o.task_id, m.text, row_number() OVER (PARTITION BY o.task_id ORDER BY m.sent_at, m.id) AS place
       FROM origins o JOIN messages m ON m.conversation_id = o.conversation_id WHERE o.task_id IN (SELECT value FROM json_each(?))
     ) WHERE place <= 200 ORDER BY task_id, place`,
  )
  const write = (row: Unsaved<StoredMessage>) => ({ ...row, recipients: JSON.stringify(row.recipients) })
  return {
    insert: (row: Unsaved<StoredMessage>): number => insert(write(row)),
    update: (row: StoredMessage): void => update(write(row)),
    remove: (id: number): void => void remove.run(id),
    byId(id: number): StoredMessage | undefined {
      const row = byId.get(id)
      return row ? read(row) : undefined
    },
    byUid(uid: string): StoredMessage | undefined {
      const row = byUid.get(uid)
      return row ? read(row) : undefined
    },
    byKey(conversationId: number, key: string): StoredMessage | undefined {
      const row = byKey.get(conversationId, key)
      return row ? read(row) : undefined
    },
    /** Oldest first. */
    ofConversation: (id: number): StoredMessage[] => ofConversation.all(id).map(read),
    hasKey: (conversationId: number, key: string): boolean => hasKey.get(conversationId, key) !== undefined,
    /** The conversation of this source that has a message with this key. */
    conversationOf: (source: string, key: string) => conversationOf.get(key, source) as number | undefined,
    /** How many messages each conversation has, and from whom. */
    summaries(ids: readonly number[]): Map<number, MessageSummary> {
      const found = new Map<number, MessageSummary>()
      for (const row of senders.all(JSON.stringify(ids)) as { conversation_id: number; sender: string; n: number }[]) {
        const summary = found.get(row.conversation_id) ?? { conversation_id: row.conversation_id, message_count: 0, participants: [] }
        summary.message_count += row.n
        summary.participants.push(row.sender)
        found.set(row.conversation_id, summary)
      }
      return found
    },
    /** What was written in the conversations of these tasks, oldest first. */
    textsOfTasks: (taskIds: readonly number[]) => textsOfTasks.all(JSON.stringify(taskIds)) as { task_id: number; text: string }[],
  }
}
