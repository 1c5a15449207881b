// Conversations as they are shown, put together with tasks by hand, deleted, and answered.
import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { readCorrespondent } from '../../../shared/domain/mail/mail-address.ts'
import { draftReply, type ReplyDraft } from '../../../shared/domain/mail/reply-draft.ts'
import type { Conversation, ConversationDetail, Message, TakenIn, TaskConversation } from '../../../shared/schema/conversation.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { entriesSince, type Proposals } from '../proposals/proposals.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { StoredConversation } from './conversation-store.ts'
import type { ConversationProposals } from './conversation-proposals.ts'
import type { StoredMessage } from './message-store.ts'
import type { Origins } from './origins.ts'
import { bringerOf, type Requesters } from './requesters.ts'
import type { Taken } from './take-in.ts'
import type { Threads } from './threads.ts'
import type { WriteOutcome } from './write-outcome.ts'

export interface ConversationDeps {
  threads: Threads
  origins: Origins
  tasks: Tasks
  write: WriteOutcome
  proposals: ConversationProposals
  settle: Proposals['settle']
  requesters: Requesters
  journal: Journal
}

export type Conversations = ReturnType<typeof createConversations>

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

export function createConversations(deps: ConversationDeps) {
  const { threads, origins, tasks, write, proposals, settle, requesters, journal } = deps

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

  return {
    detail,
    ofTask,
    count: threads.count,
    remove: threads.remove,
    list: (source: string | undefined, below?: number, limit?: number): Conversation[] => brief(threads.list(source, below, limit)),

    taken: ({ conversation, new_messages, extraction, outcomes }: Taken): TakenIn & { version: number; etag: string } => ({
      ...detail(conversation.id),
      new_messages,
      extraction,
      outcomes,
    }),

    /** Settles what waits of the conversation: a person has said where it belongs. */
    attach: (id: number, taskId: number, ctx: Context) =>
      journal.write(ctx.actor, (record) => {
        const conversation = threads.get(id)
        tasks.get(taskId)
        const messages = threads.messages(id)
        const before = journal.head()
        const isOwn = origins.ofTask(taskId).some((origin) => origin.conversation_id === id)
        if (!isOwn) write.update(taskId, { due: null, isOwn: false }, { conversation, messages, extracted_by: 'person', via: bringerOf(ctx.actor) }, record)
        // What was written belongs to the first of them: reopened, it takes that back.
        let entries = entriesSince(journal, before)
        for (const waiting of ctx.actor.kind === 'person' ? proposals.waitingOf(id) : []) {
          settle(waiting, ctx, `The conversation was attached to task ${taskId}.`, entries)
          entries = []
        }
        return detail(id)
      }),

    reply(taskId: number): ReplyDraft {
      const task = tasks.get(taskId)
      const latest = ofTask(taskId).at(-1)
      const to = requesters.reach(task.requesters)
      if (to.length === 0)
        throw new AppError(
          'not_found',
          `Nobody who asked for task ${taskId} has an e-mail address. Add a requester with one: an address, or a contact that has one.`,
        )
      const wrote =
        latest && threads.messages(latest.id).findLast((message) => to.some((one) => one.email.toLowerCase() === readCorrespondent(message.sender).email))
      const quoted = wrote && { name: wrote.sender, sent_at: wrote.sent_at, text: wrote.text }
      return draftReply({ to, task, subject: latest?.subject ?? null, quoted })
    },
  }
}
