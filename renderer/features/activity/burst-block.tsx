import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { EntrySubject, NamedSubject } from '../../actions/entry-subject.tsx'
import { undoEntry } from '../../data/tasks/own-actions.ts'
import type { Stretch } from '../../data/tasks/undo-stretch.ts'
import { useNamedTasks } from '../../data/tasks/named-tasks.ts'
import { clockRange } from '../../lib/dates.ts'
import { isRevertible } from '../../lib/entry-sentence.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { ActorMark, actorName } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EntryLine, withToken } from '../../ui/text/entry-line.tsx'
import type { Burst } from './bursts.ts'
import { UndoBurst, UndoButton, useUndoBurst } from './undo-burst.tsx'

/** Up to so many changes stand there at once; more are folded into one line. */
const few = 3
/** An import has thousands; more than this at once would make the web UI wait. */
const step = 200
/** Of a folded burst so many tasks are named. */
const maxNamed = 3

interface BurstProps {
  burst: Burst
  /** It goes on further back than was read: what is counted here is not all of it. */
  isCut: boolean
  /** Reads the rest of it. */
  whole: () => Promise<Burst | undefined>
  nav: Navigation
}

/** One change is one line. Several are one line that unfolds. */
export function BurstBlock({ burst, isCut, whole, nav }: BurstProps) {
  const { entries } = burst
  // Until somebody folds or unfolds it, its length says so: it may grow while it stands there.
  const [chosen, setMax] = useState<number | undefined>(undefined)
  const max = chosen ?? (entries.length > few ? 0 : few)
  const shown = entries.slice(0, max)
  const hidden = entries.length - shown.length
  const id = useId()
  const undo = useUndoBurst(async () => stretchOf(isCut ? ((await whole()) ?? burst) : burst))
  useNamedTasks(shown)
  const lines = (withMark: boolean) =>
    shown.map((entry) => (
      <EntryLine
        key={entry.seq}
        entry={entry}
        withMark={withMark}
        isStop
        about={<EntrySubject entry={entry} nav={nav} />}
        onUndo={() => void undoEntry(entry.seq)}
      />
    ))
  if (entries.length === 1 && !isCut) {
    return (
      <article className="border-b border-line py-1 last:border-b-0">
        <ul>{lines(true)}</ul>
      </article>
    )
  }
  const canUndo = entries.some((entry) => isRevertible(entry) && entry.undo_of === null)
  return (
    <article className="border-b border-line py-1 last:border-b-0">
      <BurstHead burst={burst} isCut={isCut} isOpen={max > 0} of={id} onFold={() => setMax(max > 0 ? 0 : step)}>
        {canUndo && <UndoButton undo={undo} />}
      </BurstHead>
      <UndoBurst undo={undo} />
      <div id={id} className="ps-7.5" hidden={max === 0}>
        <ul>{lines(false)}</ul>
        {max > 0 && hidden > 0 && (
          <Button className="-ms-3" onClick={() => setMax(max + step)}>
            {m.showMore(Math.min(hidden, step))}
          </Button>
        )}
      </div>
    </article>
  )
}

interface HeadProps {
  burst: Burst
  isCut: boolean
  isOpen: boolean
  /** What it unfolds. */
  of: string
  onFold: () => void
  children: React.ReactNode
}

function BurstHead({ burst: { entries }, isCut, isOpen, of, onFold, children }: HeadProps) {
  const [newest] = entries
  const oldest = entries.at(-1)
  if (!newest || !oldest) return null
  return (
    <div tabIndex={-1} data-entry={newest.seq} className="-mx-2 flex scroll-my-14 items-center gap-2.5 rounded-control px-2 hover:bg-raised focus:bg-raised">
      <ActorMark actor={newest.actor} />
      <h3 className="min-w-0 flex-1">
        <button
          type="button"
          data-fold=""
          aria-expanded={isOpen}
          aria-controls={of}
          className="flex min-h-[max(36px,var(--tap))] w-full items-center gap-2 rounded-control text-start"
          onClick={onFold}
        >
          <span className={cx('max-w-48 min-w-6 truncate font-semibold', newest.actor.kind === 'agent' && 'text-agent')}>{actorName(newest.actor)}</span>
          <span className="tabular shrink-0 text-muted">{isCut ? m.changesAtLeast(entries.length) : m.changes(entries.length)}</span>
          {withToken(newest) && <span className="min-w-0 max-w-64 truncate text-quiet phone:hidden">{withToken(newest)}</span>}
          <ChevronRight aria-hidden="true" size={14} className={cx('shrink-0 text-quiet', isOpen ? 'rotate-90' : 'rtl:-scale-x-100')} />
          {!isOpen && (
            <span className="min-w-0 flex-1 truncate text-quiet">
              {firstOfEach(entries).map((entry, index) => (
                <span key={entry.seq}>
                  {index > 0 && ', '}
                  <NamedSubject entry={entry} />
                </span>
              ))}
            </span>
          )}
        </button>
      </h3>
      {children}
      <time dateTime={newest.at} className="tabular shrink-0 text-meta text-quiet">
        {clockRange(isCut ? newest.at : oldest.at, newest.at)}
      </time>
    </div>
  )
}

/** Of several changes of one task the newest. */
function firstOfEach(entries: readonly JournalEntry[]): JournalEntry[] {
  const first = new Map<string, JournalEntry>()
  for (const entry of entries) {
    const about = entry.task_id === null ? `${entry.entity} ${entry.entity_id}` : `${entry.task_id}`
    if (!first.has(about)) first.set(about, entry)
    if (first.size === maxNamed) break
  }
  return [...first.values()]
}

function stretchOf({ entries }: Burst): Stretch {
  const newest = entries[0] as JournalEntry
  const oldest = entries.at(-1) as JournalEntry
  return { actor: newest.actor.name, kind: newest.actor.kind, run: newest.run, from: oldest.seq, to: newest.seq }
}
