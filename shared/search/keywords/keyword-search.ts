// What the words of a query find: an FTS5 expression that no input can break, with the costs of common words kept in bounds and
// misspelled words corrected.
import { nearWords } from '../../domain/search/near-words.ts'
import type { Scored } from '../../domain/search/rank-fusion.ts'
import { snippetOf } from '../../domain/search/snippet.ts'
import type { SearchQuery } from '../../domain/search/search-query.ts'
import { matchExpression, phraseExpression, plainWord, type QueryWord, stemOf, wholeExpression } from '../../domain/search/search-words.ts'
import { foundInFiles, withFiles } from './in-files.ts'
import type { KeywordFollower } from './keyword-follower.ts'
import { type Bounds, createQueryBounds, usualBounds } from './query-bounds.ts'
import type { Passing, TaskTextStore } from '../task-text-store.ts'
import { createKnownSpellings } from './known-spellings.ts'
import { createWordCounts } from './word-counts.ts'
import { WordWeights } from './word-weights.ts'

export interface KeywordRequest {
  query: SearchQuery
  limit: number
  /** The newest journal entry: the answer must know it. */
  head: number
  /** Milliseconds that may be spent on reading on to it. */
  timeoutMs: number
}

export interface KeywordAnswer {
  /** Best first. */
  hits: Scored[]
  /** The index does not know the newest writes. */
  behind: boolean
  /** Misspelt words, and what was taken instead of each, likeliest first. */
  meant: Misspelt[]
  /** How else tasks write words of the query: those are found, and marked, as the words themselves are. */
  spelled: string[]
  /** Of the hits, those that have all words of a short query, when they are few. */
  sure: number[]
  /** Of the hits, those in whose files words of it stand. */
  inFiles: number[]
}

export interface FilePlacesRequest {
  ids: readonly number[]
  words: readonly QueryWord[]
}

/** Where in a task's files the words stand. */
export interface FilePlace {
  id: number
  /** What the file is called. */
  file: string
  snippet: string
}

export interface Misspelt {
  word: string
  meant: string[]
}

export interface Constraints {
  ids: number[]
  phrases?: string[]
  without?: string[]
}

/** So many tasks at most may have all words of a query, and it so many words, for them to be what was meant. */
const maxSure = 10
const maxSureWords = 3

/** Words of a query in which typos are corrected. */
const maxCorrected = 6

/** What is looked for, once the index has been read on to the newest write. */
interface Asked {
  query: SearchQuery
  limit: number
  /** Words that are worth their cost. */
  words: QueryWord[]
  /** What must not occur; empty: nothing. */
  unwanted: string
  passing: Passing | undefined
  /** Where so many tasks have the words that the newest of them are enough. */
  newestOnly: boolean
}

const phrasesOf = (phrases: readonly string[]) => phrases.map(phraseExpression).filter((one) => one !== undefined)

const allOf = (phrases: readonly string[]): string =>
  phrasesOf(phrases)
    .map((one) => `(${one})`)
    .join(' AND ')

function expressionFor(query: SearchQuery, words: readonly QueryWord[]): string | undefined {
  const any = matchExpression(words)
  const required = allOf(query.phrases)
  if (!required) return any
  return any ? `(${required}) AND (${any})` : required
}

const anyOf = (phrases: readonly string[]): string =>
  phrasesOf(phrases)
    .map((one) => `(${one})`)
    .join(' OR ')

export class KeywordSearch {
  readonly #follower: KeywordFollower
  readonly #tasks: TaskTextStore
  readonly #weights: WordWeights
  readonly #counts: ReturnType<typeof createWordCounts>
  readonly #bounds: ReturnType<typeof createQueryBounds>
  readonly #spellings: ReturnType<typeof createKnownSpellings>

  constructor(follower: KeywordFollower, tasks: TaskTextStore, weights = new WordWeights(follower), limits: Bounds = usualBounds) {
    this.#follower = follower
    this.#tasks = tasks
    this.#weights = weights
    this.#counts = createWordCounts(follower)
    this.#bounds = createQueryBounds(() => follower.file(), this.#counts.of, limits)
    this.#spellings = createKnownSpellings(follower, this.#counts)
  }

  search(request: KeywordRequest): KeywordAnswer {
    const answer = this.#follower.onFile(() => this.#answer(request))
    return { ...answer, sure: this.#follower.onFile(() => this.#sureOf(request.query, answer)) }
  }

  /** Of each task the file that shows most of the words, if one does. */
  placesInFiles({ ids, words }: FilePlacesRequest): FilePlace[] {
    return ids.flatMap((id) => {
      const places = this.#tasks.filesOf(id).map(({ name, text = '' }) => ({ id, file: name, snippet: snippetOf([text, name], words) }))
      const marks = (place: FilePlace) => new Set(place.snippet.match(/⟦[^⟧]*⟧/g)).size
      const [best] = places.sort((a, b) => marks(b) - marks(a))
      return best && marks(best) > 0 ? [best] : []
    })
  }

  /** Which of these tasks have all the phrases, and nothing unwanted. */
  satisfying({ phrases = [], without = [], ids }: Constraints): number[] {
    return this.#follower.onFile(() => {
      const file = this.#follower.file()
      const required = allOf(phrases)
      const left = required ? [...new Set([...file.matchAmong(required, ids), ...file.files.matchAmong(required, ids)])] : [...ids]
      const unwanted = anyOf(without)
      const bad = new Set(unwanted ? file.matchAmong(unwanted, left) : [])
      return left.filter((id) => !bad.has(id))
    })
  }

  #answer({ query, limit, head, timeoutMs }: KeywordRequest): Omit<KeywordAnswer, 'sure'> {
    // Within: where damage is met only now, what was started over is read again before it answers.
    const fresh = this.#follower.catchUp(head, timeoutMs)
    const { words, meant, spelled } = this.#corrected(query.words)
    const passing = this.#tasks.passing(query.only, query.not)
    // A phrase and a filter let only few tasks through, old ones as well as new.
    const newestOnly = !passing && query.phrases.length === 0
    const whole = this.#complete(words).filter((word) => !this.#bounds.isTooShort(word))
    const asked = { query, limit, words: this.#bounds.affordable(whole, newestOnly), unwanted: anyOf(query.without), passing, newestOnly }
    const behind = !fresh || this.#follower.status().behind
    const required = allOf(query.phrases)
    const inFiles = foundInFiles(this.#follower.file(), { words: asked.words, required, unwanted: asked.unwanted, passing }, this.#counts.of)
    const hits = withFiles(this.#hits(asked, words), inFiles, limit)
    const shown = new Set(hits.map(({ id }) => id))
    return { hits, behind, meant, spelled, inFiles: inFiles.flatMap(({ id }) => (shown.has(id) ? [id] : [])) }
  }

  #hits(asked: Asked, words: readonly QueryWord[]): Scored[] {
    const { query, limit, passing } = asked
    const begun = words.find((word) => word.prefix)
    const isAsked = expressionFor(query, asked.words) !== undefined
    if (!isAsked && !begun) return query.text.trim() === '' ? this.#newestPassing(asked) : []
    const hits = isAsked ? this.#ask(asked, asked.words) : []
    if (hits.length >= limit || !begun) return hits
    const more = this.#bounds.isTooShort(begun) ? this.#tasks.begunWith(begun.text, limit, passing) : this.#ask(asked, [begun])
    return followedBy(hits, more, limit)
  }

  /** Filters alone: what they let through, newest first. */
  #newestPassing({ query, limit, unwanted }: Asked): Scored[] {
    const ids = this.#tasks.newest(query.only, query.not, unwanted ? limit * 5 : limit)
    const bad = new Set(unwanted ? this.#follower.file().matchAmong(unwanted, ids) : [])
    return ids.filter((id) => !bad.has(id)).map((id) => ({ id, score: 1 }))
  }

  #ask({ query, limit, unwanted, passing, newestOnly }: Asked, words: readonly QueryWord[]): Scored[] {
    const since = newestOnly ? this.#bounds.since(words, this.#tasks.newestId()) : 0
    const remembered = query.phrases.length === 0 && !unwanted && since === 0 ? this.#weights.best(words, limit, passing) : undefined
    if (remembered) return remembered
    const one = expressionFor(query, words) as string
    return this.#matching(unwanted ? `(${one}) NOT (${unwanted})` : one, passing, limit, since)
  }

  #matching(expression: string, passing: Passing | undefined, limit: number, since: number): Scored[] {
    if (!passing) return this.#follower.file().match(expression, limit, since)
    const hits: Scored[] = []
    for (const hit of this.#follower.file().matching(expression)) {
      if (passing[hit.id] === 1) hits.push(hit)
      if (hits.length >= limit) break
    }
    return hits
  }

  /** The last word is complete as it stands when tasks have it: then what merely begins with it only fills up a short list. */
  #complete(words: readonly QueryWord[]): QueryWord[] {
    return words.map((word) => (word.prefix && this.#isKnown(word) ? { ...word, prefix: false } : word))
  }

  #isKnown(word: QueryWord): boolean {
    return this.#counts.of(stemOf(word.text)) > 0
  }

  #isBegun(word: QueryWord): boolean {
    return this.#bounds.isTooShort(word) || this.#follower.file().has(`"${word.text}"*`)
  }

  /** Words as they stand and as tasks spell them, and those that no task has as what they may have meant. */
  #corrected(words: readonly QueryWord[]): { words: QueryWord[]; meant: Misspelt[]; spelled: string[] } {
    const meant: Misspelt[] = []
    const all: string[] = []
    const found = words.flatMap((word): QueryWord[] => {
      if (word.spaceless) return [word]
      const spelled = this.#spellings.of(word.text, word.prefix)
      const isKnown = this.#isKnown(word) || this.#follower.file().files.documents(stemOf(word.text)) > 0
      if (spelled.length > 0) {
        all.push(...spelled)
        // What is still being typed stands for them where nothing else begins like that.
        if (!isKnown && !(word.prefix && this.#isBegun(word))) meant.push({ word: word.text, meant: spelled })
        return [word, ...spelled.map(plainWord)]
      }
      // A long question is answered by its other words; what it has that no task has is a name more often than a slip.
      if (isKnown || words.length > maxCorrected) return [word]
      if (word.prefix && word.text.length > 1 && this.#isBegun(word)) return [word]
      const near = nearWords(word.text, this.#follower.vocabulary()).filter((one) => this.#counts.of(stemOf(one)) > 0)
      if (near.length > 0) meant.push({ word: word.text, meant: near })
      return [word, ...near.map(plainWord)]
    })
    return { words: found, meant, spelled: all }
  }

  #sureOf({ words }: SearchQuery, { meant: misspelt, hits, inFiles }: Pick<KeywordAnswer, 'meant' | 'hits' | 'inFiles'>): number[] {
    if (words.length === 0 || words.length > maxSureWords || hits.length === 0 || words.some(this.#bounds.isTooShort)) return []
    /** A word, or those that a misspelt one may have meant. */
    const expressions = words.map((word) => {
      const { meant } = misspelt.find((one) => one.word === word.text) ?? {}
      const ways = meant ?? (word.spaceless ? [] : this.#spellings.of(word.text, word.prefix))
      return [...(meant ? [] : [wholeExpression(word)]), ...ways.map((text) => `"${text}"`)].join(' OR ')
    })
    const first = hits.slice(0, maxSure + 1).map(({ id }) => id)
    const all = expressions.map((one) => `(${one})`).join(' AND ')
    const file = this.#follower.file()
    const own = file.matchAmong(all, first)
    // What no task says itself, a few files may.
    const found = own.length > 0 || inFiles.length === 0 ? own : file.files.matchAmong(all, first)
    return found.length > maxSure ? [] : found
  }
}

/** A list with what another has more, below it. */
function followedBy(first: readonly Scored[], second: readonly Scored[], limit: number): Scored[] {
  const known = new Set(first.map((hit) => hit.id))
  const last = first.at(-1)?.score ?? 1
  const best = second[0]?.score || 1
  const more = second.filter((hit) => !known.has(hit.id)).map(({ id, score }) => ({ id, score: (last * 0.9 * score) / best }))
  return [...first, ...more].slice(0, limit)
}
