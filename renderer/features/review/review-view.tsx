import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { openQuestions } from '../../data/questions.ts'
import { conflicts as writtenTwice, isConnected, remote, settleConflict } from '../../data/remote.ts'
import { pendingProposals, suspectedPairs } from '../../data/review.ts'
import { stoppedAgents } from '../../data/agents.ts'
import { explain } from '../../backend/explain.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../lib/messages.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useSteadyRows } from '../../ui/use-steady-rows.ts'
import { BrakeCard } from './brake-card.tsx'
import { ConflictCard } from './conflict-card.tsx'
import { accept, choose, edit, reject } from './decide.ts'
import { type Card, cardsOf, taskOf } from './groups.ts'
import { MailCard } from './mail-card.tsx'
import { PairCard } from './pair-card.tsx'
import { ProposalCard } from './proposal-card.tsx'
import { QuestionCard } from './question-card.tsx'

/** What waits for a person's word. j and k move, y and n decide. */
export function ReviewView({ nav }: { nav: Navigation }) {
  const questions = useQuery(openQuestions)
  const proposals = useQuery(pendingProposals)
  const pairs = useQuery(suspectedPairs)
  const { data: connected } = useQuery(remote)
  const conflicts = useQuery({ ...writtenTwice, enabled: isConnected(connected) })
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
  const part = (kind: Card['kind'], name: string) => (
    <Part name={name} cards={cards.filter((card) => card.kind === kind)} current={current} nav={nav} onSelect={setSelected} />
  )
  return (
    <div data-review="" className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-24" {...steady}>
      <div className="max-w-220">
        {part('brake', m.brake.part)}
        {part('conflict', m.cloud.conflict.part)}
        {part('question', m.question.part)}
        {part('proposal', m.review.proposals)}
        {part('mail', m.cloud.mail.writes)}
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
  const keep = (choice: 'local' | 'remote') => current?.kind === 'conflict' && void settleConflict(current.conflict, choice)
  useKeys(
    {
      j: () => select(cards[at + 1]),
      arrowdown: () => select(cards[at + 1]),
      k: () => select(cards[at - 1]),
      arrowup: () => select(cards[at - 1]),
      y: () => accept(current),
      n: () => reject(current),
      e: () => void edit(current, nav),
      o: () => {
        const id = current && taskOf(current)
        if (id) nav.open(id)
      },
      ...(current?.kind === 'question'
        ? Object.fromEntries(current.question.options.map((_, index) => [`${index + 1}`, () => choose(current, index + 1)]))
        : {}),
      ...(current?.kind === 'conflict' ? { 1: () => keep('local'), 2: () => keep('remote') } : {}),
    },
    true,
  )
  return { current, setSelected }
}

interface PartProps {
  name: string
  cards: readonly Card[]
  current: Card | undefined
  nav: Navigation
  onSelect: (key: string) => void
}

function Part({ name, cards, current, nav, onSelect }: PartProps) {
  if (cards.length === 0) return null
  return (
    <section className="flex flex-col gap-3 pt-4">
      <h2 className="text-meta font-medium text-muted">
        {name} <span className="tabular font-normal text-quiet">{cards.length}</span>
      </h2>
      {cards.map((card) => {
        const shared = { isSelected: card.key === current?.key, nav, onSelect: () => onSelect(card.key) }
        switch (card.kind) {
          case 'brake':
            return <BrakeCard key={card.key} {...shared} agent={card.agent} onGoOn={() => accept(card)} onKeep={() => reject(card)} />
          case 'conflict':
            return <ConflictCard key={card.key} {...shared} conflict={card.conflict} onKeep={(choice) => void settleConflict(card.conflict, choice)} />
          case 'question':
            return <QuestionCard key={card.key} {...shared} question={card.question} />
          case 'mail':
            return <MailCard key={card.key} {...shared} proposal={card.proposal} onAccept={() => accept(card)} onReject={() => reject(card)} />
          case 'proposal':
            return (
              <ProposalCard
                key={card.key}
                {...shared}
                proposals={card.proposals}
                onAccept={() => accept(card)}
                onEdit={() => void edit(card, nav)}
                onReject={(reason) => reject(card, reason)}
              />
            )
          case 'pair':
            return <PairCard key={card.key} {...shared} pair={card.pair} onMerge={() => accept(card)} onKeepBoth={() => reject(card)} />
        }
      })}
    </section>
  )
}
