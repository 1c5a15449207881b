// What must be done before this task can begin, and what waits for it in turn.
import { useQueries, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { maxBlockers, type Task } from '../../../../shared/schema/task.ts'
import { taskById, waitingFor } from '../../../data/tasks/task-queries.ts'
import { addBlocker, removeBlocker } from '../../../data/tasks/task-steps.ts'
import { m } from '../../../lib/messages.ts'
import { linksOf } from '../../../lib/plan/links.ts'
import { useFocusRequest } from '../../../lib/use-focus-request.ts'
import { emptyValue } from '../fields/value-style.ts'
import { Property } from '../property.tsx'
import { TaskLine } from './task-line.tsx'
import { TaskPicker } from './task-picker.tsx'

const says = m.links

interface LinksProps {
  task: Task
  onOpen: (id: number) => void
}

export function Blockers({ task, onOpen }: LinksProps) {
  const { blocked_by } = linksOf(task)
  const trigger = useRef<HTMLButtonElement>(null)
  useFocusRequest('blockers', () => trigger.current?.click())
  const known = useQueries({ queries: blocked_by.map((id) => taskById(id)) })
  const blockers = known.flatMap(({ data }) => data ?? [])
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      {blockers.length > 0 && (
        <ul aria-label={m.fields.blocker_uids} className="min-w-0">
          {blockers.map((blocker) => (
            <TaskLine
              key={blocker.id}
              task={blocker}
              onOpen={onOpen}
              removal={says.removeBlocker(blocker.id)}
              onRemove={() => {
                removeBlocker(task, blocker)
                requestAnimationFrame(() => trigger.current?.focus())
              }}
            />
          ))}
        </ul>
      )}
      {task.blocker_uids.length < maxBlockers && (
        <TaskPicker
          name={says.addBlocker}
          without={new Set([task.id, ...blocked_by])}
          onChoose={(other) => addBlocker(task, other)}
          trigger={
            <button ref={trigger} type="button" className={emptyValue} aria-label={says.addBlocker}>
              <Plus aria-hidden="true" size={14} />
              {m.add}
            </button>
          }
        />
      )}
    </span>
  )
}

/** Nothing where nobody waits: links are made at the task that waits. */
export function Blocks({ task, onOpen }: LinksProps) {
  const { data } = useQuery(waitingFor(task))
  const waiting = data?.pages.flatMap((page) => page.tasks).toReversed() ?? []
  if (waiting.length === 0) return null
  return (
    <Property name={says.blocks}>
      <ul aria-label={says.blocks} className="min-w-0 flex-1">
        {waiting.map((other) => (
          <TaskLine key={other.id} task={other} onOpen={onOpen} removal={says.removeWaiting(other.id)} onRemove={() => removeBlocker(other, task)} />
        ))}
      </ul>
    </Property>
  )
}
