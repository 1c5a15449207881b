import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { isDay } from '../../../../shared/domain/time/due.ts'
import type { NewSchedule, Schedule } from '../../../../shared/schema/schedule.ts'
import { beforeDueText, nextText, reminderText } from '../../../lib/reminders/reminder-text.ts'
import { addReminder, nextTimes, removeReminder } from '../../../data/reminders/reminders.ts'
import { schedulesOf } from '../../../data/tasks/task-queries.ts'
import { clock, fullTime, shortMoment, timeOfDay, weekday } from '../../../lib/dates.ts'
import { m } from '../../../lib/messages.ts'
import { nextMonday, thisEvening, tomorrowMorning } from '../../../lib/moments.ts'
import { Button } from '../../../ui/button.tsx'
import { BellGlyph } from '../../../ui/glyphs.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MomentForm } from '../../../ui/pick/moment-form.tsx'
import { useMinute } from '../../../lib/use-minute.ts'
import { useFocusRequest } from '../../../lib/use-focus-request.ts'
import { CustomRepeat } from './custom-repeat.tsx'

const time = '09:00'

/** Presets by name; the rest is for the field. */
function presets(now: Date) {
  const once: Record<string, Date> = { evening: thisEvening(now), tomorrow: tomorrowMorning(now), monday: nextMonday(now) }
  const at = timeOfDay(time)
  const again: Record<string, { label: string; rule: NewSchedule }> = {
    daily: { label: m.reminder.daily(at), rule: { type: 'interval', interval_days: 1, time } },
    weekly: { label: m.reminder.weekly(weekday(now.getDay()), at), rule: { type: 'weekly', day_of_week: now.getDay(), time } },
    monthly: { label: m.reminder.monthly(now.getDate(), at), rule: { type: 'monthly', day_of_month: now.getDate(), time } },
  }
  return { once, again }
}

/** In minutes. A day is not due at a minute. */
const beforeDue = (due: string) => (isDay(due) ? [0, dayLong, 7 * dayLong] : [0, 30, 60, dayLong])
const dayLong = 24 * 60

/** When this task comes back by itself: in words, with its next times. */
export function Reminders({ taskId, due }: { taskId: number; due: string | null }) {
  const { data: schedules = [] } = useQuery(schedulesOf(taskId))
  const { data: next = [] } = useQuery({ ...nextTimes(taskId), enabled: schedules.length > 0 })
  const [custom, setCustom] = useState<'moment' | 'repeat'>()
  const add = useRef<HTMLButtonElement>(null)
  useFocusRequest('reminder', () => add.current?.click())
  const now = useMinute()
  const { once, again } = presets(new Date(now))
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      {schedules.map((schedule) => (
        <Line key={schedule.id} schedule={schedule} due={due} times={next.filter((one) => one.schedule_id === schedule.id).map((one) => one.due_at)} />
      ))}
      {custom === 'moment' && (
        <MomentForm
          kind="datetime-local"
          name={m.reminder.at}
          save={m.reminder.set}
          onSet={(text) => {
            setCustom(undefined)
            if (text !== undefined) void addReminder(taskId, { type: 'one_time', fire_at: new Date(text).toISOString() })
          }}
        />
      )}
      {custom === 'repeat' && (
        <CustomRepeat
          onSet={(rule) => {
            setCustom(undefined)
            if (rule) void addReminder(taskId, rule)
          }}
        />
      )}
      {custom === undefined && (
        <Menu
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
          groups={[
            {
              name: m.reminder.once,
              choices: [
                ...Object.entries(once).flatMap(([id, at]) =>
                  at.getTime() > now ? [{ id, label: m.today.moments[id as keyof typeof m.today.moments](clock(at.toISOString())) }] : [],
                ),
                { id: 'custom', label: m.reminder.at },
              ],
            },
            ...(due === null ? [] : [{ name: m.reminder.beforeDue, choices: beforeDue(due).map((n) => ({ id: `${n}`, label: beforeDueText(n) })) }]),
            {
              name: m.reminder.again,
              choices: [...Object.entries(again).map(([id, { label }]) => ({ id, label })), { id: 'repeat', label: m.reminder.custom }],
            },
          ]}
          onChoose={(id) => {
            const moment = once[id]
            const before = /^\d+$/.test(id) ? { type: 'one_time' as const, before_due_minutes: Number(id) } : undefined
            const rule = before ?? again[id]?.rule ?? (moment && { type: 'one_time' as const, fire_at: moment.toISOString() })
            if (rule) void addReminder(taskId, rule)
            else setCustom(id === 'repeat' ? 'repeat' : 'moment')
          }}
        />
      )}
    </span>
  )
}

function Line({ schedule, due, times }: { schedule: Schedule; due: string | null; times: readonly string[] }) {
  // Of a rule that comes once in years only the schedule itself knows.
  const [first = schedule.next_fire_at, ...rest] = times.slice(0, 3)
  const isBeforeDue = typeof schedule.before_due_minutes === 'number'
  return (
    <span className="group/line block min-w-0 py-0.5">
      <span className="flex min-w-0 items-center gap-2">
        <BellGlyph className={`shrink-0 ${schedule.next_fire_at ? '' : 'text-faint'}`} />
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{reminderText(schedule)}</span>
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
          {isBeforeDue ? fullTime(first) : nextText(first)}
          {rest.length > 0 && `, ${m.reminder.andThen(new Intl.ListFormat(document.documentElement.lang).format(rest.map((one) => shortMoment(one))))}`}
        </span>
      )}
    </span>
  )
}
