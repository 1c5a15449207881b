import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../backend/api.ts'
import { taskById } from '../../data/tasks/task-queries.ts'
import { referenceReader } from '../../data/texts/reference-reader.ts'
import { explain } from '../../backend/explain.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { References } from '../../ui/text/references.tsx'
import { useSwipeBack } from '../../lib/use-swipe-back.ts'
import { TaskFilePreviews, TaskFiles } from './attach/task-files.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { Dates } from './fields/dates.tsx'
import { Description } from './description.tsx'
import { DetailBar } from './detail-bar.tsx'
import { Duplicates } from './duplicates.tsx'
import { TaskEvidence } from './evidence.tsx'
import { GoneTask } from './gone-task.tsx'
import { Graph } from './links/graph.tsx'
import { InboxNote } from './fields/inbox-note.tsx'
import { ParentTrail } from './links/parent-trail.tsx'
import { Properties } from './properties.tsx'
import { Questions } from './questions.tsx'
import { ReplyOffer } from './replies/reply-offer.tsx'
import { Talk } from './talk.tsx'
import { Title } from './title.tsx'

export interface DetailProps {
  id: number
  /** Beside the list, or over it. */
  isBeside: boolean
  onOpen: (id: number) => void
  onClose: () => void
}

/** One task: what it is, what was said, what was done. */
export function DetailPane({ id, isBeside, onOpen, onClose }: DetailProps) {
  const { data: task, error, isPending, refetch } = useQuery(taskById(id))
  const pane = useRef<HTMLElement>(null)
  useKeys({ escape: onClose })
  useSwipeBack(pane, onClose)
  // Over the list the task has the keyboard; beside it the list keeps it.
  useEffect(() => {
    if (!isBeside) pane.current?.focus({ preventScroll: true })
  }, [isBeside])
  // What had it went with the task before, as in triage.
  const shown = useRef(id)
  useEffect(() => {
    const isFirst = shown.current === id
    shown.current = id
    if (isFirst || document.activeElement !== document.body) return
    const row = isBeside ? document.querySelector<HTMLElement>(`[data-row="${id}"]`) : null
    const next = row ?? pane.current
    next?.focus({ preventScroll: true })
  }, [id, isBeside])

  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={m.taskNumber(id)}
      data-detail={id}
      className={
        isBeside
          ? 'flex w-[clamp(420px,33.5vw,560px)] shrink-0 flex-col border-s border-line bg-surface outline-none'
          : 'flex min-w-0 flex-1 flex-col bg-surface outline-none phone:absolute phone:inset-0 phone:z-30'
      }
    >
      <DetailBar id={id} task={task} isBeside={isBeside} onClose={onClose} />
      {task && !error ? (
        <div key={id} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <div className="mx-auto max-w-180 px-6 pt-5 pb-covered phone:px-4 phone:pt-3">
            <ParentTrail task={task} onOpen={onOpen} />
            <InboxNote task={task} />
            <Title task={task} />
            <Properties task={task} onOpen={onOpen} />
            <Questions taskId={task.id} />
            <TaskEvidence taskId={task.id} />
            <ReplyOffer key={`reply ${task.id}`} task={task} />
            <ConflictNote taskId={task.id} />
            <References value={referenceReader}>
              <TaskFilePreviews task={task}>
                <Description task={task} />
                <TaskFiles task={task} />
                <Graph task={task} onOpen={onOpen} />
                <Duplicates task={task} onOpen={onOpen} />
                <Talk task={task} />
              </TaskFilePreviews>
            </References>
            <Dates task={task} />
          </div>
        </div>
      ) : error instanceof ApiError && error.problem.status === 404 ? (
        <GoneTask id={id} onClose={onClose} />
      ) : isPending ? (
        <Waiting />
      ) : (
        <div className="flex flex-col items-start gap-4 p-6" role="alert">
          <p className="text-read text-muted">{explain(m.taskFailed(id), error)}</p>
          <Button look="outlined" onClick={() => void refetch()}>
            {m.retry}
          </Button>
        </div>
      )}
    </section>
  )
}

function Waiting() {
  return (
    <div className="late flex flex-col gap-3 p-6" role="status">
      <span className="sr-only">{m.loading}</span>
      {['h-6 w-3/4', 'h-4 w-2/5', 'h-4 w-1/3', 'h-4 w-2/5', 'h-24 w-full'].map((shape) => (
        <span key={shape} aria-hidden="true" className={`rounded-control bg-raised ${shape}`} />
      ))}
    </div>
  )
}
