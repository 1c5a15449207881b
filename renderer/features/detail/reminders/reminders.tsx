import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { isDay } from '../../../../shared/domain/time/due.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import { beforeDueText, nextText, reminderText } from '../../../lib/reminders/reminder-text.ts'
import { changeReminder, nextTimes, removeReminder } from '../../../data/reminders/reminders.ts'
import { setWhen } from '../../../data/reminders/set-when.ts'
import { schedulesOf } from '../../../data/tasks/task-queries.ts'
import { calendarMoment, clock, fullTime, shortMoment, timeOfDay, weekday } from '../../../lib/dates.ts'
import { m } from '../../../messages/late.ts'
import { nextMonday, thisEvening, tomorrowMorning } from '../../../lib/moments.ts'
import { morning } from '../../../lib/when/habits.ts'
import { Button } from '../../../ui/button.tsx'
import { BellGlyph } from '../../../ui/glyphs.tsx'
import type { SuggestionGroup } from '../../../ui/when/suggestions.tsx'
import { textOfReminder } from '../../../ui/when/day-text.ts'
import { type Meant, WhenPicker, type WhenProps } from '../../../ui/when/when-picker.tsx'
import { useMinute } from '../../../lib/use-minute.ts'
import { useFocusRequest } from '../../../lib/use-focus-request.ts'
import { CustomRepeat } from './custom-repeat.tsx'

/** A day is not due at a minute. */
const beforeDue = (due: string) =>
  isDay(due)
    ? ([
        [0, '0 minutes'],
        [dayLong, '1 day'],
        [7 * dayLong, '1 week'],
      ] as const)
    : ([
        [0, '0 minutes'],
        [30, '30 minutes'],
        [60, '1 hour'],
        [dayLong, '1 day'],
      ] as const)
const dayLong = 24 * 60

/** What is often meant. Read as words, so that they mean the same as when they are typed. */
function suggestionsFor(due: string | null, now: Date): SuggestionGroup[] {
  const once = [
    ['evening', thisEvening(now), 'tonight'],
    ['tomorrow', tomorrowMorning(now), 'tomorrow morning'],
    ['monday', nextMonday(now), 'coming monday'],
  ] as const
  const at = timeOfDay(morning.get())
  const day = now.getDate()
  return [
    {
      name: m.reminder.once,
      options: once.flatMap(([id, moment, text]) =>
        moment.getTime() > now.getTime() ? [{ id, label: m.today.moments[id](clock(moment.toISOString())), text }] : [],
      ),
    },
    ...(due === null
      ? []
      : [{ name: m.reminder.beforeDue, options: beforeDue(due).map(([n, text]) => ({ id: `${n}`, label: beforeDueText(n), text: `${text} before due` })) }]),
    {
      name: m.reminder.again,
      options: [
        { id: 'daily', label: m.reminder.daily(at), text: 'every day' },
        { id: 'weekly', label: m.reminder.weekly(weekday(now.getDay()), at), text: 'every week' },
        { id: 'monthly', label: m.reminder.monthly(day, at), text: 'every month' },
        { id: 'repeat', label: m.reminder.custom },
      ],
    },
  ]
}

interface ReminderFieldProps extends Pick<WhenProps, 'onOther'> {
  trigger: ReactElement
  task: { id: number; due: string | null }
  /** Given: it is changed; otherwise a new one is set. */
  schedule?: Schedule
}

/** Sets a reminder, or changes one. Words for a due date set that. */
function ReminderField({ trigger, task, schedule, onOther }: ReminderFieldProps) {
  const groups = suggestionsFor(task.due, new Date(useMinute()))
  function set({ due, schedules }: Meant) {
    const [first, ...more] = schedules
    if (schedule && first) void changeReminder(schedule, first)
    setWhen([task.id], due, schedule ? more : schedules)
  }
  return (
    <WhenPicker
      trigger={trigger}
      purpose="reminder"
      name={m.when.reminder}
      {...(schedule ? { initial: (reader) => textOfReminder(schedule, reader) } : {})}
      suggestions={schedule ? groups.map((group) => ({ ...group, options: group.options.filter(({ text }) => text !== undefined) })) : groups}
      onSet={set}
      {...(onOther ? { onOther } : {})}
    />
  )
}

/** When this task comes back by itself: in words, with its next times. */
export function Reminders({ taskId, due }: { taskId: number; due: string | null }) {
  const { data: schedules = [] } = useQuery(schedulesOf(taskId))
  const { data: next = [] } = useQuery({ ...nextTimes(taskId), enabled: schedules.length > 0 })
  const [isCustom, setCustom] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  useFocusRequest('reminder', () => add.current?.click())
  const task = { id: taskId, due }
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      {schedules.map((schedule) => (
        <Line key={schedule.id} task={task} schedule={schedule} times={next.filter((one) => one.schedule_id === schedule.id).map((one) => one.due_at)} />
      ))}
      {isCustom ? (
        <CustomRepeat
          onSet={(rule) => {
            setCustom(false)
            if (rule) setWhen([taskId], undefined, [rule])
          }}
        />
      ) : (
        <ReminderField
          task={task}
          onOther={() => setCustom(true)}
          trigger={
            <button
              ref={add}
              type="button"
              aria-label={m.reminder.add}
              className="-ms-2 inline-flex h-[max(26px,var(--tap))] items-center gap-1.5 self-start rounded-control px-2 text-quiet hover:bg-raised hover:text-text data-[popup-open]:bg-raised"
            >
              <Plus aria-hidden="true" size={14} />
              {m.add}
            </button>
          }
        />
      )}
    </span>
  )
}

function Line({ schedule, task, times }: { schedule: Schedule; task: { id: number; due: string | null }; times: readonly string[] }) {
  const { due } = task
  // Of a rule that comes once in years only the schedule itself knows.
  const [first = schedule.next_fire_at, ...rest] = times.slice(0, 3)
  const isBeforeDue = typeof schedule.before_due_minutes === 'number'
  return (
    <span className="group/line block min-w-0 py-0.5">
      <span className="flex min-w-0 items-center gap-2">
        <BellGlyph className={`shrink-0 ${schedule.next_fire_at ? '' : 'text-faint'}`} />
        <ReminderField
          task={task}
          schedule={schedule}
          trigger={
            <button
              type="button"
              aria-label={m.when.edit(reminderText(schedule))}
              className="-mx-1 min-h-[max(22px,var(--tap))] min-w-0 rounded-control px-1 text-start font-medium [overflow-wrap:anywhere] hover:bg-raised data-[popup-open]:bg-raised"
            >
              {reminderText(schedule)}
            </button>
          }
        />
        <Button
          square
          aria-label={m.reminder.remove}
          className="!h-[max(22px,var(--tap))] !w-[max(22px,var(--tap))] opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
          onClick={() => void removeReminder(schedule)}
        >
          <X aria-hidden="true" size={12} />
        </Button>
      </span>
      {isBeforeDue && due === null && <span className="block ps-6 text-meta text-quiet">{m.reminder.waitsForDue}</span>}
      {first && (schedule.type !== 'one_time' || (isBeforeDue && due !== null)) && (
        <span className="block ps-6 text-meta text-quiet" title={fullTime(first)}>
          {isBeforeDue ? calendarMoment(new Date(first)) : nextText(first)}
          {rest.length > 0 && `, ${m.reminder.andThen(new Intl.ListFormat(document.documentElement.lang).format(rest.map((one) => shortMoment(one))))}`}
        </span>
      )}
    </span>
  )
}
