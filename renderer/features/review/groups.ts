// What waits, as cards: the same wish for several tasks is one card ("claude wants to close 14 tasks").
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { DuplicatePair } from '../../../shared/schema/task.ts'

export type Card = { kind: 'wish'; key: string; proposals: Proposal[] } | { kind: 'pair'; key: string; pair: DuplicatePair }

/** Wishes of one agent that differ in nothing but the task. */
function sameness({ id, agent, tool, arguments: given, task_id }: Proposal): string {
  if (task_id === null) return `${id}`
  const { id: _id, ...rest } = given
  return JSON.stringify([agent, tool, rest])
}

export function cardsOf(proposals: readonly Proposal[], pairs: readonly DuplicatePair[]): Card[] {
  const wishes = [...Map.groupBy(proposals, sameness).values()].map((group): Card => ({ kind: 'wish', key: `wish ${group[0]?.id}`, proposals: group }))
  return [...wishes, ...pairs.map((pair): Card => ({ kind: 'pair', key: `pair ${pair.a.id} ${pair.b.id}`, pair }))]
}
