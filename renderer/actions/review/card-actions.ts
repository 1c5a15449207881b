// The table of what can be decided in Review: keys, the palette, the buttons of a card and its menu read it, as they read that of tasks.
import { decideBrake } from '../../data/agents.ts'
import { attachTo } from '../../data/conversations.ts'
import { answerQuestion, dismissQuestion } from '../../data/questions.ts'
import { settleConflict } from '../../data/conflicts/settle.ts'
import { acceptProposals, keepBoth, mergePair, rejectProposals, taskOfProposal } from '../../data/review.ts'
import { focusRequest, type Navigation } from '../../lib/navigation.ts'
import { keepForField } from '../../lib/press/keys-ahead.ts'
import { m } from '../../messages/late.ts'
import type { Action } from '../action.ts'
import { byAge, type Card, nameOf, proposalsOf, readOf, reasonAsked, taskOf } from './cards.ts'

export interface CardAction extends Action<Card> {
  /** How its button on the card looks, where it has one. */
  button?: 'primary' | 'outlined' | 'plain'
  applies: (card: Card) => boolean
  /** Whatever it writes is taken back by `z`; what cannot be says so (own-actions.ts). */
  run: (card: Card, nav: Navigation) => void
}

const isKind =
  (...kinds: Card['kind'][]) =>
  (card: Card) =>
    kinds.includes(card.kind)

/** An agent calls a task done without the evidence that its policy wants. */
const isUnproven = (card: Card) => card.kind === 'proposal' && card.proposals[0]?.tool === 'done_unproven'

function acceptName(card: Card): string {
  if (card.kind === 'brake') return m.brake.goOn
  if (card.kind === 'conflict') return m.cloud.conflict.keepStands
  if (card.kind === 'mail') return m.cloud.mail.accept[readOf(card.proposal).as]
  if (card.kind === 'pair') {
    const [older, newer] = byAge(card.pair)
    return m.review.mergeInto(newer.id, older.id)
  }
  return isUnproven(card) ? m.evidence.acceptAsDone : m.review.accept
}

function accept(card: Card): void {
  if (card.kind === 'brake') void decideBrake(card.agent.name, true)
  else if (card.kind === 'conflict') void settleConflict(card.conflict, 'kept')
  else if (card.kind === 'pair') void mergePair(card.pair)
  else void acceptProposals(proposalsOf(card), m.review.accepted(said(card)))
}

function rejectName(card: Card): string {
  if (card.kind === 'brake') return m.brake.keep
  if (card.kind === 'pair') return m.review.keepBoth
  if (card.kind === 'question') return m.question.dismiss
  if (card.kind === 'mail') return m.cloud.mail.ignore
  return isUnproven(card) ? m.evidence.askAgain : m.review.reject
}

/** `reason`: what the agent is told. */
export function reject(card: Card, reason = ''): void {
  if (card.kind === 'brake') void decideBrake(card.agent.name, false)
  else if (card.kind === 'pair') void keepBoth(card.pair)
  else if (card.kind === 'question') void dismissQuestion(card.question)
  else void rejectProposals(proposalsOf(card), reason, m.review.rejected(said(card)))
}

/** What the message calls it. */
const said = (card: Card) => (card.kind === 'mail' ? readOf(card.proposal).task.title : nameOf(card))

/** On this device; another may be the only one that can. */
const isAcceptable = (card: Card) => card.kind !== 'question' && proposalsOf(card).every(({ decide_on }) => decide_on === undefined)

/** One change that can be mended afterwards. */
const canMend = (card: Card) => isAcceptable(card) && proposalsOf(card).length === 1 && !isUnproven(card) && proposalsOf(card)[0]?.tool !== 'delete_task'

/** What is nearly right is accepted and then corrected. */
async function acceptAndMend(card: Card, nav: Navigation): Promise<void> {
  const [only] = proposalsOf(card)
  const [taken] = only ? await acceptProposals([only], m.review.accepted(said(card))) : []
  const id = taken && taskOfProposal(taken)
  if (!id) return
  nav.open(id)
  focusRequest.set(only?.tool === 'update_task' && only.arguments.description !== undefined ? 'description' : 'title')
}

/** The field for one's own words stands on the card. */
const writeAnswer = (card: Card) =>
  card.kind === 'question' && document.querySelector<HTMLElement>(`[data-review] [data-answer="${card.question.id}"]`)?.focus()

const optionOf = (card: Card, number: number) => (card.kind === 'question' ? card.question.options[number - 1] : undefined)
const maxOptions = 6

const answers = Array.from({ length: maxOptions }, (_, at): CardAction => {
  const number = at + 1
  return {
    id: `answer ${number}`,
    group: 'decide',
    glyph: 'answer',
    name: (card) => m.actions.answer(optionOf(card, number) ?? ''),
    keys: [`${number}`],
    applies: (card) => optionOf(card, number) !== undefined,
    run(card) {
      const answer = optionOf(card, number)
      if (card.kind === 'question' && answer !== undefined) void answerQuestion(card.question, answer)
    },
  }
})

const versions = (['local', 'remote'] as const).map(
  (keep, at): CardAction => ({
    id: `keep ${keep}`,
    group: 'decide',
    glyph: keep === 'local' ? 'here' : 'there',
    name: () => (keep === 'local' ? m.cloud.conflict.keepHere : m.cloud.conflict.keepThere),
    keys: [`${at + 1}`],
    button: 'outlined',
    applies: isKind('conflict'),
    run: (card) => void (card.kind === 'conflict' && settleConflict(card.conflict, keep)),
  }),
)

/** In the order in which cards, commands and menus list them. */
export const cardActions: readonly CardAction[] = [
  ...answers,
  { id: 'write answer', group: 'decide', glyph: 'edit', name: () => m.question.write, keys: ['e'], applies: isKind('question'), run: writeAnswer },
  ...versions,
  {
    id: 'accept',
    group: 'decide',
    glyph: 'yes',
    name: acceptName,
    keys: ['y'],
    button: 'primary',
    applies: isAcceptable,
    run: accept,
  },
  {
    id: 'reject',
    group: 'decide',
    glyph: 'no',
    name: rejectName,
    keys: ['n'],
    button: 'outlined',
    applies: (card) => card.kind !== 'conflict',
    run: (card) => reject(card),
  },
  {
    id: 'accept and edit',
    group: 'decide',
    glyph: 'edit',
    name: () => m.keys.acceptAndEdit,
    keys: ['e'],
    button: 'outlined',
    applies: canMend,
    run: (card, nav) => void acceptAndMend(card, nav),
  },
  {
    id: 'reject because',
    group: 'decide',
    glyph: 'reason',
    name: () => m.review.rejectBecause,
    keys: ['shift+n'],
    button: 'plain',
    applies: isKind('proposal'),
    run({ key }) {
      reasonAsked.set(key)
      keepForField(() => reasonAsked.set(undefined))
    },
  },
  {
    id: 'activity',
    group: 'look',
    glyph: 'activity',
    name: () => m.brake.activity,
    keys: [],
    button: 'plain',
    applies: isKind('brake'),
    run: (_, nav) => nav.go('activity'),
  },
  {
    id: 'open task',
    group: 'look',
    glyph: 'task',
    name: (card) => m.goToTask(taskOf(card) ?? 0),
    keys: ['o'],
    applies: (card) => Boolean(taskOf(card)),
    run(card, nav) {
      const id = taskOf(card)
      if (id) nav.open(id)
    },
  },
]

/** To which task an email may belong: each is named. */
const places = (card: Card): CardAction[] => {
  if (card.kind !== 'mail') return []
  const { as, candidates } = readOf(card.proposal)
  if (as !== 'create') return []
  return candidates.map(({ id }) => ({
    id: `attach ${id}`,
    group: 'decide',
    glyph: 'merge',
    name: () => m.cloud.mail.addTo(id),
    keys: [],
    applies: () => true,
    run: () => void attachTo(card.proposal, id),
  }))
}

export function actionsForCard(card: Card): CardAction[] {
  const fitting = cardActions.filter(({ applies }) => applies(card))
  return fitting.flatMap((action) => (action.id === 'reject' ? [action, ...places(card)] : action))
}
