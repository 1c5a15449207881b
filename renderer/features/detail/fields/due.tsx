import { Plus } from 'lucide-react'
import { useRef } from 'react'
import type { Task } from '../../../../shared/schema/task.ts'
import { setDue } from '../../../data/tasks/task-steps.ts'
import { dueText, isLate } from '../../../lib/plan/due.ts'
import { m } from '../../../lib/messages.ts'
import { useFocusRequest } from '../../../lib/use-focus-request.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { cx } from '../../../ui/class-names.ts'
import { DueMenu } from '../../../ui/pick/due-menu.tsx'
import { DueGlyph } from '../../../ui/glyphs.tsx'
import { emptyValue, value } from './value-style.ts'

/** When it is due, and a menu to say so. */
export function Due({ task }: { task: Task }) {
  const trigger = useRef<HTMLButtonElement>(null)
  useFocusRequest('due', () => trigger.current?.click())
  const now = useMinute()
  const { due } = task
  const late = isLate(task, now)
  return (
    <DueMenu
      due={due}
      canRemove={due !== null}
      onSet={(next) => setDue(task.id, next)}
      onLeft={() => requestAnimationFrame(() => trigger.current?.focus())}
      trigger={
        due === null ? (
          <button ref={trigger} type="button" className={emptyValue} aria-label={m.due.set}>
            <Plus aria-hidden="true" size={14} />
            {m.add}
          </button>
        ) : (
          <button
            ref={trigger}
            type="button"
            className={cx(value, late && 'text-bad')}
            aria-label={m.due.change(`${dueText(due, now)}${late ? `, ${m.due.late}` : ''}`)}
          >
            <DueGlyph isLate={late} size={16} />
            <span className="truncate">{dueText(due, now)}</span>
            {late && <span className="text-meta font-medium">{m.due.late}</span>}
          </button>
        )
      }
    />
  )
}
