import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import { calendarMoment, timeOfDay, weekday } from '../../lib/dates.ts'
import { listed, ruleWords } from '../../lib/reminders/rule-words.ts'
import { assigneeNamed } from '../../data/people/assignees.ts'
import { assigneeOf } from '../../lib/plan/assignee.ts'
import { dueWords } from '../../lib/plan/due.ts'
import { m } from '../../lib/messages.ts'
import type { ReadLine, Token } from './read-quick-add.ts'

/** What a chip says was understood: the date as it is in the calendar, the repetition in full. */
export function chipText(token: Token, { date, time, schedules, due }: Pick<ReadLine, 'date' | 'time' | 'schedules' | 'due'>): string {
  if (token.kind === 'priority') return m.priority[token.priority]
  if (token.kind === 'label') return token.label
  if (token.kind === 'requester') return token.requester
  if (token.kind === 'assignee') return m.assign.isAssigned(assigneeOf(assigneeNamed(token.assignee)).name)
  if (token.kind === 'due') return due ? m.due.isDue(dueWords(due)) : token.raw
  const recurring = schedules.filter((schedule) => schedule.type !== 'one_time')
  if (token.kind === 'repeat') return recurring.length > 0 ? repeatText(recurring) : token.raw
  if (date) return calendarMoment(date)
  return time ? timeOfDay(time) : token.raw
}

function repeatText(schedules: readonly NewSchedule[]): string {
  const [schedule] = schedules as [NewSchedule]
  const { type, interval_days, day_of_month, time: at } = schedule
  if (type === 'rule') return ruleWords(schedule)
  const time = at ? timeOfDay(at) : ''
  if (type === 'interval') return m.everyDays(interval_days ?? 1, time || null)
  if (type === 'monthly') return day_of_month === 31 ? m.everyMonthEnd(time) : m.everyMonth(day_of_month ?? 1, time)
  const days = schedules.map((schedule) => weekday(schedule.day_of_week ?? 0))
  return m.everyWeek(listed(days), time)
}
