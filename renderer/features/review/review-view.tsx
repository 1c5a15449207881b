import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { actionsForCard } from '../../actions/review/card-actions.ts'
import { type Card, cardsOf, currentCard } from '../../actions/review/cards.ts'
import { openQuestions } from '../../data/questions.ts'
import { useConflicts } from '../../data/conflicts/conflicts.ts'
import { pendingProposals, suspectedPairs } from '../../data/review.ts'
import { stoppedAgents } from '../../data/agents.ts'
import { explain } from '../../backend/explain.ts'
import { count } from '../../lib/dates.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { useWide } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useSteadyRows } from '../../ui/use-steady-rows.ts'
import { BrakeCard } from './brake-card.tsx'
import { ConflictCard } from './conflict-card.tsx'
import { MailCard } from './mail-card.tsx'
import { PairCard } from './pair-card.tsx'
import { partsOf } from './parts.ts'
import { ProposalCard } from './proposal-card.tsx'
import { QuestionCard } from './question-card.tsx'
import { ReviewList } from './review-list.tsx'

/** What waits for a person's word. j and k move, y and n decide. */
export function ReviewView({ nav }: { nav: Navigation }) {
  const questions = useQuery(openQuestions)
  const proposals = useQuery(pendingProposals)
  const pairs = useQuery(suspectedPairs)
  const conflicts = useConflicts()
  const stopped = useQuery(stoppedAgents)
  const cards = useMemo(
    () =>
      cardsOf({
        stopped: stopped.data ?? [],
        questions: questions.data ?? [],
        proposals: proposals.data ?? [],
        pairs: pairs.data ?? [],
        conflicts: conflicts.data ?? [],
      }),
    [stopped.data, questions.data, proposals.data, pairs.data, conflicts.data],
  )
  const steady = useSteadyRows(cards)
  const { current, setSelected } = useCardKeys(cards, nav)
  // An open task stands beside the cards: there is no room for both then.
  const isSplit = useWide() && nav.openId === undefined

  const error = questions.error ?? proposals.error ?? pairs.error
  if (questions.isPending || proposals.isPending || pairs.isPending) return <SkeletonRows rows={6} />
  if (error) {
    return (
      <Empty title={m.review.failed}>
        <p role="alert" className="max-w-[52ch] text-read text-muted">
          {explain(m.nothingLost, error)}
        </p>
        <Button look="outlined" onClick={() => void Promise.all([questions.refetch(), proposals.refetch(), pairs.refetch()])}>
          {m.retry}
        </Button>
      </Empty>
    )
  }
  if (cards.length === 0) {
    return (
      <Empty title={m.review.emptyTitle}>
        <p className="max-w-[48ch] text-read text-muted">{m.review.emptyText}</p>
        <Button look="outlined" onClick={() => nav.go('settings', 'agents')}>
          {m.review.policies}
        </Button>
      </Empty>
    )
  }
  const parts = partsOf(cards)
  const select = ({ key }: Card) => setSelected(key)
  if (isSplit) {
    return (
      <div data-review="" className="flex min-h-0 flex-1" {...steady}>
        <ReviewList parts={parts} current={current} onSelect={select} />
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-5 pb-covered">
          <div className="max-w-220">
            {current && <ShownCard key={current.key} card={current} isSelected nav={nav} onSelect={() => undefined} />}
            <MoveHint />
          </div>
        </div>
      </div>
    )
  }
  return (
    <div data-review="" className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-covered" {...steady}>
      <div className="max-w-220">
        {parts.map((part) => (
          <section key={part.kind} className="flex flex-col gap-3 pt-4">
            <h2 className="text-meta font-medium text-muted">
              {part.name} <span className="tabular font-normal text-quiet">{count(part.count)}</span>
            </h2>
            {part.cards.map((card) => (
              <ShownCard key={card.key} card={card} isSelected={card.key === current?.key} nav={nav} onSelect={() => select(card)} />
            ))}
          </section>
        ))}
        <MoveHint />
      </div>
    </div>
  )
}

function MoveHint() {
  return (
    <p className="flex items-center gap-1.5 pt-4 text-meta text-quiet pointer-coarse:hidden phone:hidden">
      <Kbd keys="j" />
      <Kbd keys="k" />
      {m.review.move}
    </p>
  )
}

/** Which card is selected, and the keys that move there and decide. */
function useCardKeys(cards: readonly Card[], nav: Navigation) {
  const [selected, setSelected] = useState<string | undefined>(undefined)
  const [lastIndex, setLastIndex] = useState(0)
  const index = cards.findIndex((card) => card.key === selected)
  // The decided card left: the next one takes its place.
  const at = index >= 0 ? index : Math.min(lastIndex, cards.length - 1)
  const current = cards[at]
  if (current && current.key !== selected) setSelected(current.key)
  if (at >= 0 && at !== lastIndex) setLastIndex(at)

  const select = (card: Card | undefined) => card && setSelected(card.key)
  useEffect(() => {
    currentCard.set(current)
    return () => currentCard.set(undefined)
  }, [current])
  const actions = current ? actionsForCard(current) : []
  useKeys(
    {
      j: () => select(cards[at + 1]),
      arrowdown: () => select(cards[at + 1]),
      k: () => select(cards[at - 1]),
      arrowup: () => select(cards[at - 1]),
      ...Object.fromEntries(actions.flatMap((action) => action.keys.map((key) => [key, () => current && action.run(current, nav)]))),
    },
    true,
  )
  return { current, setSelected }
}

interface ShownProps {
  card: Card
  isSelected: boolean
  nav: Navigation
  onSelect: () => void
}

function ShownCard({ card, ...shared }: ShownProps) {
  switch (card.kind) {
    case 'brake':
      return <BrakeCard {...shared} card={card} />
    case 'conflict':
      return <ConflictCard {...shared} card={card} />
    case 'question':
      return <QuestionCard {...shared} card={card} />
    case 'mail':
      return <MailCard {...shared} card={card} />
    case 'proposal':
      return <ProposalCard {...shared} card={card} />
    case 'pair':
      return <PairCard {...shared} card={card} />
  }
}
