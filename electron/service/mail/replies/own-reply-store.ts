// SQL of what came to this service's own mailboxes and of what is sent from them, and nothing else.
import type { MailHead } from '../../../../shared/schema/mail/mail-head.ts'
import type { ReplyCause, ReplyState } from '../../../../shared/schema/mail/reply.ts'
import type { Db } from '../../db/open.ts'

export interface OwnLetter {
  mailbox_id: string
  message_id: string
  conversation: string
  sender: string
  reply_to: string | null
  subject: string
  refs: string[]
  machine: MailHead['machine']
  sent_at: string
}

export interface OwnReplyRow {
  id: string
  task_uid: string
  mailbox_id: string
  mailbox: string
  conversation: string
  sender_name: string
  recipients: string[]
  subject: string
  body: string
  below: string
  message_id: string
  in_reply_to: string | null
  refs: string[]
  state: ReplyState
  cause: ReplyCause
  by_name: string
  problem: string | null
  send_after: string
  due_at: string | null
  attempts: number
  handed_at: string | null
  sent_at: string | null
  created_at: string
}

export type OwnReplyStore = ReturnType<typeof createOwnReplyStore>

const letterColumns = ['mailbox_id', 'message_id', 'conversation', 'sender', 'reply_to', 'subject', 'refs', 'machine', 'sent_at'] as const
const replyColumns = [
  ...([
    'id',
    'task_uid',
    'mailbox_id',
    'mailbox',
    'conversation',
    'sender_name',
    'recipients',
    'subject',
    'body',
    'below',
    'message_id',
    'in_reply_to',
  ] as const),
  ...(['refs', 'state', 'cause', 'by_name', 'problem', 'send_after', 'due_at', 'attempts', 'handed_at', 'sent_at', 'created_at'] as const),
] as const

const insertInto = (table: string, columns: readonly string[]) =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')}) ON CONFLICT DO NOTHING`
const list = (text: unknown) => JSON.parse(text as string) as string[]
const letter = (row: unknown): OwnLetter => ({ ...(row as OwnLetter), refs: list((row as OwnLetter).refs) })
const reply = (row: unknown): OwnReplyRow => ({
  ...(row as OwnReplyRow),
  refs: list((row as OwnReplyRow).refs),
  recipients: list((row as OwnReplyRow).recipients),
})

export function createOwnReplyStore(db: Db) {
  const addLetter = db.prepare(insertInto('own_letters', letterColumns))
  const letters = db.prepare(
    'SELECT * FROM own_letters WHERE conversation IN (SELECT value FROM json_each(?)) ORDER BY sent_at DESC, json_array_length(refs) DESC LIMIT 50',
  )
  const insert = db.prepare(insertInto('own_replies', replyColumns))
  const update = db.prepare(`UPDATE own_replies SET ${replyColumns.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`)
  const byId = db.prepare('SELECT * FROM own_replies WHERE id = ?')
  const ofTask = db.prepare('SELECT * FROM own_replies WHERE task_uid = ? ORDER BY created_at, id LIMIT 200')
  const byMessage = db.prepare('SELECT * FROM own_replies WHERE message_id IN (SELECT value FROM json_each(?))')
  const since = db.prepare("SELECT * FROM own_replies WHERE created_at >= ? AND state <> 'canceled'")
  const due = db.prepare('SELECT * FROM own_replies WHERE due_at <= ? ORDER BY due_at LIMIT 5')
  const interrupted = db.prepare("SELECT * FROM own_replies WHERE state = 'sending'")
  // Tasks that are done since then, came from a mail of this mailbox, and whose askers were not told.
  const untold = db.prepare(
    `SELECT DISTINCT t.id FROM tasks t JOIN origins o ON o.task_id = t.id JOIN conversations c ON c.id = o.conversation_id
       JOIN own_letters l ON l.conversation = c.external_id AND l.mailbox_id = ?
     WHERE t.status = 'done' AND t.completed_at >= ?
       AND NOT EXISTS (SELECT 1 FROM own_replies r WHERE r.task_uid = t.uid AND r.cause = 'done' AND r.state <> 'canceled') ORDER BY t.id LIMIT 50`,
  )
  const write = (row: OwnReplyRow) => ({ ...row, refs: JSON.stringify(row.refs), recipients: JSON.stringify(row.recipients) })
  return {
    addLetter: (row: OwnLetter): void => void addLetter.run({ ...row, refs: JSON.stringify(row.refs) }),
    /** Of conversations, the latest first. */
    letters: (conversations: readonly string[]): OwnLetter[] => letters.all(JSON.stringify(conversations)).map(letter),
    /** True unless the same was sent by itself before. */
    insert: (row: OwnReplyRow): boolean => insert.run(write(row)).changes > 0,
    update: (row: OwnReplyRow): void => void update.run(write(row)),
    byId(id: string): OwnReplyRow | undefined {
      const row = byId.get(id)
      return row ? reply(row) : undefined
    },
    ofTask: (uid: string): OwnReplyRow[] => ofTask.all(uid).map(reply),
    byMessageIds: (ids: readonly string[]): OwnReplyRow[] => byMessage.all(JSON.stringify(ids)).map(reply),
    since: (from: string): OwnReplyRow[] => since.all(from).map(reply),
    due: (at: string): OwnReplyRow[] => due.all(at).map(reply),
    /** Whose sending ended with the service. */
    interrupted: (): OwnReplyRow[] => interrupted.all().map(reply),
    untold: (mailbox: string, from: string): number[] => untold.all(mailbox, from).map((row) => (row as { id: number }).id),
  }
}
