import { useQuery } from '@tanstack/react-query'
import type { Task } from '../../../shared/schema/task.ts'
import { byAge, type Card } from '../../actions/review/cards.ts'
import { commentsOf } from '../../data/tasks/task-queries.ts'
import { percent, shortTime } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { LabelChip } from '../../ui/chip.tsx'
import { DuplicateGlyph, PriorityGlyph, StatusGlyph } from '../../ui/glyphs.tsx'
import { CardButtons } from './card-buttons.tsx'
import { CardShell } from './card-shell.tsx'

interface PairProps {
  card: Card & { kind: 'pair' }
  isSelected: boolean
  nav: Navigation
  onSelect: () => void
}

/** Two tasks that look alike, side by side; the older one on the left is the one that would stay. */
export function PairCard({ card, isSelected, nav, onSelect }: PairProps) {
  const { pair } = card
  const [older, newer] = byAge(pair)
  return (
    <CardShell card={card} isSelected={isSelected} onSelect={onSelect}>
      <header className="flex items-center gap-2.5">
        <DuplicateGlyph />
        <h3 className="min-w-0 flex-1 text-read">
          <span className="font-semibold">{m.review.sameTask}</span> <span className="tabular text-muted">{m.review.likely(percent(pair.score))}</span>
        </h3>
      </header>
      <div className="mt-3 grid grid-cols-2 overflow-hidden rounded-control border border-line phone:grid-cols-1">
        <Side task={older} other={newer} nav={nav} />
        <Side task={newer} other={older} nav={nav} />
      </div>
      <CardButtons card={card} nav={nav} />
    </CardShell>
  )
}

/** Words of a title that the other one does not have are marked: the difference is what one decides by. */
function Marked({ title, other }: { title: string; other: string }) {
  const known = new Set(other.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  return title.split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u).map((word, index) => {
    const key = `${index}:${word}`
    return /[\p{L}\p{N}]/u.test(word) && !known.has(word.toLowerCase()) ? <mark key={key}>{word}</mark> : <span key={key}>{word}</span>
  })
}

function Side({ task, other, nav }: { task: Task; other: Task; nav: Navigation }) {
  const { data: comments } = useQuery(commentsOf(task.id))
  return (
    <div className="flex min-w-0 flex-col gap-2 border-line p-3 not-first:border-s phone:not-first:border-s-0 phone:not-first:border-t">
      <a
        href={`/task/${task.id}`}
        className="min-h-(--tap) rounded-control hover:underline"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.open(task.id)
        }}
      >
        <span className="tabular text-quiet">{task.id}</span>{' '}
        <bdi className="font-medium">
          <Marked title={task.title} other={other.title} />
        </bdi>
      </a>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
        <StatusGlyph status={task.status} size={14} />
        {m.status[task.status]}
        <PriorityGlyph priority={task.priority} />
        <span className="text-quiet">{shortTime(task.created_at)}</span>
        {task.labels.map((label) => (
          <LabelChip key={label} label={label} />
        ))}
        {task.requesters.slice(0, 3).map((name) => (
          <span key={name} title={name}>
            <PersonMark name={name} size={18} />
          </span>
        ))}
      </p>
      {task.description && (
        <p dir="auto" className="line-clamp-5 text-dense break-words whitespace-pre-line text-muted">
          {task.description}
        </p>
      )}
      {comments && comments.length > 0 && <p className="text-meta text-quiet">{m.review.comments(comments.length)}</p>}
    </div>
  )
}
