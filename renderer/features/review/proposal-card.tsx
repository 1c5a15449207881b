import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { actionsForCard, reject } from '../../actions/review/card-actions.ts'
import { type Card, reasonAsked } from '../../actions/review/cards.ts'
import { becauseText, type Difference, differences, proposalSentence } from '../../actions/review/proposal-text.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Status } from '../../../shared/schema/task.ts'
import { taskById } from '../../data/tasks/task-queries.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import type { Swiped } from './use-swipe-sideways.ts'
import { storage } from '../../lib/storage.ts'
import { useStore } from '../../lib/store.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { withToken } from '../../ui/text/entry-line.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusGlyph } from '../../ui/glyphs.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { CardButtons } from './card-buttons.tsx'
import { CardShell } from './card-shell.tsx'
import { MissingEvidence } from './missing-evidence.tsx'

const folded = 5
/** An agent calls a task done without the evidence that its policy wants. */
const unproven = 'done_unproven'

interface ProposalCardProps {
  card: Card & { kind: 'proposal' }
  isSelected: boolean
  nav: Navigation
  onSelect: () => void
}

/** What an agent wants, what it would change, and two keys. */
export function ProposalCard({ card, isSelected, nav, onSelect }: ProposalCardProps) {
  const { proposals } = card
  const [first] = proposals
  const [max, setMax] = useState(folded)
  const place = `draft:reason:${first?.id ?? ''}`
  const [reason, setText] = useState(() => storage.read(place) || undefined)
  const isAsked = useStore(reasonAsked) === card.key
  function setReason(next: string | undefined) {
    if (next === undefined && isAsked) reasonAsked.set(undefined)
    setText(next)
    storage.write(place, next ?? '')
  }
  function rejectBecause() {
    storage.write(place, '')
    reasonAsked.set(undefined)
    reject(card, reason?.trim() ?? '')
  }
  const decideBySwipe = (to: Swiped) => {
    const wanted = to === 'right' ? 'accept' : 'reject'
    actionsForCard(card)
      .find(({ id }) => id === wanted)
      ?.run(card, nav)
  }
  if (!first) return null
  return (
    <CardShell card={card} isSelected={isSelected} onSelect={onSelect} onSwipe={decideBySwipe}>
      <header className="flex items-center gap-2.5">
        <ActorMark actor={{ kind: 'agent', name: first.agent }} />
        <h3 className="min-w-0 flex-1 text-read">
          <span className="font-semibold text-agent">{first.agent}</span> {proposalSentence(first, proposals.length)}
        </h3>
        <time className="shrink-0 text-meta text-quiet" dateTime={first.created_at} title={fullTime(first.created_at)}>
          {shortTime(first.created_at)}
        </time>
      </header>
      {withToken(first) && <p className="mt-1 text-meta text-quiet">{withToken(first)}</p>}
      {first.because && <p className="mt-1.5 text-warn">{becauseText(first.because)}</p>}
      {first.decide_on !== undefined && <p className="mt-1.5 text-quiet">{m.review.decideOn(first.decide_on)}</p>}
      <ul className="mt-2 flex flex-col">
        {proposals.slice(0, max).map((proposal, index) => (
          <ProposedChange key={proposal.id} proposal={proposal} withTexts={index === 0 || proposal.task_id === null} nav={nav} />
        ))}
      </ul>
      {proposals.length > max && (
        <Button className="-ms-3" onClick={() => setMax(proposals.length)}>
          {m.showMore(proposals.length - max)}
        </Button>
      )}
      {reason === undefined && !isAsked ? (
        <CardButtons card={card} nav={nav} />
      ) : (
        <ReasonForm reason={reason ?? ''} onChange={setReason} onReject={rejectBecause} />
      )}
    </CardShell>
  )
}

interface ReasonProps {
  reason: string
  onChange: (reason: string | undefined) => void
  onReject: () => void
}

function ReasonForm({ reason, onChange, onReject }: ReasonProps) {
  return (
    <form
      className="mt-3 flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onReject()
      }}
    >
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
        autoFocus
        dir="auto"
        maxLength={2000}
        value={reason}
        aria-label={m.review.reason}
        placeholder={m.review.reason}
        className="h-[max(30px,var(--tap))] min-w-0 flex-1 basis-56 rounded-control border border-line-strong bg-surface px-2.5 focus:border-accent"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onChange(undefined)
        }}
      />
      <Button type="submit" look="primary">
        {m.review.reject}
      </Button>
      <Button onClick={() => onChange(undefined)}>{m.review.cancel}</Button>
    </form>
  )
}

function ProposedChange({ proposal, withTexts, nav }: { proposal: Proposal; withTexts: boolean; nav: Navigation }) {
  const id = proposal.task_id
  const { data: task } = useQuery({ ...taskById(id ?? 0), enabled: id !== null, retry: false })
  const given = proposal.arguments
  const title = typeof given.title === 'string' ? given.title : undefined
  const after = proposal.tool === 'set_task_status' ? (given.status as Status) : undefined
  // A status says itself in two glyphs.
  const changed = after ? [] : differences(proposal, task).filter((one) => withTexts || !(one.isText || one.isPlain))
  return (
    <li className={after ? 'py-0.5' : 'border-t border-line py-2 first:border-t-0'}>
      {id === null ? (
        title && (
          <p dir="auto" className="font-medium">
            {title}
          </p>
        )
      ) : (
        <a
          href={`/task/${id}`}
          className="flex min-h-(--tap) items-center gap-2 rounded-control hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            nav.open(id)
          }}
        >
          {task && <StatusGlyph status={task.status} />}
          {task && after && (
            <>
              <span className="sr-only">
                {m.status[task.status]} → {m.status[after]}
              </span>
              <ArrowRight aria-hidden="true" size={12} className="shrink-0 text-quiet rtl:-scale-x-100" />
              <StatusGlyph status={after} />
            </>
          )}
          <span className="tabular min-w-[2ch] shrink-0 text-end text-quiet">{id}</span>
          <bdi className={`min-w-0 truncate font-medium ${proposal.tool === 'delete_task' ? 'line-through decoration-bad' : ''}`}>{task?.title}</bdi>
        </a>
      )}
      {proposal.tool === unproven && task && <MissingEvidence task={task} />}
      {changed.length > 0 && (
        <dl className="mt-1 grid grid-cols-[92px_minmax(0,1fr)] gap-y-1 phone:grid-cols-1">
          {changed.map((one) => (
            <Changed key={one.field} {...one} />
          ))}
        </dl>
      )}
    </li>
  )
}

function Changed({ field, before, after, isText, isPlain }: Difference) {
  return (
    <>
      <dt className="text-quiet">{field}</dt>
      <dd className="min-w-0">
        {isPlain ? (
          <p dir="auto" className="max-h-48 overflow-y-auto border-s-2 border-ok ps-3 break-words whitespace-pre-wrap">
            {after}
          </p>
        ) : isText ? (
          <div className="max-h-48 overflow-y-auto border-s-2 border-ok ps-3">
            <Markdown text={after ?? ''} />
          </div>
        ) : (
          <span className="flex flex-wrap items-center gap-1.5">
            {before !== undefined && (
              <>
                <del dir="auto" className="text-muted decoration-faint">
                  {before}
                </del>
                <ArrowRight aria-hidden="true" size={12} className="shrink-0 text-quiet rtl:-scale-x-100" />
              </>
            )}
            <ins dir="auto" className="font-medium no-underline">
              {after}
            </ins>
          </span>
        )}
      </dd>
    </>
  )
}
