// What a person's word does to what waits for it.
import { answerQuestion, dismissQuestion } from '../../data/questions.ts'
import { settleConflict } from '../../data/remote.ts'
import { acceptProposals, keepBoth, mergePair, rejectProposals, taskOfProposal } from '../../data/review.ts'
import { decideBrake } from '../../data/agents.ts'
import { m } from '../../lib/messages.ts'
import { focusRequest, type Navigation } from '../../lib/navigation.ts'
import { type Card, taskOf } from './groups.ts'
import { readOf } from './mail-card.tsx'
import { proposalSentence } from './proposal-text.ts'

const proposalsOf = (card: Card) => (card.kind === 'proposal' ? card.proposals : card.kind === 'mail' ? [card.proposal] : [])

export function accept(card: Card | undefined): void {
  if (card?.kind === 'brake') void decideBrake(card.agent.name, true)
  else if (card?.kind === 'conflict') void settleConflict(card.conflict, 'kept')
  else if (card?.kind === 'pair') void mergePair(card.pair)
  else if (card && card.kind !== 'question') void acceptProposals(proposalsOf(card), m.review.accepted(said(card)))
}

export function reject(card: Card | undefined, reason = ''): void {
  if (card?.kind === 'brake') void decideBrake(card.agent.name, false)
  else if (card?.kind === 'pair') void keepBoth(card.pair)
  else if (card?.kind === 'question') void dismissQuestion(card.question)
  else if (card && card.kind !== 'conflict') void rejectProposals(proposalsOf(card), reason, m.review.rejected(said(card)))
}

/** The option with this number. */
export function choose(card: Card | undefined, number: number): void {
  const answer = card?.kind === 'question' ? card.question.options[number - 1] : undefined
  if (card?.kind === 'question' && answer !== undefined) void answerQuestion(card.question, answer)
}

/** What is nearly right is accepted and then corrected. Of several, or of two that look alike, the first one is only opened. */
export async function edit(card: Card | undefined, nav: Navigation): Promise<void> {
  if (!card || card.kind === 'brake') return
  // What is nearly right among the options is said in one's own words.
  if (card.kind === 'question') return document.querySelector<HTMLElement>(`[data-review] [data-answer="${card.question.id}"]`)?.focus()
  const some = proposalsOf(card)
  const [only] = some.length === 1 && some[0]?.tool !== 'delete_task' ? some : []
  const [taken] = only && card.kind !== 'conflict' && card.kind !== 'pair' ? await acceptProposals([only], m.review.accepted(said(card))) : []
  if (only && !taken) return
  const id = taken ? taskOfProposal(taken) : card.kind === 'pair' ? Math.min(card.pair.a.id, card.pair.b.id) : taskOf(card)
  if (!id) return
  nav.open(id)
  focusRequest.set(only?.tool === 'update_task' && only.arguments.description !== undefined ? 'description' : 'title')
}

function said(card: Card & { kind: 'proposal' | 'mail' }): string {
  if (card.kind === 'mail') return readOf(card.proposal).task.title
  const [first] = card.proposals
  return first ? `${first.agent} ${proposalSentence(first, card.proposals.length)}` : ''
}
