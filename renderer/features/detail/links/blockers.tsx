// What must be done before this task can begin, and what waits for it in turn.
import { useQueries, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { maxBlockers, type Task } from '../../../../shared/schema/task.ts'
import { PickButton } from '../../../actions/pick-button.tsx'
import { openFirst } from '../../../data/tasks/task-graph.ts'
import { taskById, waitingFor } from '../../../data/tasks/task-queries.ts'
import { removeBlocker } from '../../../data/tasks/task-steps.ts'
import { m } from '../../../messages/late.ts'
import { linksOf } from '../../../lib/plan/links.ts'
import { Button } from '../../../ui/button.tsx'
import { emptyValue } from '../fields/value-style.ts'
import { Property } from '../property.tsx'
import { TaskLine } from './task-line.tsx'

/** More are shown when somebody asks for them. */
const maxShown = 8
const says = m.links

interface LinksProps {
  task: Task
  onOpen: (id: number) => void
}

export function Blockers({ task, onOpen }: LinksProps) {
  const { blocked_by } = linksOf(task)
  const box = useRef<HTMLSpanElement>(null)
  const known = useQueries({ queries: blocked_by.map((id) => taskById(id)) })
  const blockers = openFirst(known.flatMap(({ data }) => data ?? []))
  const [shown, more] = useFirst(blockers)
  return (
    <span ref={box} className="flex min-w-0 flex-1 flex-col">
      {blockers.length > 0 && (
        <ul aria-label={m.fields.blocker_uids} className="min-w-0">
          {shown.map((blocker) => (
            <TaskLine
              key={blocker.id}
              task={blocker}
              onOpen={onOpen}
              removal={says.removeBlocker(blocker.id)}
              onRemove={() => {
                removeBlocker(task, blocker)
                requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-pick]')?.focus())
              }}
            />
          ))}
        </ul>
      )}
      {more}
      {task.blocker_uids.length < maxBlockers && (
        <PickButton picker="blocker" taskId={task.id} className={emptyValue} name={says.addBlocker}>
          <Plus aria-hidden="true" size={14} />
          {m.add}
        </PickButton>
      )}
    </span>
  )
}

/** The first of them, and a button for the rest. */
function useFirst(tasks: readonly Task[]): [shown: readonly Task[], more: ReactNode] {
  const [isWhole, setWhole] = useState(false)
  if (isWhole || tasks.length <= maxShown) return [tasks, null]
  const more = (
    <Button className="-ms-2 self-start px-2" onClick={() => setWhole(true)}>
      {says.moreTasks(tasks.length - maxShown)}
    </Button>
  )
  return [tasks.slice(0, maxShown), more]
}

/** Nothing where nobody waits: links are made at the task that waits. */
export function Blocks({ task, onOpen }: LinksProps) {
  const { data } = useQuery(waitingFor(task))
  const waiting = openFirst(data?.pages.flatMap((page) => page.tasks) ?? [])
  const [shown, more] = useFirst(waiting)
  if (waiting.length === 0) return null
  return (
    <Property name={says.blocks}>
      <span className="flex min-w-0 flex-1 flex-col">
        <ul aria-label={says.blocks} className="min-w-0">
          {shown.map((other) => (
            <TaskLine key={other.id} task={other} onOpen={onOpen} removal={says.removeWaiting(other.id)} onRemove={() => removeBlocker(other, task)} />
          ))}
        </ul>
        {more}
      </span>
    </Property>
  )
}
