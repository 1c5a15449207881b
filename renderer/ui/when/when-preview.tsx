// What was understood of a "when", in words, with its next three moments.
import type { When } from '../../../shared/domain/time/when/read-when.ts'
import { calendarMoment, capital, fromNow } from '../../lib/dates.ts'
import { dueText } from '../../lib/plan/due.ts'
import { reminderText } from '../../lib/reminders/reminder-text.ts'
import { m } from '../../messages/late.ts'
import { BellGlyph, DueGlyph } from '../glyphs.tsx'
import { NextLine } from './next-line.tsx'

interface PreviewProps {
  when: When
  /** The first day of what is due whenever it repeats. */
  due: string | undefined
  /** Of what repeats. */
  next: readonly string[]
}

const line = 'flex min-w-0 items-center gap-2.5 py-0.5'

export function Preview({ when, due, next }: PreviewProps) {
  return (
    <div className="px-3 py-2 text-dense">
      {due !== undefined && (
        <p className={line}>
          <DueGlyph size={16} />
          <span className="min-w-0 font-medium">{m.due.isDue(dueText(due))}</span>
        </p>
      )}
      {when.schedules.map((schedule) => (
        <p key={JSON.stringify(schedule)} className={line}>
          <BellGlyph className="shrink-0" />
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
            {schedule.fire_at ? capital(calendarMoment(new Date(schedule.fire_at))) : reminderText(schedule)}
          </span>
        </p>
      ))}
      {when.once !== undefined && when.schedules.length === 0 && (
        <p className={line}>
          <BellGlyph className="shrink-0" />
          <span className="min-w-0 font-medium">{capital(calendarMoment(new Date(when.once)))}</span>
        </p>
      )}
      {next.length > 1 && <NextLine className="ps-6 pt-0.5" next={next} />}
      {next.length <= 1 && when.once !== undefined && <p className="ps-6 pt-0.5 text-meta text-muted">{capital(fromNow(when.once))}</p>}
    </div>
  )
}
