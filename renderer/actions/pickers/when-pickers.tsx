// When tasks are due, and when one is reminded of them: in words, by name, or from the calendar; with a repetition where the words say one.
import { isDay } from '../../../shared/domain/time/due.ts'
import { setWhen } from '../../data/reminders/set-when.ts'
import { setDues } from '../../data/tasks/set-fields.ts'
import { clock } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { dayOfDue, nextWeek, tomorrow } from '../../lib/plan/due.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { textOfDay } from '../../ui/when/day-text.ts'
import { laterMoments } from '../../ui/when/later.ts'
import { WhenField } from '../../ui/when/when-picker.tsx'
import { commonOf, type PickerProps } from './picker-props.ts'

// Read as words, so that they mean the same as when they are typed.
const byName = [
  ['today', 'today'],
  ['tomorrow', 'tomorrow'],
  ['nextWeek', 'next week'],
] as const

/** Where the week begins tomorrow, the two are one. */
const isOne = (id: string, now: number) => id === 'nextWeek' && nextWeek(now) === tomorrow(now)

const named = (now: number) => ({ options: byName.filter(([id]) => !isOne(id, now)).map(([id, text]) => ({ id, label: m.due[id], text })) })

export function DuePicker({ tasks, ids, onDone }: PickerProps) {
  const due = commonOf(tasks, 'due') ?? null
  const now = useMinute()
  const canRemove = tasks.some((task) => task.due !== null)
  return (
    <WhenField
      purpose="due"
      name={m.when.due}
      {...(due === null ? {} : { initial: (reader) => `${textOfDay(dayOfDue(due), reader)}${isDay(due) ? '' : ` ${clock(due)}`}` })}
      suggestions={[named(now), ...(canRemove ? [{ options: [{ id: 'none', label: m.due.none }] }] : [])]}
      onSet={(meant) => {
        if (meant.due !== undefined) setWhen(ids, meant.due, meant.schedules)
      }}
      onOther={() => setDues(ids, null)}
      onDone={onDone}
    />
  )
}

/** The same reminder for each of several tasks. */
export function ReminderPicker({ ids, onDone }: PickerProps) {
  const now = useMinute()
  return (
    <WhenField
      purpose="reminder"
      name={m.when.reminder}
      suggestions={[laterMoments(now)]}
      onSet={({ due, schedules }) => setWhen(ids, due, schedules)}
      onDone={onDone}
    />
  )
}
