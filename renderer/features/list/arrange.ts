// Other orders and other groups than the list has by itself.
import { isOneOf } from '../../../shared/domain/people/same-name.ts'
import { compareNext } from '../../../shared/domain/tasks/choose-next.ts'
import { compareDuePositions, duePosition } from '../../../shared/domain/tasks/due-order.ts'
import { priorities, type Task } from '../../../shared/schema/task.ts'
import type { Grouping, Sort } from '../../lib/filter.ts'
import { assigneeOf } from '../../lib/plan/assignee.ts'
import { dueGroupOf, dueGroups } from '../../lib/plan/due.ts'
import { comparePlaces } from '../../lib/plan/places.ts'
import { m } from '../../lib/messages.ts'

const lang = () => (typeof document === 'undefined' ? 'en' : document.documentElement.lang)

/** The list of what is ready has one of its own: that in which agents take them. */
export type Order = Sort | 'next'

type Compare = (a: Task, b: Task) => number

/** No two tasks are equal in it. Undefined: newest first, which is how they come. */
function comparing(sort: Order | undefined, list?: string): Compare | undefined {
  if (sort === 'manual') return list === undefined ? undefined : comparePlaces(list)
  if (sort === 'next') return compareNext
  if (sort === 'oldest') return (a, b) => a.id - b.id
  if (sort === 'updated') return (a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : b.id - a.id)
  if (sort === 'priority') return (a, b) => priorities.indexOf(b.priority) - priorities.indexOf(a.priority) || b.id - a.id
  if (sort === 'due') return (a, b) => compareDuePositions(duePosition(a), duePosition(b))
  if (sort === 'title') {
    const { compare } = new Intl.Collator(lang(), { numeric: true })
    return (a, b) => compare(a.title, b.title) || b.id - a.id
  }
  return undefined
}

export function sortedBy(sort: Order | undefined, tasks: readonly Task[], list?: string): Task[] {
  const compare = comparing(sort, list)
  return compare ? tasks.toSorted(compare) : [...tasks]
}

/** Above this, sorting what is nearly in order already is quicker. */
const maxPlaced = 50

/** `before` is in order: the tasks that are still the same stay as they stand, and each of the few others is placed among them. */
function asBefore(compare: Compare, tasks: readonly Task[], before: readonly Task[]): Task[] {
  const others = new Set(tasks)
  const inOrder = before.filter((task) => others.delete(task))
  if (others.size > maxPlaced) return [...inOrder, ...others].sort(compare)
  for (const task of others) {
    let [low, high] = [0, inOrder.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(inOrder[middle] as Task, task) < 0) low = middle + 1
      else high = middle
    }
    inOrder.splice(low, 0, task)
  }
  return inOrder
}

/** `sortedBy` for one list that changes a little at a time: one change in a list of ten thousand is no pause. `list`: a saved one, for its manual order. */
export function createOrder(): (sort: Order | undefined, tasks: readonly Task[], list?: string) => readonly Task[] {
  let last: { order: string; tasks: readonly Task[] } = { order: '', tasks: [] }
  return (sort, tasks, list) => {
    const compare = comparing(sort, list)
    const order = `${sort} ${list}`
    last = { order, tasks: compare && last.order === order ? asBefore(compare, tasks, last.tasks) : sortedBy(sort, tasks, list) }
    return last.tasks
  }
}

interface Part {
  key: string | undefined
  title: string
  tasks: Task[]
}

/** A task stands under each of its labels, and each of its requesters. */
export function groupedBy(group: Grouping | undefined, tasks: readonly Task[], now = Date.now(), me: readonly string[] = []): Part[] {
  if (group === undefined) return [{ key: undefined, title: '', tasks: [...tasks] }]
  if (group === 'status') return inOrder(['in_progress', 'in_review', 'todo', 'backlog', 'done'] as const, (task) => task.status, m.status, tasks)
  if (group === 'priority') return inOrder([...priorities].reverse(), (task) => task.priority, m.priority, tasks)
  if (group === 'due') return inOrder(dueGroups, (task) => dueGroupOf(task, now), m.due.groups, tasks)
  if (group === 'assignee') return byAssignee(tasks, me)
  const field = group === 'label' ? 'labels' : 'requesters'
  const parts = new Map<string, Task[]>()
  for (const task of tasks) {
    for (const word of task[field].length > 0 ? task[field] : ['']) {
      const some = parts.get(word)
      if (some) some.push(task)
      else parts.set(word, [task])
    }
  }
  const { compare } = new Intl.Collator(lang(), { numeric: true })
  return [...parts]
    .sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : compare(a, b)))
    .map(([word, some]) => ({ key: `${group} ${word}`, title: word === '' ? m.display.without[group] : word, tasks: some }))
}

/** One's own first, and last what nobody is assigned to. */
function byAssignee(tasks: readonly Task[], me: readonly string[]): Part[] {
  const { compare } = new Intl.Collator(lang(), { numeric: true })
  const nameOf = (word: string) => (word === '' ? m.display.without.assignee : isOneOf(me, word) ? m.you : assigneeOf(word).name)
  const rank = (word: string) => (word === '' ? 2 : isOneOf(me, word) ? 0 : 1)
  return [...Map.groupBy(tasks, ({ assignee }) => (assignee !== null && isOneOf(me, assignee) ? (me[0] ?? assignee) : (assignee ?? '')))]
    .map(([word, some]) => ({ key: `assignee ${word}`, title: nameOf(word), tasks: some, rank: rank(word) }))
    .sort((a, b) => a.rank - b.rank || compare(a.title, b.title))
}

function inOrder<K extends string>(order: readonly K[], of: (task: Task) => K, names: Record<K, string>, tasks: readonly Task[]): Part[] {
  const parts = Map.groupBy(tasks, of)
  return order.flatMap((key) => {
    const some = parts.get(key)
    return some ? [{ key, title: names[key], tasks: some }] : []
  })
}
