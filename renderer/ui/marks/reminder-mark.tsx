import type { Task } from '../../../shared/schema/task.ts'
import { capital, clock, fullTime, shortDay } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import { dayKey } from '../../lib/moments.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { BellGlyph } from '../glyphs.tsx'
import { Mark } from './due-mark.tsx'

/** When a task reminds next, on a row or a card: today the time, later the day. */
export function ReminderMark({ task, at }: { task: Pick<Task, 'status'>; at: string | undefined }) {
  const now = useMinute()
  if (at === undefined || task.status === 'done') return null
  const shown = dayKey(at) === dayKey(now) ? clock(at) : capital(shortDay(new Date(at), now))
  return <Mark said={m.when.reminds(fullTime(at))} shown={shown} glyph={<BellGlyph className="size-3.5" />} />
}
