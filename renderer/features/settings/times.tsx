// How clocks and calendars are read here, and when "morning" and "evening" are. Kept on this device.
import { clock, weekday } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { useStore } from '../../lib/store.ts'
import { clockHours, evening, firstWeekday, morning, setClockHours, setFirstWeekday, setTimeOf } from '../../lib/when/habits.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { TimeField } from '../../ui/when/time-field.tsx'
import { Setting } from './setting.tsx'

const says = m.settings.times
/** Half past nine in the evening: on either clock another text. */
const example = new Date(2026, 0, 1, 21, 30).toISOString()

export function Times() {
  const first = useStore(firstWeekday)
  return (
    <>
      <Setting name={says.clock} hint={says.clockHint(clock(example))}>
        <Segmented
          name={says.clock}
          value={`${clockHours}`}
          options={(['12', '24'] as const).map((id) => ({ id, label: says.hours(Number(id)) }))}
          onChange={(id) => setClockHours(id === '12' ? 12 : 24)}
        />
      </Setting>
      <Setting name={says.firstWeekday}>
        <Segmented
          name={says.firstWeekday}
          value={`${first}`}
          options={['1', '6', '0'].map((id) => ({ id, label: weekday(Number(id)) }))}
          onChange={(id) => setFirstWeekday(Number(id))}
        />
      </Setting>
      <Setting name={says.morning} hint={says.morningHint}>
        <Habit name={says.morning} store={morning} onSet={(time) => setTimeOf('morning', time)} />
      </Setting>
      <Setting name={says.evening} hint={says.eveningHint}>
        <Habit name={says.evening} store={evening} onSet={(time) => setTimeOf('evening', time)} />
      </Setting>
    </>
  )
}

/** Set as soon as it is a time: nothing else depends on it yet. */
const Habit = ({ name, store, onSet }: { name: string; store: typeof morning; onSet: (time: string) => void }) => (
  <TimeField aria-label={name} value={useStore(store)} onTime={onSet} />
)
