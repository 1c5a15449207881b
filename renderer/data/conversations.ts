// What was written to us from outside: the threads that tasks came from. The cloud has none; the local service keeps them.
import { queryOptions } from '@tanstack/react-query'
import type { ReplyDraft } from '../../shared/schema/mail/reply.ts'
import type { TaskConversation } from '../../shared/schema/conversation.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import { once } from '../backend/api.ts'
import { api } from '../backend/backend.ts'
import { can } from '../backend/abilities.ts'
import { navigate } from 'wouter/use-browser-location'
import { focusRequest } from '../lib/navigation.ts'
import { language, m } from '../lib/messages.ts'
import { amendNotice } from '../lib/notices.ts'
import { queryClient } from './query-client.ts'
import { doAction, type TakenBack } from './tasks/own-actions.ts'
import { pendingProposals, reopenProposals, takeInProposal } from './review.ts'

export function conversationsOf(task: number) {
  return queryOptions({
    queryKey: ['conversations', task] as const,
    queryFn: ({ signal }) => api.listTaskConversations({ params: { id: task } }, { signal }),
    enabled: can.converse,
  })
}

export function conversationById(id: number) {
  return queryOptions({ queryKey: ['conversation', id] as const, queryFn: ({ signal }) => api.getConversation({ params: { id } }, { signal }) })
}

/** Written again whenever it is shown: it says how the task stands. */
export function replyDraft(task: number) {
  return queryOptions({
    queryKey: ['reply-draft', task] as const,
    queryFn: ({ signal }) => api.draftReply({ params: { id: task }, query: { language } }, { signal }),
    retry: false,
    staleTime: 0,
  })
}

/** What came in may belong to what is shown; only that is read again. */
export function takeInConversations(entries: readonly JournalEntry[]): void {
  if (!entries.some(({ entity }) => entity === 'message' || entity === 'conversation' || entity === 'origin')) return
  for (const kind of ['conversation', 'conversations']) void queryClient.invalidateQueries({ queryKey: [kind] })
}

/** The mail program opens with the draft; the web UI stays where it is. */
export function openDraft({ mailto }: ReplyDraft): void {
  const link = document.createElement('a')
  link.href = mailto
  link.click()
}

/** On the task itself. */
function writeReply(task: number): void {
  navigate(`/open/${task}`)
  focusRequest.set('reply')
}

/** A task that came from somebody is closed: the message that says so offers to tell them. `said` is the number of that message. */
export async function offerReply(task: number, said: number | undefined): Promise<void> {
  if (!can.converse || said === undefined) return
  const threads: TaskConversation[] = await queryClient.fetchQuery(conversationsOf(task)).catch(() => [])
  if (threads.length === 0) return
  // One that was asked for before the task was closed still says that it is open.
  await queryClient.cancelQueries({ queryKey: replyDraft(task).queryKey })
  const draft = await queryClient.fetchQuery(replyDraft(task)).catch(() => undefined)
  // Where something else happened meanwhile, the task itself goes on offering it.
  if (!draft) return
  const run = () => (draft.from === null ? openDraft(draft) : writeReply(task))
  amendNotice(said, { also: { label: m.cloud.mail.reply, run } })
}

/** A person says where a thread belongs; what waits of it is settled by that. */
export async function attachTo(proposal: Proposal, task: number): Promise<void> {
  const id = proposal.conversation_id
  if (id === null) return
  const settled = queryClient.getQueryData(pendingProposals.queryKey)?.filter(({ conversation_id }) => conversation_id === id) ?? [proposal]
  for (const one of settled) takeInProposal({ ...one, state: 'rejected' })
  const takeBack = async (): Promise<TakenBack> => ({ conflicts: await reopenProposals(settled), again: () => void attachTo(proposal, task) })
  const options = once()
  const isAttached = await doAction(
    { said: m.cloud.mail.attached(task), writes: [], takeBack },
    () => api.attachConversation({ params: { id }, body: { task_id: task } }, options),
    m.cloud.mail.notAttached,
  )
  if (!isAttached) void queryClient.invalidateQueries({ queryKey: pendingProposals.queryKey })
}
