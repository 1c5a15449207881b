import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { askForCardMenu } from '../../actions/review/card-menu.ts'
import { byAge, type Card, proposalsOf, readOf, sentenceOf, taskOf } from '../../actions/review/cards.ts'
import { taskById } from '../../data/tasks/task-queries.ts'
import { valueText } from '../../lib/conflict-text.ts'
import { count, shortTime } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { cx } from '../../ui/class-names.ts'
import { DuplicateGlyph, SyncGlyph } from '../../ui/glyphs.tsx'
import { steadyRow } from '../../ui/use-steady-rows.ts'
import type { PartOfReview } from './parts.ts'

interface ListProps {
  parts: readonly PartOfReview[]
  current: Card | undefined
  onSelect: (card: Card) => void
}

/** What waits, one line each; the selected one stands beside it in full. */
export function ReviewList({ parts, current, onSelect }: ListProps) {
  return (
    <div data-review-list="" className="w-[clamp(280px,30%,400px)] shrink-0 overflow-y-auto overscroll-contain border-e border-line px-2 pb-covered">
      {parts.map(({ kind, name, cards, count: waiting }) => (
        <section key={kind} className="pt-4">
          <h2 className="px-2 pb-1 text-meta font-medium text-muted">
            {name} <span className="tabular font-normal text-quiet">{count(waiting)}</span>
          </h2>
          <ul>
            {cards.map((card) => (
              <li key={card.key}>
                <Line card={card} isSelected={card.key === current?.key} onSelect={() => onSelect(card)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The card has the keyboard, not its line: it is what is decided about. */
const toCard = () => document.querySelector<HTMLElement>('[data-review] article')?.focus()

function Line({ card, isSelected, onSelect }: { card: Card; isSelected: boolean; onSelect: () => void }) {
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSelected) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const { who, what } = sentenceOf(card)
  const at = timeOf(card)
  return (
    <button
      ref={line}
      type="button"
      aria-current={isSelected ? 'true' : undefined}
      tabIndex={-1}
      className={cx(
        'flex w-full min-w-0 items-start gap-2.5 rounded-control px-2 py-2 text-start',
        isSelected ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)] rtl:shadow-[inset_-2px_0_0_var(--accent)]' : 'hover:bg-raised',
      )}
      {...steadyRow(card.key)}
      onPointerDown={onSelect}
      onClick={() => {
        onSelect()
        toCard()
      }}
      onContextMenu={(event) => askForCardMenu(card, event.nativeEvent)}
    >
      <span className="mt-0.5 grid size-5 shrink-0 place-items-center">
        <CardMark card={card} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate">
            {who !== undefined && (
              <>
                <bdi className={cx('font-medium', card.kind !== 'mail' && 'text-agent')}>{who}</bdi>{' '}
              </>
            )}
            <span className={who === undefined ? 'font-medium' : ''}>{what}</span>
          </span>
          {at !== undefined && <span className="shrink-0 text-meta text-quiet">{shortTime(at)}</span>}
        </span>
        <span dir="auto" className="block truncate text-meta text-muted">
          <Subject card={card} />
        </span>
      </span>
    </button>
  )
}

function timeOf(card: Card): string | undefined {
  if (card.kind === 'brake') return card.agent.brake.since
  if (card.kind === 'conflict') return card.conflict.at
  if (card.kind === 'question') return card.question.created_at
  return proposalsOf(card)[0]?.created_at
}

function CardMark({ card }: { card: Card }) {
  switch (card.kind) {
    case 'brake':
      return <ActorMark actor={{ kind: 'agent', name: card.agent.name }} size={20} />
    case 'conflict':
      return <SyncGlyph className="text-warn" />
    case 'question':
      return <ActorMark actor={card.question.asked_by} size={20} />
    case 'mail':
      return <ActorMark actor={{ kind: 'email', name: card.proposal.agent }} size={20} />
    case 'proposal':
      return <ActorMark actor={{ kind: 'agent', name: card.proposals[0]?.agent ?? '' }} size={20} />
    case 'pair':
      return <DuplicateGlyph />
  }
}

/** What it is about, in a few words. */
function Subject({ card }: { card: Card }) {
  switch (card.kind) {
    case 'brake': {
      const { brake } = card.agent
      return m.brake.reasons[brake.reason](brake.count, brake.minutes, brake.max)
    }
    case 'conflict':
      return valueText(card.conflict.kept, card.conflict.field)
    case 'question':
      return card.question.question
    case 'mail':
      return readOf(card.proposal).task.title
    case 'proposal':
      return <ProposedTask card={card} />
    case 'pair':
      return byAge(card.pair)[0].title
  }
}

function ProposedTask({ card }: { card: Card & { kind: 'proposal' } }) {
  const id = taskOf(card) ?? null
  const { data: task } = useQuery({ ...taskById(id ?? 0), enabled: id !== null, retry: false })
  const { title: given, name = given } = card.proposals[0]?.arguments ?? {}
  const title = task?.title ?? (typeof name === 'string' ? name : '')
  const others = card.proposals.length - 1
  return others > 0 ? `${title} +${others}` : title
}
