// What each word adds to the score of each task that has it, remembered for words that many tasks have. BM25 is a sum over words, and
// FTS5 looks up the length of every task that it weighs: nearly all of what a long query cost (docs/adr/0097).
import type { Scored } from '../../../../shared/domain/search/rank-fusion.ts'
import { matchExpression, plainWord, type QueryWord, stemOf, wholeExpression } from '../../../../shared/domain/search/search-words.ts'
import { type Counted, countedIn, weightOf } from './bm25.ts'
import type { Weighed } from './keyword-file.ts'
import type { KeywordFollower } from './keyword-follower.ts'
import { isBarelyBegun, usualBounds } from './query-bounds.ts'
import type { Passing } from '../task-text-store.ts'
import { createWordCounts } from './word-counts.ts'

export interface WeightLimits {
  /** What fewer tasks have is as quickly asked for. */
  leastTasks: number
  /** In a list of more tasks a word is had by so many that its list pays too late. */
  maxTasks: number
  /** Tasks in all lists, eight bytes each. */
  maxRemembered: number
  /** To make a list takes so many times longer than to let FTS5 put its tasks in order. */
  listCost: number
  /** So many tasks may have rare words, beginnings and runs; where more have them, FTS5 answers. */
  maxOthers: number
  /** So many tasks at most are weighed here because they changed since the lists were read. */
  maxChanged: number
  /** So many characters of them at most are read for one answer: to make lists anew takes less than to read long reports. */
  maxCounted: number
  /** Ids up to here have a place in the sums. An imported task may have one of a milliard, and eight bytes for each before it are more than there are. */
  maxIds: number
}
const usualLimits: WeightLimits = {
  leastTasks: 50,
  maxTasks: usualBounds.longList,
  maxRemembered: 4_000_000,
  listCost: 1.6,
  maxOthers: 5000,
  maxChanged: 100,
  maxCounted: 50_000,
  maxIds: 5_000_000,
}

/** How rare a word is and how long tasks are was true when its list was read: where more than this part of the tasks changed since, it is read anew. */
const stale = 0.02

/** The tasks that have a word, and what it adds to the score of each. */
interface Weights {
  ids: Uint32Array
  each: Float32Array
}

export type WordWeights = ReturnType<typeof createWordWeights>

export function createWordWeights(follower: KeywordFollower, limits: WeightLimits = usualLimits) {
  const documents = createWordCounts(follower)
  const countOf = (word: QueryWord) => documents.of(stemOf(word.text))
  /** Those that were asked for last come last. */
  const lists = new Map<string, Weights>()
  let remembered = 0
  /** Since the lists were read; the weights of these are their texts' own, as soon as somebody asks. */
  const changed = new Map<number, Counted | undefined>()
  let changedSinceAsked = 0
  /** To be read when there is nothing to answer. */
  const wanted = new Set<string>()
  let file = follower.file()
  /** The sum of each task that has any of the words; 0 for all others. */
  let sums = new Float64Array(1024)

  follower.onChange((id) => {
    changedSinceAsked++
    if (lists.size === 0) return
    changed.set(id, undefined)
    if (changed.size > Math.min(limits.maxChanged, follower.file().size().documents * stale)) forgetAll()
  })

  function forgetAll(): void {
    lists.clear()
    changed.clear()
    remembered = 0
  }

  function remember(word: string): Weights {
    const rows = follower.file().weigh(wholeExpression(plainWord(word)), -1)
    const list: Weights = { ids: new Uint32Array(rows.length), each: new Float32Array(rows.length) }
    for (let i = 0; i < rows.length; i++) [list.ids[i], list.each[i]] = rows[i] as [number, number]
    lists.set(word, list)
    remembered += list.ids.length
    for (const [oldest, { ids }] of lists) {
      if (remembered <= limits.maxRemembered || oldest === word) break
      lists.delete(oldest)
      remembered -= ids.length
    }
    return list
  }

  function recall(word: string): Weights | undefined {
    const list = lists.get(word)
    if (!list) return undefined
    lists.delete(word)
    lists.set(word, list)
    return list
  }

  const isCommon = (word: QueryWord) => !word.spaceless && !word.prefix && countOf(word) >= limits.leastTasks

  const rowsOf = (words: readonly QueryWord[]) => words.reduce((rows, word) => rows + countOf(word), 0)

  /** Rare words, beginnings and runs, as FTS5 weighs them; undefined when many tasks have them. */
  function weigh(words: readonly QueryWord[]): Weighed[] | undefined {
    const expression = matchExpression(words)
    const found = expression ? follower.file().weigh(expression, limits.maxOthers) : []
    return found.length < limits.maxOthers ? found : undefined
  }

  function readLater(words: readonly QueryWord[]): void {
    if (wanted.size === 0) setImmediate(readOne)
    for (const { text } of words) wanted.add(text)
  }

  /** One at a time, so that questions come between. */
  function readOne(): void {
    const [word] = wanted
    if (word === undefined) return
    wanted.delete(word)
    if (wanted.size > 0) setImmediate(readOne)
    try {
      if (!lists.has(word)) remember(word)
    } catch {
      // A closed or damaged file: who asks next is told.
    }
  }

  function add(id: number, weight: number, met: number[]): void {
    if (sums[id] === 0) met.push(id)
    sums[id]! += weight
  }

  /** The tasks that changed since the lists were read, as they are now; those that are gone have no words. Undefined: that is too much to read. */
  function countChanged(): [id: number, now: Counted][] | undefined {
    const all: [id: number, now: Counted][] = []
    let characters = 0
    for (const [id, known] of changed) {
      const text = known ? undefined : follower.textOf(id)
      for (const part of Object.values(text ?? {})) characters += part.length
      if (characters > limits.maxCounted) return undefined
      const now = known ?? (text ? countedIn(text) : { counts: new Map<string, number>(), length: 0 })
      changed.set(id, now)
      all.push([id, now])
    }
    return all
  }

  return {
    /**
     * The best of the tasks that have any of the words, of equally good ones the newest first; `passing` leaves tasks out.
     * Undefined: FTS5 is quicker this time; what lists it would have taken is read afterwards.
     */
    best(words: readonly QueryWord[], limit: number, passing?: Passing): Scored[] | undefined {
      if (follower.file().size().documents > limits.maxTasks) return undefined
      // A file that was made anew has other lists.
      if (follower.file() !== file) forgetAll()
      file = follower.file()
      // While a list is being filled, what is read now is forgotten before the next question.
      const isBusy = changedSinceAsked > limits.maxChanged
      changedSinceAsked = 0
      const newest = file.newestId()
      if (isBusy || newest > limits.maxIds) return undefined
      const common = words.filter(isCommon)
      const missing = common.filter(({ text }) => !lists.has(text))
      if (rowsOf(missing) * limits.listCost > rowsOf(common)) {
        readLater(missing)
        return undefined
      }
      const others = words.filter((word) => !common.includes(word))
      // FTS5 would merge the lists of half of all words, twice.
      const rest = others.some(isBarelyBegun) ? undefined : weigh(others)
      if (!rest) return undefined
      const instead = common.length > 0 ? countChanged() : []
      if (!instead) {
        forgetAll()
        readLater(common)
        return undefined
      }
      const read = common.map(({ text }) => ({ stem: stemOf(text), ...(recall(text) ?? remember(text)) }))
      const size = file.size()
      if (newest >= sums.length) sums = new Float64Array(Math.ceil(newest * 1.25) + 1)
      // From here on nothing may fail: what is left in the sums would be missing in every answer after it.
      const met: number[] = []
      for (const { ids, each } of read) for (let i = 0; i < ids.length; i++) add(ids[i] as number, each[i] as number, met)
      for (const [id, { counts, length }] of instead) {
        sums[id] = 0
        for (const { stem, ids } of read) {
          const count = counts.get(stem) ?? 0
          // As rare as it was when its list was read, or what changed would be weighed by another measure than the rest.
          if (count > 0) add(id, weightOf(count, length, ids.length, size), met)
        }
      }
      for (const [id, weight] of rest) add(id, weight, met)
      return takeBest(met, sums, limit, passing)
    },
  }
}

/** Leaves the sums at 0; whatever stands in the list twice counts once. */
function takeBest(ids: readonly number[], sums: Float64Array, limit: number, passing: Passing | undefined): Scored[] {
  const best: Scored[] = []
  for (const id of ids) {
    const score = sums[id] as number
    sums[id] = 0
    const last = best[limit - 1]
    if (score === 0 || (last && (score < last.score || (score === last.score && id < last.id))) || (passing && passing[id] !== 1)) continue
    let low = 0
    let high = best.length
    while (low < high) {
      const middle = (low + high) >> 1
      const one = best[middle] as Scored
      if (one.score > score || (one.score === score && one.id > id)) low = middle + 1
      else high = middle
    }
    best.splice(low, 0, { id, score })
    if (best.length > limit) best.pop()
  }
  return best
}
