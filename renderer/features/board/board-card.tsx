import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { memo, useEffect, useRef } from 'react'
import type { Claim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { useAssignee } from '../../data/people/assignees.ts'
import { isTemporary } from '../../backend/unnumbered.ts'
import { isChangeable } from '../../data/tasks/task-writes.ts'
import { m } from '../../messages/late.ts'
import { addressOf, cursor, type Navigation } from '../../lib/navigation.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { AssigneeMark } from '../../ui/marks/assignee-mark.tsx'
import { LabelChip } from '../../ui/chip.tsx'
import { ClaimMark } from '../../ui/marks/claim-mark.tsx'
import { DueMark } from '../../ui/marks/due-mark.tsx'
import { cx } from '../../ui/class-names.ts'
import { BlockedMark } from '../../ui/marks/blocked-mark.tsx'
import { ReminderMark } from '../../ui/marks/reminder-mark.tsx'
import { PartsMark } from '../../ui/marks/parts-mark.tsx'
import { PriorityGlyph } from '../../ui/glyphs.tsx'
import { usePhone, useTouch } from '../../lib/use-media.ts'
import { CardStatus } from './card-status.tsx'
import { idsOfCard } from './move-cards.ts'

export interface CardProps {
  task: Task
  isCursor: boolean
  isTabStop: boolean
  claim: Claim | undefined
  /** When it reminds next. */
  remindsAt: string | undefined
  isPicked: boolean
  /** A pointer drags it, alone or with others. */
  isCarried: boolean
  nav: Navigation
  onPick: (id: number, isRange: boolean) => void
}

const maxLabels = 3

/** What follows the pointer in place of a picture of one of them. */
function drawMany(container: HTMLElement, number: number): void {
  container.className = 'rounded-control border border-accent bg-accent-soft px-3 py-2 font-medium text-text'
  container.textContent = m.actions.onSelected(number)
}

export const BoardCard = memo(
  function BoardCard({ task, isCursor, isTabStop, claim, remindsAt, isPicked, isCarried, nav, onPick }: CardProps) {
    const card = useRef<HTMLDivElement>(null)
    useEffect(() => {
      if (!card.current || !isChangeable(task.id)) return
      return draggable({
        element: card.current,
        getInitialData: () => ({ task: task.id }),
        onGenerateDragPreview({ nativeSetDragImage }) {
          const { length } = idsOfCard(task.id)
          if (length > 1) setCustomNativeDragPreview({ nativeSetDragImage, render: ({ container }) => drawMany(container, length) })
        },
      })
    }, [task.id])
    const [requester] = task.requesters
    return (
      <div
        ref={card}
        data-card={isChangeable(task.id) ? task.id : undefined}
        // From the start: set after it is laid out, it would cost the style of all cards a second time.
        draggable={isChangeable(task.id) || undefined}
        className={cx(
          'group/card relative rounded-control pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] border px-2.5 py-2',
          'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-1 has-[a:focus-visible]:outline-accent',
          isPicked ? 'bg-accent-soft' : 'bg-surface',
          isCursor
            ? 'border-accent shadow-[0_0_0_1px_var(--accent)] has-[a:focus-visible]:shadow-none'
            : isPicked
              ? 'border-accent'
              : 'border-line hover:border-line-strong',
          isCarried && 'opacity-40',
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
            // Nor does the page select text.
            onMouseDown={(event) => event.shiftKey && event.preventDefault()}
            onClick={(event) => {
              event.preventDefault()
              if (event.metaKey || event.ctrlKey || event.shiftKey) {
                onPick(task.id, event.shiftKey)
                cursor.set(task.id)
                return
              }
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
        <Facts {...{ task, claim, remindsAt, isPicked, onPick }} />
      </div>
    )
  },
  (one, other) =>
    one.task === other.task &&
    one.isCursor === other.isCursor &&
    one.isTabStop === other.isTabStop &&
    one.claim === other.claim &&
    one.remindsAt === other.remindsAt &&
    one.isPicked === other.isPicked &&
    one.isCarried === other.isCarried &&
    one.onPick === other.onPick &&
    one.nav === other.nav,
)

type FactsProps = Pick<CardProps, 'task' | 'claim' | 'remindsAt' | 'isPicked' | 'onPick'>

function Facts({ task, claim, remindsAt, isPicked, onPick }: FactsProps) {
  const isPhone = usePhone()
  const isTouch = useTouch()
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1.5 text-meta text-quiet phone:pe-8 pointer-coarse:pe-8">
      <PriorityGlyph priority={task.priority} />
      <span className="relative flex min-w-4 items-center pe-0.5">
        <span className={cx('tabular', isPicked ? 'invisible' : 'group-hover/card:invisible')}>{isTemporary(task.id) ? '·' : task.id}</span>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={m.pick(task.id)}
          checked={isPicked}
          className={cx('absolute start-0 z-10 size-4 accent-(--accent)', isPicked ? '' : 'opacity-0 group-hover/card:opacity-100')}
          onChange={() => undefined}
          onClick={(event) => onPick(task.id, event.shiftKey)}
        />
      </span>
      {task.labels.slice(0, maxLabels).map((label) => (
        <LabelChip key={label} label={label} />
      ))}
      <BlockedMark task={task} />
      <PartsMark task={task} />
      <DueMark task={task} />
      {remindsAt !== undefined && <ReminderMark task={task} at={remindsAt} />}
      {task.assignee !== null && <Assigned to={task.assignee} />}
      {claim && <ClaimMark claim={claim} />}
      {(isPhone || isTouch) && isChangeable(task.id) && <CardStatus task={task} />}
    </div>
  )
}

/** Apart: who is assigned is looked up, and most cards have nobody. */
function Assigned({ to }: { to: string }) {
  const assignee = useAssignee(to)
  return assignee && <AssigneeMark assignee={assignee} />
}
