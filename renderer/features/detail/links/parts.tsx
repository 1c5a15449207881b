// The smaller tasks that a task is made of: how far they are, and one line for the next.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Task } from '../../../../shared/schema/task.ts'
import { partsOf } from '../../../data/tasks/task-queries.ts'
import { detach } from '../../../data/tasks/task-steps.ts'
import { addTask } from '../../../data/tasks/task-writes.ts'
import { m } from '../../../messages/late.ts'
import { linksOf } from '../../../lib/plan/links.ts'
import { useFocusRequest } from '../../../lib/use-focus-request.ts'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { LineInput } from '../fields/line-input.tsx'
import { emptyValue } from '../fields/value-style.ts'
import { TaskLine } from './task-line.tsx'

/** So many are shown before somebody asks for all. */
const firstShown = 20
const says = m.links

export function Parts({ task, onOpen }: { task: Task; onOpen: (id: number) => void }) {
  const { total } = linksOf(task).parts
  const [added, setAdded] = useState<number>()
  const [isWhole, setWhole] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  useFocusRequest('parts', () => setAdded((n) => n ?? 0))
  const { data } = useQuery({ ...partsOf(task), enabled: total > 0 || added !== undefined })
  // As they were written: the first one on top.
  const parts = data?.pages.flatMap((page) => page.tasks).toReversed() ?? []
  const shown = isWhole ? parts : parts.slice(0, firstShown)
  const done = parts.filter(({ status }) => status === 'done').length
  function leave(): void {
    setAdded(undefined)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-add]')?.focus())
  }
  const add = (title: string) => title !== '' && void addTask({ title, parent_uid: task.uid })
  return (
    <span ref={box} className="flex min-w-0 flex-1 flex-col">
      {parts.length > 0 && (
        <>
          <span className="flex h-[max(26px,var(--tap))] items-center gap-2.5">
            <span className="tabular whitespace-nowrap">{says.progress(done, parts.length)}</span>
            <span className="max-w-32 min-w-8 flex-1">
              <Progress name={says.partsDone(done, parts.length)} done={done / parts.length} />
            </span>
          </span>
          <ul aria-label={says.parts} className="min-w-0">
            {shown.map((part) => (
              <TaskLine key={part.id} task={part} onOpen={onOpen} removal={says.detach(part.id)} onRemove={() => detach(part, task.id)} />
            ))}
          </ul>
          {shown.length < parts.length && (
            <Button className="-ms-2 self-start px-2" onClick={() => setWhole(true)}>
              {says.moreParts(parts.length - shown.length)}
            </Button>
          )}
        </>
      )}
      {added === undefined ? (
        <button type="button" data-add="" className={emptyValue} aria-label={says.addPart} onClick={() => setAdded(0)}>
          <Plus aria-hidden="true" size={14} />
          {m.add}
        </button>
      ) : (
        // The next one begins empty.
        <LineInput
          key={added}
          name={says.addPart}
          hint={says.partHint}
          first=""
          onSave={add}
          onNext={(title) => (title === '' ? leave() : setAdded(added + 1))}
          onLeave={(byKey) => (byKey ? leave() : setAdded(undefined))}
        />
      )}
    </span>
  )
}
