import type { Task } from '../../../shared/schema/task.ts'
import { StatusRing } from '../../actions/status-ring.tsx'
import { useAssignee } from '../../data/people/assignees.ts'
import { AssigneeMark } from '../../ui/marks/assignee-mark.tsx'
import { DueMark } from '../../ui/marks/due-mark.tsx'
import { ReminderMark } from '../../ui/marks/reminder-mark.tsx'
import { RowFrame, type RowPlace } from './row-frame.tsx'

/** A task that is due, in progress or done, beside the reminders. */
export function TaskRow({ task, remindsAt, ...place }: RowPlace & { task: Task; remindsAt: string | undefined }) {
  const assignee = useAssignee(task.assignee)
  return (
    <RowFrame
      {...place}
      row={`task ${task.id}`}
      taskId={task.id}
      title={task.title}
      isQuiet={task.status === 'done'}
      before={<StatusRing task={task} className="-ms-2 h-[max(28px,var(--tap))] w-[max(32px,var(--tap))]" />}
      after={
        <span className="flex min-w-0 items-center gap-2 empty:hidden phone:basis-full phone:ps-9 phone:pb-1">
          <DueMark task={task} />
          <ReminderMark task={task} at={remindsAt} />
          {assignee && <AssigneeMark assignee={assignee} />}
        </span>
      }
    />
  )
}
