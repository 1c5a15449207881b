import type { Task } from '../../../shared/schema/task.ts'
import { dueText, isLate } from '../../lib/plan/due.ts'
import { m } from '../../lib/messages.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { cx } from '../class-names.ts'
import { DueGlyph } from '../glyphs.tsx'

/** When it is due, on a row or a card. What is late says so: by its glyph, and in the word for who does not see it. */
export function DueMark({ task: { due, status } }: { task: Pick<Task, 'due' | 'status'> }) {
  const now = useMinute()
  if (due === null) return null
  const late = isLate({ due, status }, now)
  const when = dueText(due, now)
  const said = late ? m.due.isLate(when) : m.due.isDue(when)
  return (
    <span title={said} className={cx('flex shrink-0 items-center gap-1 text-meta whitespace-nowrap', late ? 'font-medium text-bad' : 'text-quiet')}>
      <DueGlyph isLate={late} />
      <span className="sr-only">{said}</span>
      <span aria-hidden="true" className="tabular">
        {when}
      </span>
    </span>
  )
}
