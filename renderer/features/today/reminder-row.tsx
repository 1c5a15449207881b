import { BellOff, Check, Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Reminder } from '../../../shared/schema/reminder.ts'
import { dismiss, finish, momentOf, snooze } from '../../data/reminders/reminders.ts'
import { clock, fromNow, fullTime } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import { inAnHour, nextMonday, thisEvening, tomorrowMorning } from '../../lib/moments.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { BellGlyph } from '../../ui/glyphs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { steadyRow } from '../../ui/use-steady-rows.ts'
import { useMinute } from '../../lib/use-minute.ts'

const later = { hour: inAnHour, evening: thisEvening, tomorrow: tomorrowMorning, monday: nextMonday } as const
type Later = keyof typeof later

interface RowProps {
  reminder: Reminder
  isCursor: boolean
  isTabStop: boolean
  nav: Navigation
  onSelect: () => void
}

export function ReminderRow({ reminder, isCursor, isTabStop, nav, onSelect }: RowProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const isOpen = reminder.id !== null
  const isSnoozed = reminder.state === 'snoozed'
  const moment = momentOf(reminder)
  useEffect(() => {
    if (isCursor) link.current?.focus()
  }, [isCursor])
  const now = useMinute()
  const choices = (Object.keys(later) as Later[]).filter((name) => later[name](new Date(now)).getTime() > now)
  return (
    <li
      {...steadyRow(reminder.id ?? `${reminder.schedule_id} ${reminder.due_at}`)}
      className={cx(
        'relative flex min-h-(--row) items-center gap-2 ps-4 pe-4 phone:flex-wrap phone:border-b phone:border-line phone:py-1.5',
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent',
        isCursor ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)] rtl:shadow-[inset_-2px_0_0_var(--accent)]' : 'hover:bg-raised',
      )}
    >
      <BellGlyph className={isOpen && !isSnoozed ? 'text-warn' : 'text-faint'} />
      <time className="tabular w-16 shrink-0 text-muted" dateTime={moment} title={fullTime(moment)}>
        {clock(moment)}
      </time>
      <a
        ref={link}
        href={`/task/${reminder.task_id}`}
        data-reminder=""
        tabIndex={isTabStop ? 0 : -1}
        className="flex min-w-0 flex-1 items-center gap-2 outline-none before:absolute before:inset-0 phone:min-h-11"
        onFocus={onSelect}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.open(reminder.task_id)
        }}
      >
        <span className="tabular min-w-[2ch] text-end text-quiet">{reminder.task_id}</span>
        <bdi className="min-w-0 truncate font-medium">{reminder.title}</bdi>
      </a>
      {isSnoozed && <span className="text-meta whitespace-nowrap text-quiet">{m.today.isSnoozed}</span>}
      {reminder.late && !isSnoozed && <span className="text-meta text-warn">{m.today.late}</span>}
      <span className={cx('text-meta whitespace-nowrap text-quiet', isOpen && 'phone:hidden')}>
        {reminder.type === 'one_time' || isOpen ? fromNow(moment) : m.today.repeats}
      </span>
      {isOpen && (
        <span className="relative z-10 flex gap-1 phone:basis-full phone:flex-wrap phone:ps-6 phone:pb-1">
          <Button look="outlined" className="px-2.5" onClick={() => void finish(reminder)}>
            <Check aria-hidden="true" size={14} className="phone:hidden" />
            {m.status.done}
          </Button>
          <Button look="outlined" className="px-2.5" onClick={() => void dismiss(reminder)}>
            <BellOff aria-hidden="true" size={14} className="phone:hidden" />
            {m.today.dismiss}
          </Button>
          <Menu
            align="end"
            trigger={
              <Button look="outlined" className="px-2.5">
                <Clock aria-hidden="true" size={14} className="phone:hidden" />
                {m.today.snooze}
              </Button>
            }
            groups={[{ choices: choices.map((name) => ({ id: name, label: m.today.moments[name](clock(later[name](new Date(now)).toISOString())) })) }]}
            onChoose={(name) => void snooze(reminder, later[name as Later]())}
          />
        </span>
      )}
    </li>
  )
}
