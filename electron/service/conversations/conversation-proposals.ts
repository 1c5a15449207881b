// What is not sure waits on the review list, as data of ours; a person's yes carries it out, as the one who wrote the message.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ExtractedTask } from '../../../shared/domain/mail/extracted-task.ts'
import { oneLine } from '../../../shared/domain/mail/mail-text.ts'
import type { ConversationDetail, Extractor } from '../../../shared/schema/conversation.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Journal } from '../journal/journal.ts'
import type { Proposals, StoredProposal } from '../proposals/proposals.ts'
import { actorOf } from './requesters.ts'
import type { Threads } from './threads.ts'
import type { Reading, WriteOutcome } from './write-outcome.ts'

export const conversationTool = 'conversation'

/** What a proposal's arguments hold. */
export interface ProposedFromConversation {
  as: 'create' | 'update' | 'reopen'
  why: string
  task: Pick<ExtractedTask, 'title' | 'description' | 'priority' | 'due'>
  /** The existing task that would be changed. */
  task_id: number | null
  candidates: { id: number; score: number }[]
  message_ids: number[]
  /** The agent that brought the messages. */
  via?: string | undefined
  extracted_by: Extractor
}

const kinds = { create: ['create'], update: ['comment', 'update'], reopen: ['status'] } as const

export function createConversationProposals(deps: { proposals: Proposals; threads: Threads; write: WriteOutcome; journal: Journal }) {
  const { proposals, threads, write, journal } = deps

  const argumentsOf = (proposal: Proposal) => proposal.arguments as unknown as ProposedFromConversation

  return {
    /** Inside a write. */
    put(reading: Reading, what: Omit<ProposedFromConversation, 'message_ids' | 'extracted_by' | 'via'>): Proposal {
      const proposed: ProposedFromConversation = {
        ...what,
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
      })
    },

    waitingOf: proposals.waitingOf,

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
      const reading: Reading = { conversation, messages, extracted_by, via }
      return journal.write(actorOf(messages[0]?.sender as string, conversation.source, via), (record) => {
        if (as === 'create') return { outcome: 'created', task_id: write.create(task, reading, record).id }
        try {
          if (as === 'reopen') return { outcome: 'updated', task_id: write.reopen(task_id as number, reading).id }
          return { outcome: 'updated', task_id: write.update(task_id as number, { due: null, isOwn: false }, reading, record).id }
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'not_found') throw error
          throw new AppError('conflict', `Task ${task_id} has been deleted. Reject the proposal, or attach the conversation to another task.`)
        }
      })
    },
  }
}

export type ConversationProposals = ReturnType<typeof createConversationProposals>
