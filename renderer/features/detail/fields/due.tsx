import { Plus } from 'lucide-react'
import type { Task } from '../../../../shared/schema/task.ts'
import { PickButton } from '../../../actions/pick-button.tsx'
import { dueText, isLate } from '../../../lib/plan/due.ts'
import { m } from '../../../lib/messages.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { cx } from '../../../ui/class-names.ts'
import { DueGlyph } from '../../../ui/glyphs.tsx'
import { emptyValue, value } from './value-style.ts'

/** When it is due, and a field to say so. */
export function Due({ task }: { task: Task }) {
  const now = useMinute()
  const { due } = task
  if (due === null) {
    return (
      <PickButton picker="due" taskId={task.id} className={emptyValue} name={m.due.set}>
        <Plus aria-hidden="true" size={14} />
        {m.add}
      </PickButton>
    )
  }
  const late = isLate(task, now)
  const words = dueText(due, now)
  return (
    <PickButton picker="due" taskId={task.id} className={cx(value, late && 'text-bad')} name={m.due.change(`${words}${late ? `, ${m.due.late}` : ''}`)}>
      <DueGlyph isLate={late} size={16} />
      <span className="truncate">{words}</span>
      {late && <span className="text-meta font-medium">{m.due.late}</span>}
    </PickButton>
  )
}
