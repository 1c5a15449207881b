import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { acceptProposals, keepBoth, mergePair, pendingProposals, rejectProposals, suspectedPairs } from '../../data/review.ts'
import { explain } from '../../errors.ts'
import { useKeys } from '../../keys.ts'
import { m } from '../../messages.ts'
import type { Navigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Card, cardsOf } from './groups.ts'
import { PairCard } from './pair-card.tsx'
import { WishCard } from './wish-card.tsx'
import { wishSentence } from './wish-text.ts'

/** What waits for a person's word. j and k move, y and n decide. */
export function ReviewView({ nav }: { nav: Navigation }) {
  const proposals = useQuery(pendingProposals)
  const pairs = useQuery(suspectedPairs)
  const cards = useMemo(() => cardsOf(proposals.data ?? [], pairs.data ?? []), [proposals.data, pairs.data])
  const [selected, setSelected] = useState<string | undefined>(undefined)
  const [lastIndex, setLastIndex] = useState(0)
  const index = cards.findIndex((card) => card.key === selected)
  // The decided card left: the next one takes its place.
  const at = index >= 0 ? index : Math.min(lastIndex, cards.length - 1)
  const current = cards[at]
  if (current && current.key !== selected) setSelected(current.key)
  if (at >= 0 && at !== lastIndex) setLastIndex(at)

  const select = (card: Card | undefined) => card && setSelected(card.key)
  function accept(card: Card | undefined) {
    if (card?.kind === 'wish') void acceptProposals(card.proposals, m.review.accepted(said(card)))
    else if (card) void mergePair(card.pair)
  }
  function reject(card: Card | undefined, reason = '') {
    if (card?.kind === 'wish') void rejectProposals(card.proposals, reason, m.review.rejected(said(card)))
    else if (card) void keepBoth(card.pair)
  }
  useKeys(
    {
      j: () => select(cards[at + 1]),
      arrowdown: () => select(cards[at + 1]),
      k: () => select(cards[at - 1]),
      arrowup: () => select(cards[at - 1]),
      y: () => accept(current),
      n: () => reject(current),
      o: () => {
        const id = current?.kind === 'pair' ? current.pair.b.id : current?.proposals[0]?.task_id
        if (id) nav.open(id)
      },
    },
    true,
  )

  const error = proposals.error ?? pairs.error
  if (proposals.isPending || pairs.isPending) return <SkeletonRows rows={6} />
  if (error) {
    return (
      <Empty title={m.review.failed}>
        <p role="alert" className="max-w-[52ch] text-read text-muted">
          {explain(m.nothingLost, error)}
        </p>
        <Button look="outlined" onClick={() => void Promise.all([proposals.refetch(), pairs.refetch()])}>
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
  const part = (kind: Card['kind'], name: string) => {
    const some = cards.filter((card) => card.kind === kind)
    if (some.length === 0) return null
    return (
      <section className="flex flex-col gap-3 pt-4">
        <h2 className="text-meta font-medium text-muted">
          {name} <span className="tabular font-normal text-quiet">{some.length}</span>
        </h2>
        {some.map((card) => {
          const shared = { isSelected: card.key === current?.key, nav, onSelect: () => setSelected(card.key) }
          return card.kind === 'wish' ? (
            <WishCard key={card.key} {...shared} proposals={card.proposals} onAccept={() => accept(card)} onReject={(reason) => reject(card, reason)} />
          ) : (
            <PairCard key={card.key} {...shared} pair={card.pair} onMerge={() => accept(card)} onKeepBoth={() => reject(card)} />
          )
        })}
      </section>
    )
  }
  return (
    <div data-review="" className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-24">
      <div className="max-w-220">
        {part('wish', m.review.wishes)}
        {part('pair', m.review.pairs)}
        <p className="flex items-center gap-1.5 pt-4 text-meta text-quiet pointer-coarse:hidden phone:hidden">
          <Kbd keys="j" />
          <Kbd keys="k" />
          {m.review.move}
        </p>
      </div>
    </div>
  )
}

function said(card: Card & { kind: 'wish' }): string {
  const [first] = card.proposals
  return first ? `${first.agent} ${wishSentence(first, card.proposals.length)}` : ''
}
