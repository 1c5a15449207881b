import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Task, TaskView } from '../../../shared/schema/task.ts'
import { capital, shortDay } from '../../lib/dates.ts'
import { comingBack, dueText, isLate } from '../../lib/plan/due.ts'
import { m } from '../../lib/messages.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { cx } from '../class-names.ts'
import { DueGlyph } from '../glyphs.tsx'

type Planned = Pick<Task, 'due' | 'status'> & Pick<Partial<TaskView>, 'comes_back_at'>

/** When it is due, on a row or a card; of one that is done and repeats, when it comes back. What is late says so: by its glyph, and in the word for who does not see it. */
export function DueMark({ task }: { task: Planned }) {
  const now = useMinute()
  const back = comingBack(task, now)
  if (back !== undefined) {
    const day = shortDay(new Date(back), now)
    return <Mark said={capital(m.due.comesBack(day))} shown={capital(day)} glyph={<RotateCw aria-hidden="true" size={13} />} />
  }
  if (task.due === null) return null
  const late = isLate(task, now)
  const when = dueText(task.due, now)
  return <Mark said={late ? m.due.isLate(when) : m.due.isDue(when)} shown={when} glyph={<DueGlyph isLate={late} />} isLate={late} />
}

/** A glyph and a short text; `said` in full for who points at it or does not see it. */
export function Mark({ said, shown, glyph, isLate: late = false }: { said: string; shown: string; glyph: ReactNode; isLate?: boolean }) {
  return (
    <span title={said} className={cx('flex shrink-0 items-center gap-1 text-meta whitespace-nowrap', late ? 'font-medium text-bad' : 'text-quiet')}>
      {glyph}
      <span className="sr-only">{said}</span>
      <span aria-hidden="true" className="tabular">
        {shown}
      </span>
    </span>
  )
}
