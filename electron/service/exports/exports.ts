// Everything as JSON Lines. Lines are made page by page, so that an export of any size needs little memory and the service goes on
// answering in between. Each line is true in itself; what is written meanwhile may or may not be in it.
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Origins } from '../conversations/origins.ts'
import type { Threads } from '../conversations/threads.ts'
import type { Lists } from '../lists/lists.ts'
import type { Journal } from '../journal/journal.ts'
import type { Provenance } from '../mcp/answers/provenance.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { ImportedAttachment } from '../../../shared/schema/import.ts'
import { nextTurn } from '../next-turn.ts'
import { exportHeader } from '../../../shared/domain/imports/export-format.ts'

type Message = ReturnType<Threads['messages']>[number]

const page = 200
/** Characters of history after which others are answered. */
const maxPiece = 1_000_000

export interface ExportDeps {
  journal: Journal
  tasks: Pick<Tasks, 'inOrder' | 'byIds'>
  comments: Pick<Comments, 'list'>
  schedules: Pick<Schedules, 'list'>
  contacts: Pick<Contacts, 'list'>
  threads: Pick<Threads, 'inOrder' | 'messages'>
  origins: Pick<Origins, 'ofConversations'>
  lists: Pick<Lists, 'all'>
  provenance: Pick<Provenance, 'ofTasks' | 'ofContact'>
  /** Files that texts name, in pieces. */
  attachments: () => AsyncIterable<ImportedAttachment>
}

export type Exports = ReturnType<typeof createExports>

export function createExports({ journal, tasks, comments, schedules, contacts, threads, origins, lists, provenance, attachments }: ExportDeps) {
  const line = (value: object) => `${JSON.stringify(value)}\n`
  const ofTask = <T extends { task_id: number }>({ task_id: _task, ...rest }: T) => rest

  const outside = (name: string | undefined) => (name === undefined ? {} : { from_outside: name })
  const messageLine = (conversation_uid: string, { conversation_id: _c, key: _key, sender, recipients, ...rest }: Message) =>
    line({ type: 'message', conversation_uid, from: sender, to: recipients, ...rest })

  /** Each with its messages, and which tasks came from it. `upTo`: the last task that was written. */
  async function* conversations(upTo: number): AsyncGenerator<string> {
    for (let after = 0; ; ) {
      const rows = threads.inOrder(after, page)
      const last = rows.at(-1)
      if (!last) return
      for (const conversation of rows) {
        const messages = threads.messages(conversation.id).sort((a, b) => a.id - b.id)
        const uids = new Map(messages.map(({ id, uid }) => [id, uid]))
        const links = origins.ofConversations([conversation.id]).filter(({ task_id }) => task_id <= upTo)
        const tasksOf = new Map(tasks.byIds(links.map(({ task_id }) => task_id)).map(({ id, uid }) => [id, uid]))
        yield line({ type: 'conversation', ...conversation })
        for (const message of messages) yield messageLine(conversation.uid, message)
        for (const { task_id, conversation_id: _c, message_id, ...rest } of links) {
          const task_uid = tasksOf.get(task_id)
          const message_uid = message_id === null ? null : (uids.get(message_id) ?? null)
          if (task_uid !== undefined) yield line({ type: 'origin', conversation_uid: conversation.uid, task_uid, message_uid, ...rest })
        }
      }
      after = last.id
      await nextTurn()
    }
  }

  return {
    /**
     * A line that names the format, one for each contact and each saved list, one for each task with its comments and reminders; then each conversation, followed
     * by its messages and by what came of it; at last the attachments, in pieces of about 4 MB. By id.
     */
    async *list(): AsyncGenerator<string> {
      yield line(exportHeader)
      for (const contact of contacts.list().reverse()) yield line({ type: 'contact', ...contact, ...outside(provenance.ofContact(contact)) })
      for (const list of lists.all()) yield line({ type: 'list', ...list })
      for (let after = 0; ; ) {
        const rows = tasks.inOrder(after, page)
        const last = rows.at(-1)
        if (!last) {
          yield* conversations(after)
          for await (const piece of attachments()) yield line({ type: 'attachment', ...piece })
          return
        }
        const from = provenance.ofTasks(rows)
        yield rows
          .map((task) =>
            line({
              type: 'task',
              ...task,
              ...outside(from.get(task.id)),
              comments: comments.list(task.id).map(ofTask),
              schedules: schedules.list(task.id).reverse().map(ofTask),
            }),
          )
          .join('')
        after = last.id
        await nextTurn()
      }
    },

    /** One line for each write there ever was, oldest first, with all texts in full. */
    async *history(): AsyncGenerator<string> {
      for (let after = 0, more = true; more; ) {
        more = false
        let lines = ''
        for (const entry of journal.wholeAfter(after, page)) {
          more = true
          after = entry.seq
          lines += line(entry)
          if (lines.length > maxPiece) break
        }
        yield lines
        await nextTurn()
      }
    },
  }
}
