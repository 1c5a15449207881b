import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Task } from '../../../../shared/schema/task.ts'
import { useAssignables } from '../../../data/people/assignables.ts'
import { useAssignee } from '../../../data/people/assignees.ts'
import { setAssignee } from '../../../data/tasks/task-steps.ts'
import { m } from '../../../lib/messages.ts'
import { useFocusRequest } from '../../../lib/use-focus-request.ts'
import { ActorMark } from '../../../ui/actor-mark.tsx'
import { AssigneePicker } from '../../../ui/pick/assignee-picker.tsx'
import { cx } from '../../../ui/class-names.ts'
import { emptyValue, value } from './value-style.ts'

/** Who does it, and a list to choose from. */
export function AssigneeField({ task }: { task: Task }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpened, setOpened] = useState(false)
  useFocusRequest('assignee', () => trigger.current?.click())
  const assignables = useAssignables(isOpened)
  const assignee = useAssignee(task.assignee)
  return (
    <AssigneePicker
      assignables={assignables}
      assignee={task.assignee}
      onOpen={() => setOpened(true)}
      onChoose={(word, name) => setAssignee(task.id, word, name)}
      trigger={
        assignee ? (
          <button
            ref={trigger}
            type="button"
            title={task.assignee ?? undefined}
            className={cx(value, assignee.kind === 'agent' && 'text-agent')}
            aria-label={m.assign.change(assignee.name)}
          >
            <ActorMark actor={assignee} size={18} />
            <bdi className="truncate">{assignee.name}</bdi>
          </button>
        ) : (
          <button ref={trigger} type="button" className={emptyValue} aria-label={m.assign.set}>
            <Plus aria-hidden="true" size={14} />
            {m.add}
          </button>
        )
      }
    />
  )
}
