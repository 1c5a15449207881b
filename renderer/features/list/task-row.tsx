import { memo } from 'react'
import type { Claim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { StatusRing } from '../../actions/status-ring.tsx'
import type { Touch } from '../../data/journal.ts'
import { useAssignee } from '../../data/people/assignees.ts'
import { isTemporary } from '../../backend/unnumbered.ts'
import { isChangeable } from '../../data/tasks/task-writes.ts'
import { shortTime } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import { cursor } from '../../lib/navigation.ts'
import { ActorMark, actorName, PersonMark } from '../../ui/actor-mark.tsx'
import { AssigneeMark } from '../../ui/marks/assignee-mark.tsx'
import { LabelChip } from '../../ui/chip.tsx'
import { cx } from '../../ui/class-names.ts'
import { ClaimMark } from '../../ui/marks/claim-mark.tsx'
import { DueMark } from '../../ui/marks/due-mark.tsx'
import { BlockedMark } from '../../ui/marks/blocked-mark.tsx'
import { ReminderMark } from '../../ui/marks/reminder-mark.tsx'
import { PartsMark } from '../../ui/marks/parts-mark.tsx'
import { PriorityGlyph } from '../../ui/glyphs.tsx'
import { steadyRow } from '../../ui/use-steady-rows.ts'

export interface RowProps {
  task: Task
  href: string
  isCursor: boolean
  isTabStop: boolean
  touch: Touch | undefined
  claim: Claim | undefined
  /** When it reminds next. */
  remindsAt: string | undefined
  isPicked: boolean
  isPhone: boolean
  onPick: (id: number, isRange: boolean) => void
  onOpen: (id: number) => void
}

/** One task in a list. The link covers the row; the status beside it is a button of its own. */
export const TaskRow = memo(function TaskRow({ task, href, isCursor, isTabStop, touch, claim, remindsAt, isPicked, isPhone, onPick, onOpen }: RowProps) {
  const status = <StatusRing task={task} className="h-full w-7 phone:w-12" />
  const title = <TitleLink task={task} href={href} isCursor={isCursor} isTabStop={isTabStop} onPick={onPick} onOpen={onOpen} />
  const number = isTemporary(task.id) ? '·' : task.id
  const shell = cx(
    'group/row relative flex h-full items-stretch ps-3 pe-(--row-end) phone:border-b phone:border-line phone:ps-0',
    'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent',
    isPicked && !isCursor && 'bg-accent-soft',
    isCursor ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)] rtl:shadow-[inset_-2px_0_0_var(--accent)]' : 'hover:bg-raised',
  )
  if (isPhone) {
    return (
      <div className={shell} {...steadyRow(task.id)}>
        {status}
        <div className="flex min-w-0 flex-1 flex-col justify-center gap-0.5 pe-3">
          {title}
          <span className="flex min-w-0 items-center gap-2 text-meta text-quiet">
            <span className="tabular">{number}</span>
            {task.priority === 'high' && <PriorityGlyph priority="high" />}
            <BlockedMark task={task} />
            <PartsMark task={task} />
            <DueMark task={task} />
            <ReminderMark task={task} at={remindsAt} />
            {task.assignee !== null && <Assignee word={task.assignee} />}
            {claim ? <ClaimMark claim={claim} /> : touch && <TouchMark touch={touch} />}
            <span dir="auto" className="min-w-0 flex-1 basis-16 truncate">
              {task.labels.join('  ')}
            </span>
          </span>
        </div>
        <Requester names={task.requesters} />
      </div>
    )
  }
  return (
    <div className={cx(shell, 'gap-1')} {...steadyRow(task.id)}>
      {status}
      <span className="grid w-6 place-items-center" title={m.priorityIs(m.priority[task.priority])}>
        <PriorityGlyph priority={task.priority} />
      </span>
      <span className="relative flex min-w-(--number-width) items-center justify-end">
        <span className={cx('tabular text-quiet', isPicked ? 'invisible' : 'group-hover/row:invisible')}>{number}</span>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={m.pick(task.id)}
          checked={isPicked}
          className={cx('absolute end-0 z-10 size-4 accent-(--accent)', isPicked ? '' : 'opacity-0 group-hover/row:opacity-100')}
          onChange={() => undefined}
          onClick={(event) => onPick(task.id, event.shiftKey)}
        />
      </span>
      <span className="flex min-w-0 flex-1 items-center ps-2">{title}</span>
      <span className="flex min-w-0 shrink-0 items-center gap-2 ps-3">
        {claim ? <ClaimMark claim={claim} /> : touch && <TouchMark touch={touch} />}
        <Labels labels={task.labels} />
        <BlockedMark task={task} />
        <PartsMark task={task} />
        <DueMark task={task} />
        <ReminderMark task={task} at={remindsAt} />
        {task.assignee !== null && <Assignee word={task.assignee} />}
        <Requester names={task.requesters} />
      </span>
    </div>
  )
})

type PartOfRow<K extends keyof RowProps> = Pick<RowProps, 'task' | K>

function TitleLink({ task, href, isCursor, isTabStop, onPick, onOpen }: PartOfRow<'href' | 'isCursor' | 'isTabStop' | 'onPick' | 'onOpen'>) {
  const isDone = task.status === 'done'
  return (
    <a
      href={href}
      tabIndex={isTabStop ? 0 : -1}
      data-row={task.id}
      aria-current={isCursor ? 'true' : undefined}
      // Too long, it loses its end: of its own direction, on the side of the page's.
      dir="auto"
      className="min-w-0 truncate outline-none [text-align:match-parent] before:absolute before:inset-0"
      // Nor does the page select text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        event.preventDefault()
        if (event.metaKey || event.ctrlKey || event.shiftKey) {
          onPick(task.id, event.shiftKey)
          cursor.set(task.id)
          return
        }
        if (isChangeable(task.id)) onOpen(task.id)
      }}
    >
      {/* Without a direction of its own: what has one does not count for the link's, which then loses the beginning of what is too long. */}
      <span className={cx('font-medium [unicode-bidi:isolate]', isDone && 'text-muted')}>{task.title}</span>
      <span className="sr-only">
        {', '}
        {m.status[task.status]}, {m.priorityIs(m.priority[task.priority])}
      </span>
    </a>
  )
}

const shownLabels = 2

function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <>
      {labels.slice(0, shownLabels).map((label) => (
        <LabelChip key={label} label={label} />
      ))}
      {labels.length > shownLabels && (
        <span className="tabular text-meta text-quiet" title={labels.slice(shownLabels).join(', ')}>
          +{labels.length - shownLabels}
        </span>
      )}
    </>
  )
}

/** Who besides the person worked on it within the hour. */
function TouchMark({ touch }: { touch: Touch }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-meta">
      <ActorMark actor={touch.actor} size={18} />
      <span className={cx('max-w-28 truncate font-medium', touch.actor.kind === 'agent' ? 'text-agent' : 'text-muted')}>{actorName(touch.actor)}</span>
      <span className="text-quiet whitespace-nowrap">{shortTime(touch.at)}</span>
    </span>
  )
}

/** Who does it; whoever asked for it stands beside it. */
function Assignee({ word }: { word: string }) {
  const assignee = useAssignee(word)
  return assignee && <AssigneeMark assignee={assignee} />
}

function Requester({ names }: { names: readonly string[] }) {
  const [first] = names
  if (first === undefined) return <span className="w-5 shrink-0" />
  return (
    <span className="self-center" title={names.join(', ')}>
      <PersonMark name={first} />
      <span className="sr-only">{m.requestedBy(names.join(', '))}</span>
    </span>
  )
}
