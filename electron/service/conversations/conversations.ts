// Conversations, put together with tasks by hand, deleted, and answered.
import { AppError } from '../../../shared/domain/app-error.ts'
import { readCorrespondent } from '../../../shared/domain/mail/mail-address.ts'
import { draftReply, type DraftedReply } from '../../../shared/domain/mail/reply-draft.ts'
import { addressKey } from '../../../shared/domain/people/same-person.ts'
import type { Conversation, TakenIn } from '../../../shared/schema/conversation.ts'
import type { ReplyLanguage } from '../../../shared/schema/mail/reply.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { entriesSince } from '../proposals/decisions.ts'
import type { Proposals } from '../proposals/proposals.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { ConversationProposals } from './conversation-proposals.ts'
import { createConversationViews } from './conversation-views.ts'
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

export function createConversations(deps: ConversationDeps) {
  const { threads, origins, tasks, write, proposals, settle, requesters, journal } = deps
  const { brief, detail, ofTask } = createConversationViews(deps)

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
          settle(waiting, ctx, 'The conversation was attached to a task.', entries)
          entries = []
        }
        return detail(id)
      }),

    reply(taskId: number, language?: ReplyLanguage): DraftedReply {
      const task = tasks.get(taskId)
      const latest = ofTask(taskId).at(-1)
      const to = requesters.reach(task.requesters)
      if (to.length === 0)
        throw new AppError('not_found', `No requester of task ${taskId} has an email address. Add a requester with one: an address, or a contact that has one.`)
      const wrote =
        latest && threads.messages(latest.id).findLast((message) => to.some((one) => addressKey(one.email) === readCorrespondent(message.sender).email))
      const quoted = wrote && { name: wrote.sender, sent_at: wrote.sent_at, text: wrote.text }
      return draftReply({ to, task, subject: latest?.subject ?? null, quoted, language })
    },
  }
}
