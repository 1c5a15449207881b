// Other orders and other groups than the list has by itself.
import { priorities, type Task } from '../../../shared/schema/task.ts'
import type { Grouping, Sort } from '../../data/filter.ts'
import { m } from '../../messages.ts'

const lang = () => (typeof document === 'undefined' ? 'en' : document.documentElement.lang)

/** Newest first is how they come. */
export function sortedBy(sort: Sort | undefined, tasks: readonly Task[]): Task[] {
  const copy = [...tasks]
  if (sort === 'oldest') return copy.sort((a, b) => a.id - b.id)
  if (sort === 'updated') return copy.sort((a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : b.id - a.id))
  if (sort === 'priority') return copy.sort((a, b) => priorities.indexOf(b.priority) - priorities.indexOf(a.priority) || b.id - a.id)
  if (sort === 'title') {
    const { compare } = new Intl.Collator(lang(), { numeric: true })
    return copy.sort((a, b) => compare(a.title, b.title) || b.id - a.id)
  }
  return copy
}

/**
 * The tasks in the order in which they stood before, the new ones last: what is nearly sorted already is sorted anew in a fraction of the time,
 * and one change in a list of ten thousand is no pause.
 */
function asBefore(tasks: readonly Task[], before: readonly Task[]): Task[] {
  const now = new Map(tasks.map((task) => [task.id, task]))
  const known = before.flatMap(({ id }) => {
    const task = now.get(id)
    now.delete(id)
    return task ? [task] : []
  })
  return [...known, ...now.values()]
}

/** `sortedBy` for one list that changes a little at a time. */
export function createOrder(): (sort: Sort | undefined, tasks: readonly Task[]) => readonly Task[] {
  let last: readonly Task[] = []
  return (sort, tasks) => {
    last = sortedBy(sort, sort ? asBefore(tasks, last) : tasks)
    return last
  }
}

interface Part {
  key: string | undefined
  title: string
  tasks: Task[]
}

/** A task stands once: under its first label, its first requester. */
export function groupedBy(group: Grouping | undefined, tasks: readonly Task[]): Part[] {
  if (group === undefined) return [{ key: undefined, title: '', tasks: [...tasks] }]
  if (group === 'status') return inOrder(['in_progress', 'in_review', 'todo', 'backlog', 'done'] as const, (task) => task.status, m.status, tasks)
  if (group === 'priority') return inOrder([...priorities].reverse(), (task) => task.priority, m.priority, tasks)
  const field = group === 'label' ? 'labels' : 'requesters'
  const parts = Map.groupBy(tasks, (task) => task[field][0] ?? '')
  const { compare } = new Intl.Collator(lang(), { numeric: true })
  return [...parts]
    .sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : compare(a, b)))
    .map(([word, some]) => ({ key: `${group} ${word}`, title: word === '' ? m.display.without[group] : word, tasks: some }))
}

function inOrder<K extends string>(order: readonly K[], of: (task: Task) => K, names: Record<K, string>, tasks: readonly Task[]): Part[] {
  const parts = Map.groupBy(tasks, of)
  return order.flatMap((key) => {
    const some = parts.get(key)
    return some ? [{ key, title: names[key], tasks: some }] : []
  })
}
