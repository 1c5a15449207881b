import type { Task } from '../../../../shared/schema/task.ts'
import { fullTime, shortTime } from '../../../lib/dates.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { m } from '../../../messages/late.ts'

/** When it was written down and when it last changed, quietly at the end. */
export function Dates({ task: { created_at, updated_at } }: { task: Task }) {
  const now = useMinute()
  return (
    <p className="mt-8 text-meta text-quiet">
      <span>{m.taskPage.created}</span> <Moment at={created_at} now={now} />
      {updated_at !== created_at && (
        <>
          {' · '}
          <span>{m.taskPage.updated}</span> <Moment at={updated_at} now={now} />
        </>
      )}
    </p>
  )
}

function Moment({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {shortTime(at, now)}
    </time>
  )
}
