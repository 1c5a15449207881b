// What could say when, is not sure, and stays text: said under the line, with what it could mean to choose from.
import type { Unsure } from '../../../shared/domain/time/when/read-when.ts'
import { calendarMoment, dayText } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'

/** "2027-05-06 17:00" as people write it; words as they are. */
function optionText(option: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?$/.exec(option) ?? []
  if (day === undefined) return option
  return time === undefined ? dayText(`${day}T00:00`) : calendarMoment(new Date(`${day}T${time}`))
}

interface DoubtsProps {
  unsure: readonly Unsure[]
  /** Puts an option in the place of the text. */
  onChoose: (doubt: Unsure, option: string) => void
  className?: string
}

export function Doubts({ unsure, onChoose, className = '' }: DoubtsProps) {
  return (
    <div role="status" className={className}>
      {unsure.map((doubt) => (
        <p key={doubt.start} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5 text-meta text-muted">
          <span className="min-w-0 [overflow-wrap:anywhere]">{m.when.doubts[doubt.why](doubt.text)}</span>
          {doubt.options.map((option) => (
            <button
              key={option}
              type="button"
              className="h-[max(22px,calc(var(--tap)-8px))] rounded-control border border-line-strong bg-surface px-2 font-medium text-text hover:bg-raised"
              onClick={() => onChoose(doubt, option)}
            >
              <span dir="auto">{optionText(option)}</span>
            </button>
          ))}
        </p>
      ))}
    </div>
  )
}
