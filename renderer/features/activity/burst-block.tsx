import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { type Stretch, undoEntry } from '../../data/tasks/own-actions.ts'
import { taskById } from '../../data/tasks/task-queries.ts'
import { clockRange } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { ActorMark, actorName } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { EntryLine } from '../../ui/text/entry-line.tsx'
import type { Burst } from './bursts.ts'
import { UndoBurst } from './undo-burst.tsx'

const folded = 5
/** An import has thousands; more than this at once would make the web UI wait. */
const step = 200

interface BurstProps {
  burst: Burst
  /** It goes on further back than was read: what is counted here is not all of it. */
  isCut: boolean
  /** Reads the rest of it. */
  whole: () => Promise<Burst | undefined>
  nav: Navigation
}

export function BurstBlock({ burst, isCut, whole, nav }: BurstProps) {
  const [max, setMax] = useState(folded)
  const [newest] = burst.entries
  const oldest = burst.entries.at(-1)
  if (!newest || !oldest) return null
  const shown = burst.entries.slice(0, max)
  const hidden = burst.entries.length - shown.length
  return (
    <article className="flex gap-3 border-b border-line py-2.5 last:border-b-0">
      <span className="pt-2">
        <ActorMark actor={newest.actor} />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="flex items-baseline gap-2 pt-2 pb-1">
          <span className={`font-semibold ${newest.actor.kind === 'agent' ? 'text-agent' : ''}`}>{actorName(newest.actor)}</span>
          <span className="tabular text-meta text-quiet">
            {isCut ? m.changesAtLeast(burst.entries.length) : m.changes(burst.entries.length)} · {clockRange(isCut ? newest.at : oldest.at, newest.at)}
          </span>
        </h3>
        {burst.entries.some((entry) => entry.undone_by === null && entry.undo_of === null) && burst.entries.length > 1 && (
          <UndoBurst stretch={async () => stretchOf(isCut ? ((await whole()) ?? burst) : burst)} />
        )}
        <ul>
          {shown.map((entry) => (
            <EntryLine
              key={entry.seq}
              entry={entry}
              withMark={false}
              isStop
              about={<TaskLink entry={entry} nav={nav} />}
              onUndo={() => void undoEntry(entry.seq)}
            />
          ))}
        </ul>
        {hidden > 0 && (
          <Button className="-ms-3" onClick={() => setMax(max + step)}>
            {m.showMore(Math.min(hidden, step))}
          </Button>
        )}
      </div>
    </article>
  )
}

function stretchOf({ entries }: Burst): Stretch {
  const newest = entries[0] as JournalEntry
  const oldest = entries.at(-1) as JournalEntry
  return { actor: newest.actor.name, kind: newest.actor.kind, run: newest.run, from: oldest.seq, to: newest.seq }
}

/** What it was, where no task says so. */
function nameIn({ entity, before, after }: JournalEntry): string | undefined {
  const field = entity === 'contact' ? 'name' : 'subject'
  const name = after?.[field] ?? before?.[field]
  return typeof name === 'string' ? name : undefined
}

function TaskLink({ entry, nav }: { entry: JournalEntry; nav: Navigation }) {
  const id = entry.task_id
  const named = entry.entity === 'task' ? (entry.after?.title ?? entry.before?.title) : undefined
  const { data } = useQuery({ ...taskById(id ?? 0), enabled: id !== null && named === undefined, retry: false })
  if (id === null) {
    const name = nameIn(entry)
    if (name === undefined) return null
    return (
      <>
        <span aria-hidden="true"> · </span>
        <bdi className="font-medium text-text">{name}</bdi>
      </>
    )
  }
  const title = typeof named === 'string' ? named : data?.title
  return (
    <>
      <span aria-hidden="true"> · </span>
      <a
        href={`/task/${id}`}
        data-task={id}
        className="rounded-control text-text hover:underline"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.open(id)
        }}
      >
        <span className="tabular">{id}</span> {title && <bdi className="font-medium">{title}</bdi>}
      </a>
    </>
  )
}
