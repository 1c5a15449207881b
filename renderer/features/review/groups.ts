// What waits, as cards: the same proposal for several tasks is one card ("claude wants to close 14 tasks").
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Question } from '../../../shared/schema/work/question.ts'
import type { RemoteConflict } from '../../../shared/schema/remote.ts'
import type { DuplicatePair } from '../../../shared/schema/task.ts'
import type { StoppedAgent } from './brake-card.tsx'

export type Card =
  | { kind: 'brake'; key: string; agent: StoppedAgent }
  | { kind: 'conflict'; key: string; conflict: RemoteConflict }
  | { kind: 'question'; key: string; question: Question }
  | { kind: 'mail'; key: string; proposal: Proposal }
  | { kind: 'proposal'; key: string; proposals: Proposal[] }
  | { kind: 'pair'; key: string; pair: DuplicatePair }

/** Proposals of one agent that differ in nothing but the task. */
function sameness({ id, agent, tool, arguments: given, task_id, because }: Proposal): string {
  if (task_id === null) return `${id}`
  const { id: _id, ...rest } = given
  return JSON.stringify([agent, tool, rest, because])
}

export interface Waiting {
  stopped: readonly StoppedAgent[]
  questions: readonly Question[]
  proposals: readonly Proposal[]
  pairs: readonly DuplicatePair[]
  conflicts: readonly RemoteConflict[]
}

export function cardsOf({ stopped, questions, proposals, pairs, conflicts }: Waiting): Card[] {
  const mails = proposals.filter((one) => one.conversation_id !== null)
  const others = proposals.filter((one) => one.conversation_id === null)
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
