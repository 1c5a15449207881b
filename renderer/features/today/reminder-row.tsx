import { BellOff, Check, Clock } from 'lucide-react'
import type { Reminder } from '../../../shared/schema/reminder.ts'
import { dismiss, finish, momentOf, snooze } from '../../data/reminders/reminders.ts'
import { clock, fromNow, fullTime } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { BellGlyph } from '../../ui/glyphs.tsx'
import { laterMoments } from '../../ui/when/later.ts'
import { WhenPicker } from '../../ui/when/when-picker.tsx'
import { useMinute } from '../../lib/use-minute.ts'
import { RowFrame, type RowPlace } from './row-frame.tsx'

interface RowProps extends RowPlace {
  reminder: Reminder
  isSnoozing: boolean
  onSnoozing: (isSnoozing: boolean) => void
}

export function ReminderRow({ reminder, isSnoozing, onSnoozing, ...place }: RowProps) {
  const isOpen = reminder.id !== null
  const isSnoozed = reminder.state === 'snoozed'
  const moment = momentOf(reminder)
  const now = useMinute()
  return (
    <RowFrame
      {...place}
      row={reminder.id ?? `${reminder.schedule_id} ${reminder.due_at}`}
      taskId={reminder.task_id}
      title={reminder.title}
      before={
        <>
          <BellGlyph className={isOpen && !isSnoozed ? 'text-warn' : 'text-faint'} />
          <time className="tabular min-w-16 shrink-0 whitespace-nowrap text-muted" dateTime={moment} title={fullTime(moment)}>
            {clock(moment)}
          </time>
        </>
      }
      after={
        <>
          {isSnoozed && <span className="text-meta whitespace-nowrap text-quiet">{m.today.isSnoozed}</span>}
          {reminder.late && !isSnoozed && <span className="text-meta text-warn">{m.today.late}</span>}
          <span className={cx('text-meta whitespace-nowrap text-quiet', isOpen && 'narrow:hidden')}>
            {reminder.type === 'one_time' || isOpen ? fromNow(moment) : m.today.repeats}
          </span>
          {isOpen && (
            <span className="relative z-10 flex gap-1 print:hidden phone:basis-full phone:flex-wrap phone:ps-6 phone:pb-1">
              <Button look="outlined" className="px-2.5" onClick={() => void finish(reminder)}>
                <Check aria-hidden="true" size={14} className="phone:hidden" />
                {m.status.done}
              </Button>
              <Button look="outlined" className="px-2.5" onClick={() => void dismiss(reminder)}>
                <BellOff aria-hidden="true" size={14} className="phone:hidden" />
                {m.today.dismiss}
              </Button>
              <WhenPicker
                purpose="moment"
                name={m.when.snooze}
                isOpen={isSnoozing}
                onOpenChange={onSnoozing}
                trigger={
                  <Button look="outlined" className="px-2.5">
                    <Clock aria-hidden="true" size={14} className="phone:hidden" />
                    {m.today.snooze}
                  </Button>
                }
                suggestions={[laterMoments(now)]}
                onSet={({ once }) => once !== undefined && void snooze(reminder, new Date(once))}
              />
            </span>
          )}
        </>
      }
    />
  )
}
