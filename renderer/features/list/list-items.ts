// The groups as the lines of one virtual list.
import type { Task } from '../../../shared/schema/task.ts'
import type { Group } from './use-groups.ts'

export type Item =
  | { kind: 'heading'; key: string; title: string; total: number; isFolded: boolean; size: number }
  | { kind: 'task'; key: number | string; task: Task; position: number; size: number }
  | { kind: 'more'; key: string; group: Group; size: number }

/** Placeholder lines under a group that has more to load. */
const placeholders = 6

/**
 * Lines in order. After a group that is not loaded to its end nothing follows yet: what comes below must not move down under the
 * person's eyes when the rest arrives. (Its heading folds it away.)
 */
export function itemsOf(groups: readonly Group[], folded: ReadonlySet<string>, row: number, heading: number): Item[] {
  const items: Item[] = []
  let position = 0
  /** Of a task that stands in several groups the first row goes by its number alone: it stays the same row in whichever group that is. */
  const known = new Set<number>()
  for (const group of groups) {
    const { key, title, total } = group
    const isFolded = key !== undefined && folded.has(key)
    if (key !== undefined) {
      if (total === 0) continue
      items.push({ kind: 'heading', key: `heading ${key}`, title, total, isFolded, size: heading })
    }
    if (isFolded) continue
    for (const task of group.tasks) {
      const rowKey = known.has(task.id) ? `${task.id} ${key ?? ''}` : task.id
      known.add(task.id)
      items.push({ kind: 'task', key: rowKey, task, position: ++position, size: row })
    }
    if (group.hasMore) {
      items.push({ kind: 'more', key: `more ${key ?? ''}`, group, size: row * placeholders })
      break
    }
  }
  return items
}
