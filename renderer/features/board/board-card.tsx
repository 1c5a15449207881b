import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { memo, useEffect, useRef, useState } from 'react'
import type { Claim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { useAssignee } from '../../data/people/assignees.ts'
import { isTemporary } from '../../backend/unnumbered.ts'
import { isChangeable } from '../../data/tasks/task-writes.ts'
import { m } from '../../lib/messages.ts'
import { addressOf, cursor, type Navigation } from '../../lib/navigation.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { AssigneeMark } from '../../ui/marks/assignee-mark.tsx'
import { LabelChip } from '../../ui/chip.tsx'
import { ClaimMark } from '../../ui/marks/claim-mark.tsx'
import { DueMark } from '../../ui/marks/due-mark.tsx'
import { cx } from '../../ui/class-names.ts'
import { BlockedMark } from '../../ui/marks/blocked-mark.tsx'
import { PartsMark } from '../../ui/marks/parts-mark.tsx'
import { PriorityGlyph } from '../../ui/glyphs.tsx'
import { usePhone, useTouch } from '../../lib/use-media.ts'
import { CardStatus } from './card-status.tsx'

interface CardProps {
  task: Task
  isCursor: boolean
  isTabStop: boolean
  claim: Claim | undefined
  nav: Navigation
}

const maxLabels = 3

export const BoardCard = memo(
  function BoardCard({ task, isCursor, isTabStop, claim, nav }: CardProps) {
    const card = useRef<HTMLDivElement>(null)
    const [isDragged, setDragged] = useState(false)
    const isPhone = usePhone()
    const isTouch = useTouch()
    useEffect(() => {
      if (!card.current || !isChangeable(task.id)) return
      return draggable({
        element: card.current,
        getInitialData: () => ({ task: task.id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      })
    }, [task.id])
    const [requester] = task.requesters
    const assignee = useAssignee(task.assignee)
    return (
      <div
        ref={card}
        data-card={isChangeable(task.id) ? task.id : undefined}
        className={cx(
          'relative rounded-control pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] border bg-surface px-2.5 py-2',
          'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-1 has-[a:focus-visible]:outline-accent',
          isCursor ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
          isDragged && 'opacity-40',
        )}
      >
        <div className="flex items-start gap-2">
          <a
            href={addressOf({ ...nav, openId: task.id })}
            draggable={false}
            data-row={task.id}
            tabIndex={isTabStop ? 0 : -1}
            aria-current={isCursor ? 'true' : undefined}
            className="line-clamp-3 min-w-0 flex-1 outline-none before:absolute before:inset-0"
            onFocus={() => cursor.set(task.id)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              if (isChangeable(task.id)) nav.open(task.id, nav.openId !== undefined)
            }}
          >
            <span dir="auto" className={cx('font-medium break-words', task.status === 'done' && 'text-muted')}>
              {task.title}
            </span>
            <span className="sr-only">
              , {m.status[task.status]}, {m.priorityIs(m.priority[task.priority])}
            </span>
          </a>
          {requester !== undefined && (
            <span title={task.requesters.join(', ')}>
              <PersonMark name={requester} />
            </span>
          )}
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-1.5 text-meta text-quiet phone:pe-8 pointer-coarse:pe-8">
          <PriorityGlyph priority={task.priority} />
          <span className="tabular pe-0.5">{isTemporary(task.id) ? '·' : task.id}</span>
          {task.labels.slice(0, maxLabels).map((label) => (
            <LabelChip key={label} label={label} />
          ))}
          <BlockedMark task={task} />
          <PartsMark task={task} />
          <DueMark task={task} />
          {assignee && <AssigneeMark assignee={assignee} />}
          {claim && <ClaimMark claim={claim} />}
          {(isPhone || isTouch) && isChangeable(task.id) && <CardStatus task={task} />}
        </div>
      </div>
    )
  },
  (one, other) =>
    one.task === other.task &&
    one.isCursor === other.isCursor &&
    one.isTabStop === other.isTabStop &&
    one.claim === other.claim &&
    one.nav.view === other.nav.view &&
    one.nav.openId === other.nav.openId,
)
