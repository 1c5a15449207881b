// What the files of tasks add to a search by words: below what tasks say themselves, and without a say in how those stand to each other.
import type { Scored } from '../../domain/search/rank-fusion.ts'
import { type QueryWord, stemOf, wholeExpression } from '../../domain/search/search-words.ts'
import type { Passing } from '../task-text-store.ts'
import type { KeywordFile } from './keyword-file.ts'

/** A word in a file counts so much of what it counts in a description, however often it stands there: a long text has many words. */
const fileWeight = 0.3
/** Tasks that are looked at for a word. */
const maxTasks = 5000

export interface InFilesRequest {
  words: readonly QueryWord[]
  /** What must occur, as an expression; empty: nothing. */
  required: string
  /** What must not. */
  unwanted: string
  passing: Passing | undefined
}

/** In no order. `countOf`: how many tasks have a stem in their own words. */
export function foundInFiles(file: KeywordFile, { words, required, unwanted, passing }: InFilesRequest, countOf: (stem: string) => number): Scored[] {
  if (file.files.isEmpty()) return []
  const { documents } = file.size()
  const scores = new Map<number, number>()
  const expressions = words.length > 0 ? words.map((word) => [wholeExpression(word), countOf(stemOf(word.text))] as const) : required ? [['', 0] as const] : []
  for (const [expression, count] of expressions) {
    const ids = file.files.match(
      [required, expression]
        .filter((one) => one !== '')
        .map((one) => `(${one})`)
        .join(' AND '),
      maxTasks,
    )
    const having = Math.min(documents, count + ids.length)
    const rarity = Math.max(0.1, Math.log((documents - having + 0.5) / (having + 0.5)))
    for (const id of ids) if (!passing || passing[id] === 1) scores.set(id, (scores.get(id) ?? 0) + fileWeight * rarity)
  }
  const ids = [...scores.keys()]
  const bad = unwanted && ids.length > 0 ? new Set([...file.matchAmong(unwanted, ids), ...file.files.matchAmong(unwanted, ids)]) : new Set<number>()
  return [...scores].flatMap(([id, score]) => (bad.has(id) ? [] : [{ id, score }]))
}

/** Both together, best first. */
export function withFiles(hits: readonly Scored[], inFiles: readonly Scored[], limit: number): Scored[] {
  if (inFiles.length === 0) return [...hits]
  const scores = new Map(hits.map(({ id, score }) => [id, score]))
  for (const { id, score } of inFiles) scores.set(id, (scores.get(id) ?? 0) + score)
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, limit)
}
