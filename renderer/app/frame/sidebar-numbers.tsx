import { useQuery } from '@tanstack/react-query'
import { openQuestions } from '../../data/questions.ts'
import { openReminders } from '../../data/reminders/reminders.ts'
import { useConflictCount } from '../../data/conflicts/conflicts.ts'
import { pendingProposals, suspectedPairs } from '../../data/review.ts'
import { stoppedAgents } from '../../data/agents.ts'
import { useDueToday } from '../../data/tasks/due-today.ts'
import { askedIn } from '../../data/lists/list-filter.ts'
import { taskCount } from '../../data/tasks/task-queries.ts'
import { count } from '../../lib/dates.ts'
import type { View } from '../../lib/navigation.ts'
import { m } from '../../lib/messages.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { cx } from '../../ui/class-names.ts'
import { DuplicateGlyph } from '../../ui/glyphs.tsx'

/** What asks for something stands out. */
type Tone = 'agent' | 'warn' | undefined

const texts = { agent: 'font-semibold text-agent', warn: 'font-semibold text-warn' }
const grounds = { agent: 'bg-agent', warn: 'bg-warn' }

/** A number; without room for it a dot, which says the number to who cannot see it. */
function Count({ value, tone, isFolded = false }: { value: number; tone?: Tone; isFolded?: boolean | undefined }) {
  if (value === 0) return null
  if (!isFolded) return <span className={cx('tabular text-meta', tone ? texts[tone] : 'font-normal text-quiet')}>{count(value)}</span>
  return (
    <span data-dot={value} className={cx('absolute end-1 top-1 size-1.5 rounded-full', tone ? grounds[tone] : 'bg-faint')}>
      <span className="sr-only">{count(value)}</span>
    </span>
  )
}

interface Folded {
  isFolded?: boolean
}

export function TaskCount({ view, isFolded }: Folded & { view: View }) {
  const { data } = useQuery(taskCount(askedIn(view, {})))
  return <Count value={data ?? 0} isFolded={isFolded} />
}

/** What waits for the person, the one number that asks for something, and apart from it, quietly, what looks alike. */
export function ReviewCount({ isFolded = false }: Folded) {
  const { data: proposals = [] } = useQuery(pendingProposals)
  const { data: questions = [] } = useQuery(openQuestions)
  const { data: pairs = [] } = useQuery(suspectedPairs)
  const conflicts = useConflictCount()
  const { data: stopped = [] } = useQuery(stoppedAgents)
  const asked = stopped.length + proposals.length + questions.length + conflicts
  if (isFolded) return <Count value={asked > 0 ? asked : pairs.length} tone={asked > 0 ? 'agent' : undefined} isFolded />
  return (
    <span className="flex items-center gap-2">
      {pairs.length > 0 && (
        <span className="tabular flex items-center gap-1 text-meta font-normal text-quiet" title={m.review.pairs}>
          <DuplicateGlyph size={14} className="text-faint" />
          <span className="sr-only">{m.review.pairs}: </span>
          {count(pairs.length)}
        </span>
      )}
      {asked > 0 && (
        <span className="tabular text-meta font-semibold text-agent" title={m.review.proposals}>
          <span className="sr-only">{m.review.proposals}: </span>
          {count(asked)}
        </span>
      )}
    </span>
  )
}

/** Tasks with a reminder that nobody has answered, and what is due: as they stand in Today. */
export function TodayCount({ isFolded }: Folded) {
  const { data: reminders = [] } = useQuery(openReminders)
  const { overdue, today } = useDueToday(useMinute())
  const reminded = new Set(reminders.map(({ task_id }) => task_id))
  const due = [...overdue, ...today].filter(({ id }) => !reminded.has(id)).length
  const isAsked = reminders.length > 0 || overdue.length > 0
  return <Count value={reminders.length + due} tone={isAsked ? 'warn' : undefined} isFolded={isFolded} />
}
