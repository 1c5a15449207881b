// What each word adds to the score of each task that has it, remembered for words that many tasks have. BM25 is a sum over words, and
// FTS5 looks up the length of every task that it weighs: nearly all of what a long query cost (docs/adr/0097).
import type { Scored } from '../../domain/search/rank-fusion.ts'
import { matchExpression, plainWord, type QueryWord, stemOf, wholeExpression } from '../../domain/search/search-words.ts'
import { type Counted, countedIn, weightOf } from './bm25.ts'
import type { KeywordFile, ListSize, Weighed } from './keyword-file.ts'
import type { KeywordFollower } from './keyword-follower.ts'
import { isBarelyBegun, usualBounds } from './query-bounds.ts'
import type { Passing } from '../task-text-store.ts'
import { createWordCounts } from './word-counts.ts'

export interface WeightLimits {
  /** What fewer tasks have is as quickly asked for. */
  minTasks: number
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
  /** So many characters of them at most are read for one answer: to make lists again takes less than to read long reports. */
  maxCounted: number
  /** Ids up to here have a place in the sums. An imported task may have one of a milliard, and eight bytes for each before it are more than there are. */
  maxIds: number
}
const usualLimits: WeightLimits = {
  minTasks: 50,
  maxTasks: usualBounds.longList,
  maxRemembered: 4_000_000,
  listCost: 1.6,
  maxOthers: 5000,
  maxChanged: 100,
  maxCounted: 50_000,
  maxIds: 5_000_000,
}

/** How rare a word is and how long tasks are was true when its list was read: where more than this part of the tasks changed since, it is read again. */
const stale = 0.02

/** The tasks that have a word, and what it adds to the score of each. */
interface Weights {
  ids: Uint32Array
  each: Float32Array
}

type Changed = [id: number, now: Counted]

/** The lists that are remembered, those that were asked for last at the end. */
class WeightLists {
  readonly #lists = new Map<string, Weights>()
  readonly #weigh: (word: string) => Weighed[]
  readonly #maxRemembered: number
  #remembered = 0

  constructor(weigh: (word: string) => Weighed[], maxRemembered: number) {
    this.#weigh = weigh
    this.#maxRemembered = maxRemembered
  }

  isEmpty(): boolean {
    return this.#lists.size === 0
  }

  has(word: string): boolean {
    return this.#lists.has(word)
  }

  clear(): void {
    this.#lists.clear()
    this.#remembered = 0
  }

  of(word: string): Weights {
    const list = this.#lists.get(word)
    if (!list) return this.read(word)
    this.#lists.delete(word)
    this.#lists.set(word, list)
    return list
  }

  /** Forgets what was asked for longest ago, if there is no room. */
  read(word: string): Weights {
    const rows = this.#weigh(word)
    const list: Weights = { ids: new Uint32Array(rows.length), each: new Float32Array(rows.length) }
    for (let i = 0; i < rows.length; i++) [list.ids[i], list.each[i]] = rows[i] as [number, number]
    this.#lists.set(word, list)
    this.#remembered += list.ids.length
    for (const [oldest, { ids }] of this.#lists) {
      if (this.#remembered <= this.#maxRemembered || oldest === word) break
      this.#lists.delete(oldest)
      this.#remembered -= ids.length
    }
    return list
  }
}

export class WordWeights {
  readonly #follower: KeywordFollower
  readonly #limits: WeightLimits
  readonly #documents: ReturnType<typeof createWordCounts>
  readonly #lists: WeightLists
  /** Since the lists were read; the weights of these are their texts' own, as soon as somebody asks. */
  readonly #changed = new Map<number, Counted | undefined>()
  #changedSinceAsked = 0
  /** To be read when there is nothing to answer. */
  readonly #wanted = new Set<string>()
  #file: KeywordFile
  /** The sum of each task that has any of the words; 0 for all others. */
  #sums = new Float64Array(1024)

  constructor(follower: KeywordFollower, limits: WeightLimits = usualLimits) {
    this.#follower = follower
    this.#limits = limits
    this.#documents = createWordCounts(follower)
    this.#file = follower.file()
    this.#lists = new WeightLists((word) => follower.file().weigh(wholeExpression(plainWord(word)), -1), limits.maxRemembered)
    follower.onChange((id) => this.#note(id))
  }

  /**
   * The best of the tasks that have any of the words, of equally good ones the newest first; `passing` leaves tasks out.
   * Undefined: FTS5 is quicker this time; what lists it would have taken is read afterwards.
   */
  best(words: readonly QueryWord[], limit: number, passing?: Passing): Scored[] | undefined {
    const newest = this.#newest()
    if (newest === undefined) return undefined
    const common = words.filter((word) => this.#isCommon(word))
    const missing = common.filter(({ text }) => !this.#lists.has(text))
    if (this.#rowsOf(missing) * this.#limits.listCost > this.#rowsOf(common)) {
      this.#readLater(missing)
      return undefined
    }
    const others = words.filter((word) => !common.includes(word))
    // FTS5 would merge the lists of half of all words, twice.
    const rest = others.some(isBarelyBegun) ? undefined : this.#weigh(others)
    if (!rest) return undefined
    const instead = common.length > 0 ? this.#countChanged() : []
    if (!instead) {
      this.#forgetAll()
      this.#readLater(common)
      return undefined
    }
    const read = common.map(({ text }) => ({ stem: stemOf(text), ...this.#lists.of(text) }))
    const size = this.#file.size()
    if (newest >= this.#sums.length) this.#sums = new Float64Array(Math.ceil(newest * 1.25) + 1)
    return takeBest(addUp(this.#sums, read, instead, rest, size), this.#sums, limit, passing)
  }

  /** The highest id; undefined where lists are of no use now. */
  #newest(): number | undefined {
    const file = this.#follower.file()
    if (file.size().documents > this.#limits.maxTasks) return undefined
    // A file that was rebuilt has other lists.
    if (file !== this.#file) this.#forgetAll()
    this.#file = file
    // While a list is being filled, what is read now is forgotten before the next question.
    const isBusy = this.#changedSinceAsked > this.#limits.maxChanged
    this.#changedSinceAsked = 0
    const newest = file.newestId()
    return isBusy || newest > this.#limits.maxIds ? undefined : newest
  }

  #note(id: number): void {
    this.#changedSinceAsked++
    if (this.#lists.isEmpty()) return
    this.#changed.set(id, undefined)
    if (this.#changed.size > Math.min(this.#limits.maxChanged, this.#follower.file().size().documents * stale)) this.#forgetAll()
  }

  #forgetAll(): void {
    this.#lists.clear()
    this.#changed.clear()
  }

  #countOf(word: QueryWord): number {
    return this.#documents.of(stemOf(word.text))
  }

  #isCommon(word: QueryWord): boolean {
    return !word.spaceless && !word.prefix && this.#countOf(word) >= this.#limits.minTasks
  }

  #rowsOf(words: readonly QueryWord[]): number {
    return words.reduce((rows, word) => rows + this.#countOf(word), 0)
  }

  /** Rare words, beginnings and runs, as FTS5 weighs them; undefined when many tasks have them. */
  #weigh(words: readonly QueryWord[]): Weighed[] | undefined {
    const expression = matchExpression(words)
    const found = expression ? this.#follower.file().weigh(expression, this.#limits.maxOthers) : []
    return found.length < this.#limits.maxOthers ? found : undefined
  }

  #readLater(words: readonly QueryWord[]): void {
    if (this.#wanted.size === 0) setImmediate(() => this.#readOne())
    for (const { text } of words) this.#wanted.add(text)
  }

  /** One at a time, so that questions come between. */
  #readOne(): void {
    const [word] = this.#wanted
    if (word === undefined) return
    this.#wanted.delete(word)
    if (this.#wanted.size > 0) setImmediate(() => this.#readOne())
    try {
      if (!this.#lists.has(word)) this.#lists.read(word)
    } catch {
      // A closed or damaged file: who asks next is told.
    }
  }

  /** The tasks that changed since the lists were read, as they are now; those that are gone have no words. Undefined: that is too much to read. */
  #countChanged(): Changed[] | undefined {
    const all: Changed[] = []
    let characters = 0
    for (const [id, known] of this.#changed) {
      const text = known ? undefined : this.#follower.textOf(id)
      for (const part of Object.values(text ?? {})) characters += part.length
      if (characters > this.#limits.maxCounted) return undefined
      const now = known ?? (text ? countedIn(text) : { counts: new Map<string, number>(), length: 0 })
      this.#changed.set(id, now)
      all.push([id, now])
    }
    return all
  }
}

/**
 * Puts the weight of each task into `sums`, and says which tasks those are. Nothing in it may fail: what is left in the sums would be
 * missing in every answer after it.
 */
function addUp(
  sums: Float64Array,
  read: readonly (Weights & { stem: string })[],
  instead: readonly Changed[],
  rest: readonly Weighed[],
  size: ListSize,
): number[] {
  const met: number[] = []
  const add = (id: number, weight: number) => {
    if (sums[id] === 0) met.push(id)
    sums[id]! += weight
  }
  for (const { ids, each } of read) for (let i = 0; i < ids.length; i++) add(ids[i] as number, each[i] as number)
  for (const [id, { counts, length }] of instead) {
    sums[id] = 0
    for (const { stem, ids } of read) {
      const count = counts.get(stem) ?? 0
      // As rare as it was when its list was read, or what changed would be weighed by another measure than the rest.
      if (count > 0) add(id, weightOf(count, length, ids.length, size))
    }
  }
  for (const [id, weight] of rest) add(id, weight)
  return met
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
