// What the words of a query find: an FTS5 expression that no input can break, with the costs of common words kept in bounds and
// misspelt words mended.
import { nearWords } from '../../../../shared/domain/search/near-words.ts'
import type { Scored } from '../../../../shared/domain/search/rank-fusion.ts'
import type { SearchQuery } from '../../../../shared/domain/search/search-query.ts'
import { matchExpression, phraseExpression, plainWord, type QueryWord, stemOf, wholeExpression } from '../../../../shared/domain/search/search-words.ts'
import type { KeywordFollower } from './keyword-follower.ts'
import { type Bounds, createQueryBounds, usualBounds } from './query-bounds.ts'
import type { Passing, TaskTextStore } from '../task-text-store.ts'
import { createKnownSpellings } from './known-spellings.ts'
import { createWordCounts } from './word-counts.ts'
import { createWordWeights } from './word-weights.ts'

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

/** Words of a query in which slips of the finger are mended. */
const maxMended = 6

export function createKeywordSearch(follower: KeywordFollower, tasks: TaskTextStore, weights = createWordWeights(follower), limits: Bounds = usualBounds) {
  const counts = createWordCounts(follower)
  const bounds = createQueryBounds(follower.file, counts.of, limits)
  const spellings = createKnownSpellings(follower, counts)

  /** The last word is complete as it stands when tasks have it: then what merely begins with it only fills up a short list. */
  function complete(words: readonly QueryWord[]): QueryWord[] {
    return words.map((word) => (word.prefix && counts.of(stemOf(word.text)) > 0 ? { ...word, prefix: false } : word))
  }

  /** Words as they stand and as tasks spell them, and those that no task has as what they may have meant. */
  function mended(words: readonly QueryWord[]): { words: QueryWord[]; meant: Misspelt[]; spelled: string[] } {
    const meant: Misspelt[] = []
    const all: string[] = []
    const found = words.flatMap((word): QueryWord[] => {
      if (word.spaceless) return [word]
      const spelled = spellings.of(word.text, word.prefix)
      const isKnown = counts.of(stemOf(word.text)) > 0
      if (spelled.length > 0) {
        all.push(...spelled)
        // What is still being typed stands for them where nothing else begins like that.
        if (!isKnown && !(word.prefix && isBegun(word))) meant.push({ word: word.text, meant: spelled })
        return [word, ...spelled.map(plainWord)]
      }
      // A long question is answered by its other words; what it has that no task has is a name more often than a slip.
      if (isKnown || words.length > maxMended) return [word]
      if (word.prefix && word.text.length > 1 && isBegun(word)) return [word]
      const near = nearWords(word.text, follower.vocabulary()).filter((one) => counts.of(stemOf(one)) > 0)
      if (near.length > 0) meant.push({ word: word.text, meant: near })
      return [word, ...near.map(plainWord)]
    })
    return { words: found, meant, spelled: all }
  }

  const isBegun = (word: QueryWord) => bounds.isTooShort(word) || follower.file().has(`"${word.text}"*`)

  function expressionFor(query: SearchQuery, words: readonly QueryWord[]): string | undefined {
    const any = matchExpression(words)
    const phrases = query.phrases.map(phraseExpression).filter((one) => one !== undefined)
    const required = phrases.map((one) => `(${one})`).join(' AND ')
    if (!required) return any
    return any ? `(${required}) AND (${any})` : required
  }

  function matching(expression: string, passing: Passing | undefined, limit: number, since: number): Scored[] {
    if (!passing) return follower.file().match(expression, limit, since)
    const hits: Scored[] = []
    for (const hit of follower.file().matching(expression)) {
      if (passing[hit.id] === 1) hits.push(hit)
      if (hits.length >= limit) break
    }
    return hits
  }

  function without(query: Pick<SearchQuery, 'without'>): string {
    const parts = query.without.map(phraseExpression).filter((one) => one !== undefined)
    return parts.map((one) => `(${one})`).join(' OR ')
  }

  /** Which of these tasks match every expression. */
  function matchingAll(expressions: readonly (string | undefined)[], ids: readonly number[]): number[] {
    const all = expressions.filter((one) => one !== undefined).map((one) => `(${one})`)
    return all.length > 0 && ids.length > 0 ? follower.file().matchAmong(all.join(' AND '), ids) : [...ids]
  }

  function sureOf({ words }: SearchQuery, misspelt: readonly Misspelt[], hits: readonly Scored[]): number[] {
    if (words.length === 0 || words.length > maxSureWords || hits.length === 0 || words.some(bounds.isTooShort)) return []
    /** A word, or those that a misspelt one may have meant. */
    const expressions = words.map((word) => {
      const { meant } = misspelt.find((one) => one.word === word.text) ?? {}
      const ways = meant ?? (word.spaceless ? [] : spellings.of(word.text, word.prefix))
      return [...(meant ? [] : [wholeExpression(word)]), ...ways.map((text) => `"${text}"`)].join(' OR ')
    })
    const first = hits.slice(0, maxSure + 1).map(({ id }) => id)
    const found = matchingAll(expressions, first)
    return found.length > maxSure ? [] : found
  }

  function found({ query, limit, head, timeoutMs }: KeywordRequest): Omit<KeywordAnswer, 'sure'> {
    return follower.onFile(() => {
      // Within: where damage is met only now, what was begun anew is read again before it answers.
      const fresh = follower.catchUp(head, timeoutMs)
      const { words, meant, spelled } = mended(query.words)
      const passing = tasks.passing(query.only, query.not)
      // A phrase and a filter let only few tasks through, old ones as well as new.
      const newestOnly = !passing && query.phrases.length === 0
      const whole = complete(words).filter((word) => !bounds.isTooShort(word))
      const asked = bounds.affordable(whole, newestOnly)
      const expression = expressionFor(query, asked)
      const unwanted = without(query)
      const behind = !fresh || follower.status().behind
      const begun = words.find((word) => word.prefix)
      if (!expression && !begun) {
        if (query.text.trim() !== '') return { hits: [], behind, meant, spelled }
        // Filters alone: what they let through, newest first.
        const ids = tasks.newest(query.only, query.not, unwanted ? limit * 5 : limit)
        const bad = new Set(unwanted ? follower.file().matchAmong(unwanted, ids) : [])
        return { hits: ids.filter((id) => !bad.has(id)).map((id) => ({ id, score: 1 })), behind, meant, spelled }
      }
      const ask = (some: readonly QueryWord[]): Scored[] => {
        const since = newestOnly ? bounds.since(some, tasks.newestId()) : 0
        const remembered = query.phrases.length === 0 && !unwanted && since === 0 ? weights.best(some, limit, passing) : undefined
        if (remembered) return remembered
        const one = expressionFor(query, some) as string
        return matching(unwanted ? `(${one}) NOT (${unwanted})` : one, passing, limit, since)
      }
      const hits = expression ? ask(asked) : []
      if (hits.length >= limit || !begun) return { hits, behind, meant, spelled }
      const more = bounds.isTooShort(begun) ? tasks.begunWith(begun.text, limit, passing) : ask([begun])
      return { hits: followedBy(hits, more, limit), behind, meant, spelled }
    })
  }

  return {
    search(request: KeywordRequest): KeywordAnswer {
      const answer = found(request)
      return { ...answer, sure: follower.onFile(() => sureOf(request.query, answer.meant, answer.hits)) }
    },

    /** Which of these tasks have all the phrases, and nothing unwanted. */
    satisfying({ phrases = [], without: unwanted = [], ids }: Constraints): number[] {
      return follower.onFile(() => {
        const left = matchingAll(phrases.map(phraseExpression), ids)
        const expression = without({ without: unwanted })
        const bad = new Set(expression ? follower.file().matchAmong(expression, left) : [])
        return left.filter((id) => !bad.has(id))
      })
    },
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
