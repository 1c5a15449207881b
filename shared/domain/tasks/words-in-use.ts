// Labels, requesters and assignees that tasks have, most used first: one order wherever they are counted.
import type { Task } from '../../schema/task.ts'

export const wordFields = ['label', 'requester', 'assignee'] as const
export type WordField = (typeof wordFields)[number]

/** So many are answered where nobody says how many. */
export const defaultWords = 100

export interface WordInUse {
  word: string
  /** Tasks that are not done. */
  open: number
  total: number
}

/** For a search: as it is written or read, the accents do not count. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What open tasks have comes first, then what most have. `q`: those that contain it. */
export function mostUsed(words: readonly WordInUse[], q = '', limit = words.length): WordInUse[] {
  const wanted = folded(q.trim())
  const found = wanted === '' ? words : words.filter(({ word }) => folded(word).includes(wanted))
  return found.toSorted((a, b) => b.open - a.open || b.total - a.total || (a.word < b.word ? -1 : 1)).slice(0, limit)
}

const wordsOf = (task: Task, field: WordField): readonly string[] =>
  field === 'label' ? task.labels : field === 'requester' ? task.requesters : task.assignee === null ? [] : [task.assignee]

export function countWords(tasks: Iterable<Task>, field: WordField): WordInUse[] {
  const counts = new Map<string, WordInUse>()
  for (const task of tasks)
    for (const word of wordsOf(task, field)) {
      const count = counts.get(word) ?? { word, open: 0, total: 0 }
      count.total++
      if (task.status !== 'done') count.open++
      counts.set(word, count)
    }
  return [...counts.values()]
}
