import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Reminder } from '../../../shared/schema/reminder.ts'
import { dismiss, finish, openReminders, snoozedReminders, upcomingReminders } from '../../data/reminders/reminders.ts'
import { setStatus } from '../../data/tasks/task-steps.ts'
import { explain } from '../../backend/explain.ts'
import { useKeys } from '../../lib/keys.ts'
import { keepForField } from '../../lib/press/keys-ahead.ts'
import { m } from '../../messages/late.ts'
import { cursor, type Navigation, overlay } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useSteadyRows } from '../../ui/use-steady-rows.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { TaskRow } from './task-row.tsx'
import { useDueToday } from '../../data/tasks/due-today.ts'
import { useAssigned, useDoneToday, useInProgress } from '../../data/tasks/todays-work.ts'
import { ReminderRow } from './reminder-row.tsx'
import { folded, groupsOf, type Row } from './today-groups.ts'

/** Which row is selected, and the keys that move there and answer it. */
function useRowKeys(rows: readonly Row[], nav: Navigation, onSnooze: (key: string) => void) {
  const [selected, setSelected] = useState<string | undefined>(undefined)
  const at = rows.findIndex(({ key }) => key === selected)
  const index = Math.max(0, at)
  const current = rows[index]
  // Status, priority, delete: the keys of every list are about the task of the selected row, also after another was open.
  const chosen = rows[at]?.taskId
  const isOpen = nav.openId !== undefined
  useEffect(() => {
    if (!isOpen) cursor.set(chosen)
  }, [chosen, isOpen])
  // What is done, deleted or answered elsewhere takes the keyboard with it, unless that goes to what stands there now.
  const stood = useRef(0)
  useEffect(() => {
    if (at >= 0) stood.current = at
    else if (selected !== undefined && !isOpen && document.activeElement === document.body)
      [...document.querySelectorAll<HTMLElement>('[data-reminder]')].at(Math.min(stood.current, rows.length - 1))?.focus()
  }, [at, selected, isOpen, rows.length])
  const move = (by: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, selected === undefined ? 0 : index + by))]
    if (next) setSelected(next.key)
  }
  /** What is answered leaves the list: the keyboard goes on with the next. */
  const leave = () => setSelected((rows[at + 1] ?? rows[at - 1])?.key)
  const answer = (act: (reminder: Reminder) => void) => () => {
    const reminder = rows[at]?.reminder
    if (!reminder || reminder.id === null) return
    leave()
    act(reminder)
  }
  /** Here it answers the reminder as well: opened again, the task does not bring it back. */
  function done() {
    const task = current?.task
    if (!task) return answer((reminder) => void finish(reminder))()
    leave()
    setStatus(task.id, 'done')
  }
  useKeys(
    {
      j: () => move(1),
      arrowdown: () => move(1),
      k: () => move(-1),
      arrowup: () => move(-1),
      enter: (event) => {
        const target = event.target as HTMLElement
        if (target.closest('button,a:not([data-reminder])')) return target.click()
        if (current) nav.open(current.taskId)
      },
      o: () => at >= 0 && current && nav.open(current.taskId),
      ...(at >= 0 && current?.reminder?.id !== null && current?.task?.status !== 'done' && !isOpen ? { 5: done } : {}),
      a: answer((row) => void dismiss(row)),
      // On a row without a reminder that is due, it sets one, as everywhere.
      ...(at >= 0 && current?.reminder != null && current.reminder.id !== null
        ? {
            h: () => {
              onSnooze(current.key)
              keepForField()
            },
          }
        : {}),
    },
    true,
  )
  return { selected, current, select: setSelected }
}

/** Everything that Today lists, in groups; `unfold` shows all that is done. */
function useToday() {
  const open = useQuery(openReminders)
  const upcoming = useQuery(upcomingReminders)
  const snoozed = useQuery(snoozedReminders)
  const now = useMinute()
  const due = useDueToday(now)
  const inProgress = useInProgress()
  const assigned = useAssigned()
  const done = useDoneToday(now)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const groups = useMemo(() => {
    const begun = { inProgress: inProgress.tasks, assigned: assigned.tasks, done: done.tasks }
    const lists = { open: open.data ?? [], due, upcoming: upcoming.data ?? [], snoozed: snoozed.data ?? [], ...begun }
    const all = groupsOf(lists, now)
    return isUnfolded ? all : folded(all)
  }, [open.data, due, upcoming.data, snoozed.data, inProgress.tasks, assigned.tasks, done.tasks, isUnfolded, now])
  const read = [open, upcoming, snoozed, due, inProgress, assigned, done]
  return {
    groups,
    unfold: () => setIsUnfolded(true),
    isPending: read.some(({ isPending }) => isPending),
    error: read.find((one) => one.error)?.error,
    retry: () => void Promise.all(read.map(({ refetch }) => refetch())),
  }
}

/** What asks for attention now, what is left of today, the days to come, and what is done. */
export function TodayView({ nav }: { nav: Navigation }) {
  const { groups, unfold, isPending, error, retry } = useToday()
  const rows = groups.flatMap((group) => group.rows)
  const steady = useSteadyRows(groups)
  const [snoozing, setSnoozing] = useState<string>()
  const { selected, current, select } = useRowKeys(rows, nav, setSnoozing)

  if (isPending) return <SkeletonRows rows={6} />
  if (error) {
    return (
      <Empty title={m.today.failed}>
        <p role="alert" className="max-w-[52ch] text-read text-muted">
          {explain(m.nothingLost, error)}
        </p>
        <Button look="outlined" onClick={retry}>
          {m.retry}
        </Button>
      </Empty>
    )
  }
  if (rows.length === 0) {
    return (
      <Empty title={m.today.emptyTitle}>
        <p className="max-w-[46ch] text-read text-muted">{m.today.emptyText}</p>
        <Button look="outlined" onClick={() => overlay.set('quick-add')}>
          {m.newTask}
          <Kbd keys="c" plain />
        </Button>
      </Empty>
    )
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-covered" {...steady}>
      {groups.map((group) => (
        <section key={group.name}>
          <h2 className="flex h-9 items-end px-4 pb-1.5 text-meta font-medium text-muted">
            {group.name} <span className="tabular ps-2 font-normal text-quiet">{group.rows.length + (group.hidden ?? 0)}</span>
          </h2>
          <ul>
            {group.rows.map((row) => {
              const shared = { isCursor: row.key === selected, isTabStop: row === (current ?? rows[0]), nav, onSelect: () => select(row.key) }
              return row.task ? (
                <TaskRow key={row.key} task={row.task} remindsAt={row.remindsAt} {...shared} />
              ) : (
                <ReminderRow
                  key={row.key}
                  reminder={row.reminder}
                  isSnoozing={snoozing === row.key}
                  onSnoozing={(isOpen) => setSnoozing(isOpen ? row.key : undefined)}
                  {...shared}
                />
              )
            })}
          </ul>
          {group.hidden ? (
            <Button className="ms-1" onClick={unfold}>
              {m.showMore(group.hidden)}
            </Button>
          ) : null}
        </section>
      ))}
      <p className="flex items-center gap-1.5 px-4 pt-4 text-meta text-quiet pointer-coarse:hidden phone:hidden print:hidden">
        <Kbd keys="5" />
        <span className="pe-3">{m.status.done}</span>
        <Kbd keys="a" />
        <span className="pe-3">{m.today.dismiss}</span>
        <Kbd keys="h" />
        {m.today.snooze}
      </p>
    </div>
  )
}
