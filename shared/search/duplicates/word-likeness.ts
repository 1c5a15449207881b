// Which tasks may be about the same thing as a text by their words, and how alike they are.
import { foldedText, likenessTo, profileOf, splitText, tellingStems, type TextProfile, type WordLikeness } from '../../domain/duplicates/likeness.ts'
import type { Scored } from '../../domain/search/rank-fusion.ts'
import { isStopStem, matchExpression, plainWord, type QueryWord, stemOf, wordsOf } from '../../domain/search/search-words.ts'
import { hashOf } from '../meaning/embedding-texts.ts'
import type { KeywordFollower } from '../keywords/keyword-follower.ts'
import type { TaskTextStore } from '../task-text-store.ts'
import { createKnownSpellings } from '../keywords/known-spellings.ts'
import { createWordCounts } from '../keywords/word-counts.ts'
import { WordWeights } from '../keywords/word-weights.ts'

const maxRows = 20_000
const maxRemembered = 250
/** So many tasks are looked at for candidates that do not all say the very same. */
const maxPassed = 1000
/** A list of few tasks says little about which words are rare: as many others are supposed, in which only the words of every sentence stand. */
const usualList = 50
const usualShare = 0.2
/** Milliseconds that reading on to the newest write may take. */
const timeoutMs = 60

/** A text that is compared like a task without being one. Its id is negative, so that it is never a task's. */
export interface Draft {
  id: number
  text: string
}

export type Compared = WordLikeness & { id: number; text: string; isDone: boolean }

/** What is remembered of a task. */
interface Known {
  profile: TextProfile
  /** The same for all that say the very same. */
  text: string
  isDone: boolean
}

export interface LikelyRequest {
  text: string
  head: number
  limit: number
  /** Of tasks that say the very same so many open ones and so many done ones are enough. */
  copies: number
}

/** What stands in the list more than once, beyond the first time: so many tasks, and so many for each stem. */
export interface Surplus {
  tasks: number
  stems: Map<string, number>
}

export interface Likely {
  /** The text as the list would write it: this is what is compared. */
  text: string
  /** Best first. */
  hits: Scored[]
  surplus: Surplus
}

/** What rare words are worth, and how many words a text of the list has on average. */
interface Measure {
  rarity: (stem: string) => number
  average: number
}

/** The tasks that were looked at last, as they are compared. */
class KnownTasks {
  readonly #tasks: TaskTextStore
  readonly #known = new Map<number, Known>()

  constructor(follower: KeywordFollower, tasks: TaskTextStore) {
    this.#tasks = tasks
    follower.onChange((id) => this.#known.delete(id))
  }

  of(id: number): Known | undefined {
    const known = this.#known.get(id)
    if (known) return known
    const task = this.#tasks.read(id)
    if (!task) return undefined
    const { title, description, isDone } = task
    const made = { profile: profileOf(title, description), text: hashOf(foldedText(title, description)), isDone }
    if (this.#known.size >= maxRemembered) this.#known.clear()
    this.#known.set(id, made)
    return made
  }

  /** The first of a list, but of what says the very same only a few: forty copies of one task must not hide all others. */
  firstOfEach(all: Iterable<Scored>, limit: number, copies: number): Omit<Likely, 'text'> & { passed: number } {
    const met = new Map<string, number>()
    const hits: Scored[] = []
    const surplus: Surplus = { tasks: 0, stems: new Map() }
    let passed = 0
    const meet = (name: string) => {
      const before = met.get(name) ?? 0
      met.set(name, before + 1)
      return before
    }
    for (const hit of all) {
      const known = this.of(hit.id)
      if (!known) continue
      const { text, isDone, profile } = known
      if (meet(text) > 0) {
        surplus.tasks++
        for (const stem of profile.counts.keys()) surplus.stems.set(stem, (surplus.stems.get(stem) ?? 0) + 1)
      }
      if (meet(`${text} ${isDone}`) >= copies) passed++
      else if (hits.push(hit) >= limit) break
    }
    return { hits, surplus, passed }
  }
}

export interface CompareRequest {
  text: string
  ids: number[]
  drafts?: readonly Draft[]
  surplus?: Surplus | undefined
}

export class WordComparison {
  readonly #follower: KeywordFollower
  readonly #weights: WordWeights
  readonly #counts: ReturnType<typeof createWordCounts>
  readonly #spellings: ReturnType<typeof createKnownSpellings>
  readonly #known: KnownTasks

  constructor(follower: KeywordFollower, tasks: TaskTextStore, weights = new WordWeights(follower)) {
    this.#follower = follower
    this.#weights = weights
    this.#counts = createWordCounts(follower)
    this.#spellings = createKnownSpellings(follower, this.#counts)
    this.#known = new KnownTasks(follower, tasks)
  }

  /** The tasks that share the most telling words, best first. */
  likely({ text: asked, head, limit, copies }: LikelyRequest): Likely {
    return this.#follower.onFile(() => {
      this.#follower.catchUp(head, timeoutMs)
      const text = this.#spellings.respell(asked)
      const words = this.#tellingWords(text)
      if (words.length === 0) return { text, ...this.#known.firstOfEach([], limit, copies) }
      const ask = (max: number) =>
        this.#known.firstOfEach(this.#weights.best(words, max) ?? this.#follower.file().match(matchExpression(words) as string, max), limit, copies)
      const found = ask(limit)
      return { text, ...(found.passed > 0 ? ask(maxPassed) : found) }
    })
  }

  /** How alike each of these tasks, and of these texts that are no task yet, is to the text; tasks that are gone are left out. */
  compare({ text, ids, drafts = [], surplus }: CompareRequest): Compared[] {
    return this.#follower.onFile(() => {
      const { title, body } = splitText(text)
      const { rarity, average } = this.#measure(surplus)
      const likeness = likenessTo(profileOf(title, body), rarity, average)
      const written = drafts.map(({ id, text: draft }) => {
        const parts = splitText(draft)
        return { id, text: hashOf(foldedText(parts.title, parts.body)), isDone: false, ...likeness(profileOf(parts.title, parts.body)) }
      })
      const known = ids.flatMap((id) => {
        const task = this.#known.of(id)
        return task ? [{ id, text: task.text, isDone: task.isDone, ...likeness(task.profile) }] : []
      })
      return [...known, ...written]
    })
  }

  /** The words that say what a text is about, the rarest first, as many as the list can afford. */
  #tellingWords(text: string): QueryWord[] {
    const { title, body } = splitText(text)
    // The index stems what it is asked for: it must get the words themselves.
    const written = new Map(wordsOf(text.slice(0, 20_000)).map((word) => [stemOf(word), word]))
    let rows = 0
    const words: QueryWord[] = []
    for (const stem of tellingStems(profileOf(title, body), this.#measure().rarity).keys()) {
      rows += this.#counts.of(stem)
      if (words.length > 1 && rows > maxRows) break
      words.push(plainWord(written.get(stem) ?? stem))
    }
    return words
  }

  /** A word of one task that the list has forty times is as rare as if it were there once. */
  #measure(surplus?: Surplus): Measure {
    const { documents, words } = this.#follower.file().size()
    return {
      average: words || 100,
      rarity: (stem) => {
        const all = documents - (surplus?.tasks ?? 0) + usualList
        const n = Math.max(Math.min(documents, this.#counts.of(stem)) - (surplus?.stems.get(stem) ?? 0), isStopStem(stem) ? usualShare * all : 0)
        return Math.log(1 + (all - n + 0.5) / (n + 0.5))
      },
    }
  }
}
