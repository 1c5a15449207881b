import type { Task } from '../../../shared/schema/task.ts'
import { useAssignee } from '../../data/people/assignees.ts'
import { cycleStatus } from '../../data/tasks/task-steps.ts'
import { m } from '../../lib/messages.ts'
import { StatusGlyph } from '../../ui/glyphs.tsx'
import { AssigneeMark } from '../../ui/marks/assignee-mark.tsx'
import { DueMark } from '../../ui/marks/due-mark.tsx'
import { RowFrame, type RowPlace } from './row-frame.tsx'

/** A task that is due, beside the reminders. */
export function DueRow({ task, ...place }: RowPlace & { task: Task }) {
  const assignee = useAssignee(task.assignee)
  return (
    <RowFrame
      {...place}
      row={`due ${task.id}`}
      taskId={task.id}
      title={task.title}
      before={
        <button
          type="button"
          tabIndex={-1}
          aria-label={m.statusOf(task.id, m.status[task.status])}
          title={m.status[task.status]}
          className="relative z-10 -ms-2 grid h-[max(28px,var(--tap))] w-[max(32px,var(--tap))] shrink-0 place-items-center"
          onClick={() => cycleStatus(task.id)}
        >
          <StatusGlyph status={task.status} />
        </button>
      }
      after={
        <span className="flex min-w-0 items-center gap-2 phone:basis-full phone:ps-9 phone:pb-1">
          <DueMark task={task} />
          {assignee && <AssigneeMark assignee={assignee} />}
        </span>
      }
    />
  )
}
