// Conversations as they are shown: in a list, with their messages, and beside their tasks.
import { createHash } from 'node:crypto'
import type { Conversation, ConversationDetail, Message, TaskConversation } from '../../../shared/schema/conversation.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { ConversationProposals } from './conversation-proposals.ts'
import type { StoredConversation } from './conversation-store.ts'
import type { StoredMessage } from './message-store.ts'
import type { Origins } from './origins.ts'
import type { Threads } from './threads.ts'

export interface ConversationViewDeps {
  threads: Threads
  origins: Origins
  tasks: Tasks
  proposals: ConversationProposals
}

const messageOf = ({ id, external_id, sender, recipients, sent_at, body, text, created_at }: StoredMessage): Message => ({
  id,
  external_id,
  from: sender,
  to: recipients,
  sent_at,
  body,
  text,
  created_at,
})

/** With a tag of all that is shown: what a conversation became changes without it. A message never changes: its id stands for it. */
function tagged<T extends { messages: readonly { id: number; created_at: string }[] }>(detail: T): T & { version: number; etag: string } {
  const messages = detail.messages.map(({ id, created_at }) => [id, created_at])
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...detail, messages }))
    .digest()
  return { ...detail, version: 1, etag: String(hash.readUIntBE(0, 6)) }
}

export function createConversationViews({ threads, origins, tasks, proposals }: ConversationViewDeps) {
  function brief(rows: readonly StoredConversation[]): Conversation[] {
    const ids = rows.map((row) => row.id)
    const summaries = threads.summaries(ids)
    const links = origins.ofConversations(ids)
    return rows.map(({ id, source, external_id, subject, last_message_at, created_at, updated_at }) => ({
      id,
      source,
      external_id,
      subject,
      message_count: summaries.get(id)?.message_count ?? 0,
      participants: summaries.get(id)?.participants ?? [],
      last_message_at,
      task_ids: links.filter((origin) => origin.conversation_id === id).map((origin) => origin.task_id),
      created_at,
      updated_at,
    }))
  }

  function detailOf(row: StoredConversation): ConversationDetail {
    const links = origins.ofConversations([row.id])
    const known = new Map(tasks.byIds(links.map((origin) => origin.task_id)).map((task) => [task.id, task]))
    return {
      ...(brief([row])[0] as Conversation),
      messages: threads.messages(row.id).map(messageOf),
      tasks: links.flatMap(({ task_id, role, extracted_by, message_id }) => {
        const task = known.get(task_id)
        return task ? [{ id: task_id, title: task.title, status: task.status, role, extracted_by, message_id }] : []
      }),
      proposals: proposals.shown(row.id),
    }
  }

  const detail = (id: number) => tagged(detailOf(threads.get(id)))

  /** The conversations of a task that are still there, oldest first. */
  function ofTask(taskId: number): TaskConversation[] {
    tasks.get(taskId)
    const links = origins.ofTask(taskId).flatMap((origin) => {
      const conversation = threads.find(origin.conversation_id)
      return conversation ? [{ origin, conversation }] : []
    })
    const shown = brief(links.map((one) => one.conversation))
    return links.map(({ origin: { role, extracted_by, message_id, created_at } }, i) => ({
      ...(shown[i] as Conversation),
      role,
      extracted_by,
      message_id,
      linked_at: created_at,
    }))
  }

  return { brief, detail, ofTask }
}
