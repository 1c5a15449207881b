// What waits, as cards: the same proposal for several tasks is one card ("claude wants to close 14 tasks").
import { conversationTool, type UndecidedMail } from '../../../shared/domain/mail/undecided-mail.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Question } from '../../../shared/schema/work/question.ts'
import type { RemoteConflict } from '../../../shared/schema/remote.ts'
import type { DuplicatePair, Priority, Task } from '../../../shared/schema/task.ts'
import type { StoppedAgent } from '../../data/agents.ts'
import { aboutText, fieldText } from '../../lib/conflict-text.ts'
import { m } from '../../messages/late.ts'
import { createStore } from '../../lib/store.ts'
import { proposalSentence } from './proposal-text.ts'

export type Card =
  | { kind: 'brake'; key: string; agent: StoppedAgent }
  | { kind: 'conflict'; key: string; conflict: RemoteConflict }
  | { kind: 'question'; key: string; question: Question }
  | { kind: 'mail'; key: string; proposal: Proposal }
  | { kind: 'proposal'; key: string; proposals: Proposal[] }
  | { kind: 'pair'; key: string; pair: DuplicatePair }

/** The card that keys and the palette are about, while Review is on the screen. */
export const currentCard = createStore<Card | undefined>(undefined)

/** The card whose rejection is to get a reason. */
export const reasonAsked = createStore<string | undefined>(undefined)

/** Proposals of one agent that differ in nothing but the task. */
function sameness({ id, agent, tool, arguments: given, task_id, because, decide_on, principal }: Proposal): string {
  if (task_id === null) return `${id}`
  const { id: _id, ...rest } = given
  return JSON.stringify([agent, tool, rest, because, decide_on, principal?.id])
}

export interface Waiting {
  stopped: readonly StoppedAgent[]
  questions: readonly Question[]
  proposals: readonly Proposal[]
  pairs: readonly DuplicatePair[]
  conflicts: readonly RemoteConflict[]
}

/** Also one that another machine of the team has read. */
const isMail = ({ conversation_id, tool }: Proposal) => conversation_id !== null || tool === conversationTool

export function cardsOf({ stopped, questions, proposals, pairs, conflicts }: Waiting): Card[] {
  const mails = proposals.filter(isMail)
  const others = proposals.filter((one) => !isMail(one))
  const fromAgents = [...Map.groupBy(others, sameness).values()].map((group): Card => ({ kind: 'proposal', key: `proposal ${group[0]?.id}`, proposals: group }))
  return [
    // What it wants to do next waits behind it.
    ...stopped.map((agent): Card => ({ kind: 'brake', key: `brake ${agent.name}`, agent })),
    ...conflicts.map((conflict): Card => ({ kind: 'conflict', key: `conflict ${conflict.id}`, conflict })),
    // Whoever asks may be waiting.
    ...questions.map((question): Card => ({ kind: 'question', key: `question ${question.id}`, question })),
    ...fromAgents,
    ...mails.map((proposal): Card => ({ kind: 'mail', key: `mail ${proposal.id}`, proposal })),
    ...pairs.map((pair): Card => ({ kind: 'pair', key: `pair ${pair.a.id} ${pair.b.id}`, pair })),
  ]
}

/** The task that a card is about, if it is one that exists. */
export function taskOf(card: Card): number | null | undefined {
  switch (card.kind) {
    case 'brake':
      return null
    case 'conflict':
      return card.conflict.task_id
    case 'question':
      return card.question.task_id
    case 'mail':
      return card.proposal.task_id
    case 'proposal':
      return card.proposals[0]?.task_id
    case 'pair':
      return card.pair.b.id
  }
}

export const proposalsOf = (card: Card): readonly Proposal[] => (card.kind === 'proposal' ? card.proposals : card.kind === 'mail' ? [card.proposal] : [])

/** The older one, which stays, and the newer one. */
export const byAge = ({ a, b }: DuplicatePair): readonly [Task, Task] => (a.id < b.id ? [a, b] : [b, a])

/** What was read from a conversation and was not sure enough to be done. */
export interface MailRead {
  as: 'create' | 'update' | 'reopen'
  why: string
  task: { title: string; description: string | null; priority?: Priority; due: string | null; deadline?: string }
  candidates: { id: number; score: number }[]
  message_ids: number[]
  mail?: UndecidedMail
}

export const readOf = (proposal: Proposal): MailRead => proposal.arguments as unknown as MailRead

/** Who wants something, where somebody does; follows `who`: "wants to close 14 tasks". */
export function sentenceOf(card: Card): { who: string | undefined; what: string } {
  switch (card.kind) {
    case 'brake':
      return { who: card.agent.name, what: m.brake.isStopped }
    case 'conflict':
      return { who: undefined, what: m.cloud.conflict.title(aboutText(card.conflict), fieldText(card.conflict)) }
    case 'question':
      return { who: card.question.asked_by.name, what: m.question.hasOne }
    case 'mail':
      return { who: card.proposal.agent, what: m.cloud.mail.maybe[readOf(card.proposal).as] }
    case 'proposal': {
      const [first] = card.proposals
      return { who: first?.agent, what: first ? proposalSentence(first, card.proposals.length) : '' }
    }
    case 'pair': {
      const [older, newer] = byAge(card.pair)
      return { who: undefined, what: m.review.alike(older.id, newer.id) }
    }
  }
}

/** A card by name, also where it is not seen. */
export function nameOf(card: Card): string {
  if (card.kind === 'brake') return m.brake.title(card.agent.name)
  if (card.kind === 'question') return m.question.asks(card.question.asked_by.name, card.question.task_id)
  const { who, what } = sentenceOf(card)
  return who === undefined ? what : `${who} ${what}`
}
