import type { Task } from '../../../shared/schema/task.ts'
import { m } from '../../lib/messages.ts'
import { linksOf } from '../../lib/plan/links.ts'

const around = 2 * Math.PI * 5

/** "2/5" on a row or a card: how many of its parts are done. */
export function PartsMark({ task }: { task: Task }) {
  const { open, total } = linksOf(task).parts
  if (total === 0) return null
  const done = total - open
  const said = m.links.partsDone(done, total)
  return (
    <span title={said} className="flex shrink-0 items-center gap-1 text-meta text-quiet">
      <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14" fill="none" strokeWidth="2" className="-rotate-90">
        <circle cx="7" cy="7" r="5" className="stroke-(--ghost)" />
        {done > 0 && <circle cx="7" cy="7" r="5" className="stroke-(--ok)" strokeDasharray={`${(around * done) / total} ${around}`} />}
      </svg>
      <span className="sr-only">{said}</span>
      <span aria-hidden="true" className="tabular">
        {done}/{total}
      </span>
    </span>
  )
}
