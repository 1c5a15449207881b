// Which task comes next for somebody: of those that are ready, what is theirs first, then by priority, due date and age.
import type { Priority, Task } from '../../schema/task.ts'
import { isSameWord } from '../search/plain-words.ts'

/** A task in backlog or todo. */
export type Candidate = Pick<Task, 'id' | 'assignee' | 'priority' | 'due' | 'created_at' | 'labels'> & {
  /** It waits for another task. */
  blocked: boolean
}

export interface Choosing {
  /** As whom the caller is assigned. */
  me: readonly string[]
  /** Tasks that somebody else has claimed. */
  claimed: ReadonlySet<number>
  /** Tasks with an open question. */
  asked: ReadonlySet<number>
  /** Any of them; none: all tasks. */
  labels?: readonly string[] | undefined
}

/** How many can be begun, and why the others cannot. */
export interface Left {
  ready: number
  blocked: number
  asked: number
  claimed: number
  assigned: number
}

const ranks: Record<Priority, number> = { high: 0, medium: 1, low: 2 }

/** A day counts as its first moment, as in the filters of lists; what is not due comes last. */
function byDue(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}

const isBefore = (a: Candidate, b: Candidate): boolean =>
  (Number(a.assignee === null) - Number(b.assignee === null) ||
    ranks[a.priority] - ranks[b.priority] ||
    byDue(a.due, b.due) ||
    a.created_at.localeCompare(b.created_at) ||
    a.id - b.id) < 0

export function chooseNext(tasks: readonly Candidate[], { me, claimed, asked, labels }: Choosing): { best: number | undefined; left: Left } {
  const left: Left = { ready: 0, blocked: 0, asked: 0, claimed: 0, assigned: 0 }
  let best: Candidate | undefined
  for (const task of tasks) {
    if (labels?.length && !task.labels.some((label) => labels.some((wanted) => isSameWord(label, wanted)))) continue
    if (task.blocked) left.blocked++
    else if (asked.has(task.id)) left.asked++
    else if (claimed.has(task.id)) left.claimed++
    else if (task.assignee !== null && !me.includes(task.assignee)) left.assigned++
    else {
      left.ready++
      if (!best || isBefore(task, best)) best = task
    }
  }
  return { best: best?.id, left }
}
