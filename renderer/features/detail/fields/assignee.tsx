import { Plus } from 'lucide-react'
import type { Task } from '../../../../shared/schema/task.ts'
import { PickButton } from '../../../actions/pick-button.tsx'
import { useAssignee } from '../../../data/people/assignees.ts'
import { m } from '../../../messages/late.ts'
import { ActorMark } from '../../../ui/actor-mark.tsx'
import { cx } from '../../../ui/class-names.ts'
import { emptyValue, value } from './value-style.ts'

/** Who does it, and a list to choose from. */
export function AssigneeField({ task }: { task: Task }) {
  const assignee = useAssignee(task.assignee)
  if (!assignee) {
    return (
      <PickButton picker="assignee" taskId={task.id} className={emptyValue} name={m.assign.set}>
        <Plus aria-hidden="true" size={14} />
        {m.add}
      </PickButton>
    )
  }
  return (
    <PickButton
      picker="assignee"
      taskId={task.id}
      title={task.assignee ?? undefined}
      className={cx(value, assignee.kind === 'agent' && 'text-agent')}
      name={m.assign.change(assignee.name)}
    >
      <ActorMark actor={assignee} size={18} />
      <bdi className="truncate">{assignee.name}</bdi>
    </PickButton>
  )
}
