import { useRef } from 'react'
import { isDay } from '../../../shared/domain/time/due.ts'
import { dayKey } from '../../lib/moments.ts'
import type { ReadLine } from '../../lib/quick-add/read-quick-add.ts'
import { lineWithDay, lineWithTime } from '../../lib/quick-add/with-day.ts'
import { dayOfDue } from '../../lib/plan/due.ts'
import type { WhenReader } from '../../lib/when/use-when.ts'
import { m } from '../../lib/messages.ts'
import { PickPopup } from '../pick/picker.tsx'
import { Calendar } from './calendar.tsx'
import { textOfDay } from './day-text.ts'

interface Props {
  line: string
  read: ReadLine
  reader: WhenReader
  anchor: Element
  /** Who gets the keyboard back. */
  returnTo: () => HTMLElement | undefined
  onWrite: (line: string) => void
  onClose: () => void
}

/** The arrow keys begin at the day that is chosen. */
const dayWithKeyboard = (calendar: HTMLElement | null) => calendar?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')

/** The calendar writes into the line what somebody would have typed. A day closes it; a time may be changed again. */
export default function PickDay({ line, read, reader, anchor, returnTo, onWrite, onClose }: Props) {
  const calendar = useRef<HTMLDivElement>(null)
  const moment = read.due ?? read.when?.once
  const day = moment === undefined ? undefined : dayOfDue(moment)
  const time = moment === undefined || isDay(moment) ? undefined : new Date(moment).toTimeString().slice(0, 5)
  return (
    <PickPopup isOpen name={m.when.pick} anchor={anchor} startAt={() => dayWithKeyboard(calendar.current)} returnTo={returnTo} onClose={onClose}>
      <div ref={calendar}>
        <Calendar
          day={day}
          time={time}
          onDay={(chosen) => {
            onWrite(lineWithDay(line, read, textOfDay(chosen, reader)))
            onClose()
          }}
          onTime={(chosen) => onWrite(lineWithTime(line, read, textOfDay(day ?? dayKey(new Date()), reader), chosen))}
        />
      </div>
    </PickPopup>
  )
}
