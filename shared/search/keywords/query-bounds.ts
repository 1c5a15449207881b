// What of a query a list can afford: a word costs the rows that have it, a beginning those of all words that begin so.
import { type QueryWord, stemOf, wholeExpression } from '../../domain/search/search-words.ts'
import type { KeywordFile } from './keyword-file.ts'

export interface Bounds {
  /** Rows that one query may weigh. Beyond it the commonest words are left out: they decide little and cost most. */
  maxRows: number
  /** In a list of more tasks, what has more rows than that is looked for among the newest of them. */
  longList: number
  /** In a list of more tasks, a beginning of few letters is looked for in the titles of the newest only. */
  manyTitles: number
}
export const usualBounds: Bounds = { maxRows: 20_000, longList: 200_000, manyTitles: 50_000 }

/** For its weights FTS5 counts all rows of a word, also of tasks that are not looked at; that costs so many times less than to weigh them. */
const counted = 10
/** There a beginning of fewer letters is not looked up: FTS5 would first merge the lists of all its words (a quarter of a second at 100,000 tasks). */
const minLetters = 4

/** Half of all words begin like that. */
export const isBarelyBegun = ({ prefix, spaceless, text }: QueryWord): boolean => prefix && !spaceless && text.length < minLetters

export function createQueryBounds(file: () => KeywordFile, countOf: (stem: string) => number, { maxRows, longList, manyTitles }: Bounds) {
  const isLong = () => file().size().documents > longList
  const isPlain = (word: QueryWord) => !word.spaceless && !word.prefix
  const rowsOf = (word: QueryWord) => (isPlain(word) ? countOf(stemOf(word.text)) : file().rows(wholeExpression(word)))

  return {
    isTooShort: (word: QueryWord): boolean => isBarelyBegun(word) && file().size().documents > manyTitles,

    /** The words worth asking for; more of them when each is common and only the newest tasks are looked at anyway. */
    affordable(words: readonly QueryWord[], newestOnly: boolean): QueryWord[] {
      let rows = 0
      const kept = new Set(words.filter((word) => !isPlain(word)))
      const byRarity = words
        .filter(isPlain)
        .map((word) => ({ word, count: rowsOf(word) }))
        .sort((a, b) => a.count - b.count)
      const max = (byRarity[0]?.count ?? 0) > maxRows && newestOnly && isLong() ? maxRows * counted : maxRows
      for (const [index, { word, count }] of byRarity.entries()) {
        rows += count
        if (index > 0 && rows > max) break
        kept.add(word)
      }
      return words.filter((word) => kept.has(word))
    },

    /** The id after which tasks are looked at: 0, or in a long list as many of the newest as have about as many rows as may be weighed. */
    since(words: readonly QueryWord[], newest: number): number {
      if (!isLong()) return 0
      const rows = words.reduce((sum, word) => sum + rowsOf(word), 0)
      return rows > maxRows ? Math.floor(newest * (1 - maxRows / rows)) : 0
    },
  }
}
