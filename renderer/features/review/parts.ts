// The cards of Review by what they are, in the order in which they wait.
import type { Card } from '../../actions/review/cards.ts'
import { m } from '../../messages/late.ts'

export interface PartOfReview {
  kind: Card['kind']
  name: string
  cards: readonly Card[]
  /** How many wait: a card may be about several. */
  count: number
}

const parts: readonly { kind: Card['kind']; name: string }[] = [
  { kind: 'brake', name: m.brake.part },
  { kind: 'conflict', name: m.cloud.conflict.part },
  { kind: 'question', name: m.question.part },
  { kind: 'proposal', name: m.review.proposals },
  { kind: 'mail', name: m.cloud.mail.writes },
  { kind: 'pair', name: m.review.pairs },
]

export function partsOf(cards: readonly Card[]): PartOfReview[] {
  return parts.flatMap((part) => {
    const own = cards.filter(({ kind }) => kind === part.kind)
    const count = own.reduce((sum, card) => sum + (card.kind === 'proposal' ? card.proposals.length : 1), 0)
    return count > 0 ? [{ ...part, cards: own, count }] : []
  })
}
