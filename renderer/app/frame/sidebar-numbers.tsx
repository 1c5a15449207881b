import { useQuery } from '@tanstack/react-query'
import { openQuestions } from '../../data/questions.ts'
import { openReminders } from '../../data/reminders/reminders.ts'
import { remote } from '../../data/remote.ts'
import { pendingProposals, suspectedPairs } from '../../data/review.ts'
import { stoppedAgents } from '../../data/agents.ts'
import { useDueToday } from '../../data/tasks/due-today.ts'
import { taskCount } from '../../data/tasks/task-queries.ts'
import { count } from '../../lib/dates.ts'
import { statusesOf, type View } from '../../lib/navigation.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { cx } from '../../ui/class-names.ts'

const number = 'tabular text-meta font-normal text-quiet'

export function TaskCount({ view }: { view: View }) {
  const status = statusesOf(view)
  const { data } = useQuery(taskCount(view === 'next' ? { ready: true } : status ? { status } : {}))
  return data ? <span className={number}>{count(data)}</span> : null
}

/** What waits for the person; the one number that asks for something. */
export function ReviewCount() {
  const { data: proposals = [] } = useQuery(pendingProposals)
  const { data: questions = [] } = useQuery(openQuestions)
  const { data: pairs = [] } = useQuery(suspectedPairs)
  const conflicts = useQuery(remote).data?.conflicts ?? 0
  const { data: stopped = [] } = useQuery(stoppedAgents)
  const asked = stopped.length + proposals.length + questions.length + conflicts
  const waiting = asked + pairs.length
  return waiting > 0 ? <span className={cx(number, asked > 0 && 'font-semibold text-agent')}>{count(waiting)}</span> : null
}

/** Tasks with a reminder that nobody has answered, and what is due: as they stand in Today. */
export function TodayCount() {
  const { data: reminders = [] } = useQuery(openReminders)
  const { overdue, today } = useDueToday(useMinute())
  const reminded = new Set(reminders.map(({ task_id }) => task_id))
  const due = [...overdue, ...today].filter(({ id }) => !reminded.has(id)).length
  const isAsked = reminders.length > 0 || overdue.length > 0
  return reminders.length + due > 0 ? <span className={cx(number, isAsked && 'font-semibold text-warn')}>{count(reminders.length + due)}</span> : null
}
