import type { Priority, Status, Task } from '../../shared/schema/task.ts'

/** A field that is missing or empty lets everything through. */
export interface Filter {
  status?: readonly Status[]
  priority?: readonly Priority[]
  label?: readonly string[]
}

export function matches(filter: Filter, task: Pick<Task, 'status' | 'priority' | 'labels'>): boolean {
  const among = <T>(wanted: readonly T[] | undefined, values: readonly T[]) => !wanted?.length || values.some((value) => wanted.includes(value))
  return among(filter.status, [task.status]) && among(filter.priority, [task.priority]) && among(filter.label, task.labels)
}

export function isFiltered(filter: Filter): boolean {
  return Boolean(filter.status?.length || filter.priority?.length || filter.label?.length)
}
