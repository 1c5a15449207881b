// What is said to whoever asks for the next task.
import { assigneesOf } from '../tasks/task-filter.ts'
import type { Left } from '../tasks/choose-next.ts'
import { isSameName } from '../people/same-name.ts'
import type { Actor } from '../../schema/actor.ts'
import type { Task } from '../../schema/task.ts'
import type { Outcome } from '../../schema/work/work.ts'

const maxSummary = 2000

/** What came of a task that this one builds on. `last`: its last comment. */
export const outcomeOf = ({ id, title }: Pick<Task, 'id' | 'title'>, last: { body: string } | undefined): Outcome => ({
  id,
  title,
  summary: last === undefined ? null : last.body.length > maxSummary ? `${last.body.slice(0, maxSummary).toWellFormed()}…` : last.body,
})

const waits = (n: number) => (n === 1 ? 'waits' : 'wait')

/** `underway`: what others work on, which may come back. */
export function whyNone({ blocked, asked, claimed, assigned }: Left, underway: number): string {
  const why = [
    ...(blocked > 0 ? [`${blocked} ${waits(blocked)} for other tasks`] : []),
    ...(asked > 0 ? [`${asked} ${waits(asked)} for a person`] : []),
    ...(assigned > 0 ? [`${assigned} ${assigned === 1 ? 'is' : 'are'} assigned to somebody else`] : []),
    ...(claimed + underway > 0 ? [`others work on ${claimed + underway}`] : []),
  ]
  if (why.length === 0) return 'No task is left to begin.'
  return `No task is ready: ${why.join(', ')}. With wait_seconds the call waits until one is.`
}

/** Where an agent's name was written without `agent:`. */
function namesake({ assignee }: Pick<Task, 'assignee'>, actor: Actor): string {
  if (assignee === null || actor.kind !== 'agent' || !isSameName(assignee.replace(/^\s*agent:/i, ''), actor.name)) return ''
  const [me] = assigneesOf(actor) as [string]
  return isSameName(assignee, me) ? '' : ` "${assignee}" is a person's name; for you it would be assigned to ${me}.`
}

export const isDoneNote = (id: number): string => `Task ${id} is done.`
export const cannotBegin = (task: Pick<Task, 'id' | 'assignee'>, actor: Actor): string =>
  `Task ${task.id} cannot be begun: waits_for says why.${namesake(task, actor)}`

/** Where nothing is ready: tasks that may be meant for the caller, and are never handed out to it. */
export function misnamedNote(tasks: readonly Pick<Task, 'id' | 'assignee'>[], actor: Actor): string {
  const [task, ...others] = tasks
  if (!task) return ''
  const which = others.length === 0 ? `Task ${task.id} is` : `Task ${task.id} and ${others.length} more are`
  return ` ${which} assigned to "${task.assignee}".${namesake(task, actor)}`
}
