import { calendarMoment } from '../../lib/dates.ts'
import { beforeDueText, reminderText } from '../../lib/reminders/reminder-text.ts'
import { assigneeNamed } from '../people/assignees.ts'
import { requesterText } from '../people/contact-list.ts'
import { assigneeOf } from '../../lib/plan/assignee.ts'
import { dueWords } from '../../lib/plan/due.ts'
import { m } from '../../lib/messages.ts'
import type { ReadLine, Token } from '../../lib/quick-add/read-quick-add.ts'

/** What a chip says was understood: the date as it is in the calendar, the repetition in full. */
export function chipText(token: Token, { when, schedules, due }: Pick<ReadLine, 'when' | 'schedules' | 'due'>): string {
  if (token.kind === 'priority') return m.priority[token.priority]
  if (token.kind === 'label') return token.label
  if (token.kind === 'requester') return requesterText(token.requester)
  if (token.kind === 'assignee') return m.assign.isAssigned(assigneeOf(assigneeNamed(token.assignee)).name)
  if (token.kind === 'due') return due ? m.due.isDue(dueWords(due)) : token.raw
  if (token.kind === 'before') {
    const before = schedules.find(({ before_due_minutes }) => typeof before_due_minutes === 'number')
    return before ? beforeDueText(before.before_due_minutes as number) : token.raw
  }
  const recurring = schedules.find(({ type }) => type !== 'one_time')
  if (token.kind === 'repeat') return recurring ? reminderText(recurring) : token.raw
  return when?.once ? calendarMoment(new Date(when.once)) : token.raw
}
