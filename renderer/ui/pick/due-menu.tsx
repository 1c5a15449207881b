// When a task is to be due: a day by name, or one from the calendar.
import { type ReactElement, useState } from 'react'
import { isDay } from '../../../shared/domain/time/due.ts'
import { shortMoment } from '../../lib/dates.ts'
import { dayOfDue, nextWeek, today, tomorrow } from '../../lib/plan/due.ts'
import { m } from '../../lib/messages.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { Menu } from '../menu.tsx'
import { MomentForm } from './moment-form.tsx'

interface DueProps {
  trigger: ReactElement
  /** What is set; undefined: of several tasks, or nothing. */
  due?: string | null
  canRemove: boolean
  onSet: (due: string | null) => void
  /** The field for a day of one's own has gone again. */
  onLeft?: () => void
}

const byName = { today, tomorrow, nextWeek }
type Name = keyof typeof byName

const defaultTime = '17:00'

/** A moment as its field has it, by the clock of this machine. */
function localText(due: string): string {
  const date = new Date(due)
  return isDay(due) ? `${due}T${defaultTime}` : `${dayOfDue(due)}T${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
}

export function DueMenu({ trigger, due = null, canRemove, onSet, onLeft }: DueProps) {
  const [field, setField] = useState<'date' | 'datetime-local'>()
  const now = useMinute()
  if (field) {
    return (
      <MomentForm
        kind={field}
        name={field === 'date' ? m.due.pickDay : m.due.pickTime}
        save={m.due.save}
        first={due === null ? (field === 'date' ? today(now) : `${today(now)}T${defaultTime}`) : field === 'date' ? dayOfDue(due) : localText(due)}
        onSet={(text) => {
          setField(undefined)
          onLeft?.()
          if (text !== undefined) onSet(field === 'date' ? text : new Date(text).toISOString())
        }}
      />
    )
  }
  return (
    <Menu
      trigger={trigger}
      groups={[
        {
          choices: (Object.keys(byName) as Name[]).map((id) => ({
            id,
            label: m.due[id],
            hint: shortMoment(`${byName[id](now)}T00:00`),
            ...(due === byName[id](now) ? { chosen: true } : {}),
          })),
        },
        {
          choices: [
            { id: 'date', label: m.due.pickDay },
            { id: 'datetime-local', label: m.due.pickTime },
            ...(canRemove ? [{ id: 'none', label: m.due.none }] : []),
          ],
        },
      ]}
      onChoose={(id) => {
        if (id === 'date' || id === 'datetime-local') setField(id)
        else onSet(id === 'none' ? null : byName[id as Name](Date.now()))
      }}
    />
  )
}
