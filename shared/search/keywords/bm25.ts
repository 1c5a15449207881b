// What FTS5's bm25() would say of one task, from its text: to ask FTS5 costs as much as all tasks that have the word (docs/adr/0097).
import { stemOf } from '../../domain/search/search-words.ts'
import { columnWeights, type IndexedText } from './keyword-tables.ts'

/** What FTS5 knows of a task: how often each stem stands in it, by the weights of the columns, and how many words it has. */
export interface Counted {
  counts: Map<string, number>
  length: number
}

/** As FTS5's tokenizer sees it: other marks than accents end a word ("1\ufe0f\u20e3fix"), and the micro sign is a letter mu. */
const token = /[\p{L}\p{N}\p{Co}\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]+/gu
const asIndexed = (text: string) => text.replaceAll('\u00b5', '\u03bc')

export function countedIn(text: IndexedText): Counted {
  const counts = new Map<string, number>()
  let length = 0
  for (const [column, weight] of Object.entries(columnWeights)) {
    for (const word of asIndexed(text[column as keyof IndexedText]).match(token) ?? []) {
      const stem = stemOf(word)
      counts.set(stem, (counts.get(stem) ?? 0) + weight)
      length++
    }
  }
  return { counts, length }
}

/** FTS5's bm25(): https://sqlite.org/fts5.html#the_bm25_function */
export function weightOf(count: number, length: number, having: number, all: { documents: number; length: number }): number {
  const rarity = Math.max(1e-6, Math.log((all.documents - having + 0.5) / (having + 0.5)))
  return (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / (all.length || 1)))
}
