// Which task comes next for somebody: of those that are ready, what is theirs first, then by priority, due date and age.
import type { Priority, Task } from '../../schema/task.ts'
import { isOneOf } from '../people/same-name.ts'
import { isSameWord } from '../search/plain-words.ts'

/** What decides the order. */
export type Ranked = Pick<Task, 'id' | 'assignee' | 'priority' | 'due' | 'created_at'>

/** A task in backlog or todo. */
export type Candidate = Ranked & {
  labels: readonly string[]
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

export interface Chosen {
  best: number | undefined
  left: Left
}

const ranks: Record<Priority, number> = { high: 0, medium: 1, low: 2 }

/** As a database orders them: character by character. */
const byMoment = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** A day counts as its first moment, as in the filters of lists; what is not due comes last. */
function byDue(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return byMoment(a, b)
}

/** What comes first comes next. */
export const compareNext = (a: Ranked, b: Ranked): number =>
  Number(a.assignee === null) - Number(b.assignee === null) ||
  ranks[a.priority] - ranks[b.priority] ||
  byDue(a.due, b.due) ||
  byMoment(a.created_at, b.created_at) ||
  a.id - b.id

/** Without labels to ask for, every task does. */
export const hasAnyLabel = (task: { labels: readonly string[] }, labels: readonly string[] | undefined): boolean =>
  !labels?.length || task.labels.some((label) => labels.some((wanted) => isSameWord(label, wanted)))

export function chooseNext(tasks: readonly Candidate[], { me, claimed, asked, labels }: Choosing): Chosen {
  const left: Left = { ready: 0, blocked: 0, asked: 0, claimed: 0, assigned: 0 }
  let best: Candidate | undefined
  for (const task of tasks) {
    if (!hasAnyLabel(task, labels)) continue
    if (task.blocked) left.blocked++
    else if (asked.has(task.id)) left.asked++
    else if (claimed.has(task.id)) left.claimed++
    else if (task.assignee !== null && !isOneOf(me, task.assignee)) left.assigned++
    else {
      left.ready++
      if (!best || compareNext(task, best) < 0) best = task
    }
  }
  return { best: best?.id, left }
}

/** How many of the tasks in backlog and todo have the same assignee. */
export interface CountOf {
  assignee: string | null
  n: number
}

const sum = (counts: readonly CountOf[]) => counts.reduce((total, { n }) => total + n, 0)

/** What stores count instead of reading every task: of what neither waits for another task nor is taken, all is ready, or somebody else's. */
export function leftOf(all: readonly CountOf[], blocked: readonly CountOf[], taken: readonly Candidate[], choosing: Choosing): Left {
  const free = taken.filter((task) => !task.blocked)
  const isOthers = ({ assignee }: Pick<Candidate, 'assignee'>) => assignee !== null && !isOneOf(choosing.me, assignee)
  const of = (isWanted: (one: Pick<Candidate, 'assignee'>) => boolean) =>
    sum(all.filter(isWanted)) - sum(blocked.filter(isWanted)) - free.filter(isWanted).length
  return { ...chooseNext(free, choosing).left, ready: of((one) => !isOthers(one)), blocked: sum(blocked), assigned: of(isOthers) }
}
