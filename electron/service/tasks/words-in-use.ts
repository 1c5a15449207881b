// Which labels, requesters and assignees tasks have, counted anew only after a write: to count all labels of a long list takes a while.
import type { WordField, WordInUse } from '../../../shared/domain/tasks/words-in-use.ts'
import type { Journal } from '../journal/journal.ts'
import type { TaskStore } from './task-store.ts'

export type WordsInUse = (field: WordField) => readonly WordInUse[]

export function createWordsInUse({ store, journal }: { store: Pick<TaskStore, 'wordCounts'>; journal: Pick<Journal, 'head'> }): WordsInUse {
  const known = new Map<WordField, { head: number; words: readonly WordInUse[] }>()
  return (field) => {
    const head = journal.head()
    const last = known.get(field)
    if (last?.head === head) return last.words
    const words = store.wordCounts(field)
    known.set(field, { head, words })
    return words
  }
}
