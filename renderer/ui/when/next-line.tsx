// The next moments of what repeats, in one line.
import { useEffect, useState } from 'react'
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import { clock, shortMoment } from '../../lib/dates.ts'
import { listed } from '../../lib/reminders/rule-words.ts'
import type { WhenReader } from '../../lib/when/use-when.ts'
import { m } from '../../messages/late.ts'

/** `next`: RFC 3339, in order. The time is said with each where they differ in it. */
export function NextLine({ next, className }: { next: readonly string[]; className?: string }) {
  const clocks = new Set(next.map((one) => clock(one)))
  return (
    <p className={`text-meta text-muted ${className ?? ''}`}>
      {m.when.next}: {listed(next.map((one) => (clocks.size > 1 ? `${shortMoment(one)}, ${clock(one)}` : shortMoment(one))))}
    </p>
  )
}

/** Of reminders that are still being written: nothing where none of them repeats. */
export default function NextOf({ schedules, reader, className }: { schedules: readonly NewSchedule[]; reader: WhenReader; className: string }) {
  const [next, setNext] = useState<readonly string[]>([])
  const key = JSON.stringify(schedules)
  useEffect(() => {
    let isGone = false
    void reader.nextMoments(JSON.parse(key) as NewSchedule[]).then((moments) => !isGone && setNext(moments))
    return () => {
      isGone = true
    }
  }, [reader, key])
  return next.length > 1 && <NextLine next={next} className={className} />
}
