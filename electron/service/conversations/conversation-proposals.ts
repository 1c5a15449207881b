// What is not sure waits on the review list, as data of ours; a person's yes carries it out, as the one who wrote the message.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ExtractedTask } from '../../../shared/domain/mail/extracted-task.ts'
import { oneLine } from '../../../shared/domain/mail/mail-text.ts'
import { conversationTool, mailOf, type UndecidedMail } from '../../../shared/domain/mail/undecided-mail.ts'
import { uidFrom } from '../../../shared/node/uid-from.ts'
import type { ConversationDetail, Extractor } from '../../../shared/schema/conversation.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Journal } from '../journal/journal.ts'
import type { Proposals, StoredProposal } from '../proposals/proposals.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { actorOf } from './requesters.ts'
import type { Threads } from './threads.ts'
import type { Reading, UidOf, WriteOutcome } from './write-outcome.ts'

/** What a proposal's arguments hold. */
export interface ProposedFromConversation {
  as: 'create' | 'update' | 'reopen'
  why: string
  task: Pick<ExtractedTask, 'title' | 'description' | 'priority' | 'due' | 'deadline' | 'also'>
  /** The existing task that would be changed. */
  task_id: number | null
  candidates: { id: number; score: number }[]
  message_ids: number[]
  /** The agent that brought the messages. */
  via?: string | undefined
  extracted_by: Extractor
  /** Of a mail to the team: what the others need to decide about it. */
  mail?: UndecidedMail
  /** The task, as devices name it. */
  id?: number
}

const kinds = { create: ['create'], update: ['comment', 'update'], reopen: ['status'] } as const

interface ConversationProposalDeps {
  proposals: Proposals
  threads: Threads
  tasks: Pick<Tasks, 'get' | 'byUid' | 'byIds'>
  write: WriteOutcome
  journal: Journal
}

/** What the whole thread goes by on every desktop of the team. */
const threadOf = (uidOf: UidOf): string => uidOf('thread')
/** What an accepted one makes, on whatever device. */
const madeBy = ({ uid }: Pick<StoredProposal, 'uid'>): string => uidFrom('proposal', uid)

const argumentsOf = (proposal: Proposal) => proposal.arguments as unknown as ProposedFromConversation

/** What was accepted since then, wherever. `made`: the messages that the task was made of. */
const createAcceptedSince =
  ({ proposals, tasks }: Pick<ConversationProposalDeps, 'proposals' | 'tasks'>) =>
  (at: string): { conversation_id: number; task_uid: string | undefined; made: number[] }[] =>
    proposals.list('accepted').flatMap((proposal) => {
      const { conversation_id, task_id, decided_at, tool } = proposal
      if (tool !== conversationTool || conversation_id === null || (decided_at ?? '') < at) return []
      const { as, message_ids } = argumentsOf(proposal)
      if (as !== 'create') return { conversation_id, task_uid: tasks.byIds(task_id === null ? [] : [task_id])[0]?.uid, made: [] }
      // A team's has the same uid on every device; what one desktop made alone has its own origin.
      return { conversation_id, task_uid: mailOf(proposal) && madeBy(proposal as StoredProposal), made: message_ids }
    })

export function createConversationProposals(deps: ConversationProposalDeps) {
  const { proposals, threads, tasks, write, journal } = deps

  /** Only what came to the team's mailbox is the team's; it comes mail by mail. */
  function sharedOf({ uidOf, messages, place = 0 }: Reading, { as, task, task_id }: Pick<ProposedFromConversation, 'as' | 'task' | 'task_id'>) {
    const [message, other] = messages
    if (!uidOf || !message || other) return undefined
    const mail: UndecidedMail = {
      thread: threadOf(uidOf),
      from: message.sender,
      body: write.commentOf(message),
      comment_uid: task_id === null ? null : uidOf(`${message.key} ${tasks.get(task_id).uid}`),
      remind_at: (as === 'create' && write.reminderFor(task.due)) || null,
    }
    return { uid: uidOf(`asked ${message.key} ${place}${as === 'reopen' ? ' reopen' : ''}`), mail, ...(task_id === null ? {} : { id: task_id }) }
  }

  return {
    /** Inside a write. */
    put(reading: Reading, what: Omit<ProposedFromConversation, 'message_ids' | 'extracted_by' | 'via'>): Proposal {
      const { uid, ...shared } = sharedOf(reading, what) ?? {}
      const proposed: ProposedFromConversation = {
        ...what,
        ...shared,
        message_ids: reading.messages.map((message) => message.id),
        extracted_by: reading.extracted_by,
        via: reading.via?.name,
      }
      return proposals.put({
        agent: actorOf(reading.messages[0]?.sender ?? '', reading.conversation.source, reading.via).name,
        run: reading.via?.run ?? null,
        kinds: [...kinds[what.as]],
        tool: conversationTool,
        arguments: { ...proposed },
        task_id: what.task_id,
        conversation_id: reading.conversation.id,
        ...(uid === undefined ? {} : { uid }),
      })
    },

    waitingOf: proposals.waitingOf,

    /** What the team was asked about this thread, and the tasks that came of it, wherever it was decided. */
    askedOf(uidOf: UidOf | undefined): { waiting: Proposal | undefined; isKnown: boolean; tasks: Task[] } {
      const asked = uidOf ? proposals.ofThread(threadOf(uidOf)) : []
      const accepted = asked.filter(({ state }) => state === 'accepted')
      const made = accepted.flatMap((one) => (argumentsOf(one).as === 'create' ? (tasks.byUid(madeBy(one)) ?? []) : []))
      const named = tasks.byIds(accepted.flatMap(({ task_id }) => task_id ?? []))
      return { waiting: asked.find(({ state }) => state === 'pending'), isKnown: asked.length > 0, tasks: [...made, ...named] }
    },

    acceptedSince: createAcceptedSince(deps),

    shown(conversationId: number): ConversationDetail['proposals'] {
      return proposals.waitingOf(conversationId).map((proposal) => {
        const { as, why, task, task_id } = argumentsOf(proposal)
        return { id: proposal.id, as, why, title: oneLine(task.title, 1000), task_id }
      })
    },

    /** Carries out an accepted one; says what became of it in numbers, not in the words of strangers. */
    execute(proposal: StoredProposal): Record<string, unknown> {
      const { as, task, task_id, message_ids, extracted_by, via: name } = argumentsOf(proposal)
      const via = name === undefined ? undefined : { name, run: proposal.run ?? undefined }
      const conversation = threads.find(proposal.conversation_id as number)
      const messages = conversation ? threads.messages(conversation.id).filter((message) => message_ids.includes(message.id)) : []
      if (!conversation || messages.length === 0) throw new AppError('conflict', 'Its conversation has been deleted. Reject the proposal.')
      const mail = mailOf(proposal)
      const made = mail && madeBy(proposal)
      // The team has carried it out, and what that made has arrived.
      const there = as === 'create' && made !== undefined ? tasks.byUid(made) : undefined
      if (there) return { outcome: 'existing', task_id: there.id }
      const comment_uid = mail?.comment_uid
      const reading: Reading = { conversation, messages, extracted_by, via, ...(comment_uid ? { uidOf: () => comment_uid } : {}) }
      return journal.write(actorOf(messages[0]?.sender as string, conversation.source, via), (record) => {
        if (as === 'create') return { outcome: 'created', task_id: write.create(task, reading, record, made).id }
        try {
          if (as === 'reopen') return { outcome: 'updated', task_id: write.reopen(task_id as number, reading).id }
          return { outcome: 'updated', task_id: write.update(task_id as number, { due: null, isOwn: false, also: task.also }, reading, record).id }
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'not_found') throw error
          throw new AppError('conflict', `Task ${task_id} has been deleted. Reject the proposal, or attach the conversation to another task.`)
        }
      })
    },
  }
}

export type ConversationProposals = ReturnType<typeof createConversationProposals>
