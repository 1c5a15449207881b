// Second step: what words and meaning find, asked at once.
import type { Scored } from '../../domain/search/rank-fusion.ts'
import type { SearchQuery } from '../../domain/search/search-query.ts'
import type { KeywordAnswer, Misspelt } from '../keywords/keyword-search.ts'
import type { FirstMeaning } from '../meaning/meanings.ts'
import type { MeaningCaller, WordSource } from '../sources.ts'
import { within } from '../workers/within.ts'
import type { SearchPlan } from './parse.ts'
import type { Reading } from './reading.ts'
import type { SearchRun } from './run.ts'

export interface Sources {
  keyword: Pick<WordSource, 'search' | 'satisfying'>
  /** The worker that knows meanings; undefined where there is none. */
  meaning: MeaningCaller | undefined
  /** It can answer by now. */
  hasMeaning(): boolean
  /** It answers, and does not know all of the list. */
  meaningIsBehind(): boolean
  /** The newest entry of the journal: words must know it. */
  head(): number
}

export interface Retrieved {
  /** What is meant: as typed, its misspelled words corrected. */
  text: string
  words: Scored[]
  meanings: FirstMeaning[]
  /** How else words of the query are written in what was found. */
  instead: string[]
  /** Of the words' hits, those that a short query can only mean. */
  sure: number[]
  /** Of the words' hits, those in whose files words of the query stand. */
  inFiles: number[]
}

/** Meaning is asked for so many more at first: in another order, others are among the first hundred. */
const reordered = 20
/** Nearest does not mean near: what lies below has nothing to do with the query. */
const minCosine = 0.2

async function byWords({ query, depth }: SearchPlan, { keyword, head }: Sources, run: SearchRun): Promise<KeywordAnswer | undefined> {
  // Words are what an answer cannot do without: they are waited for beyond the total, when a start or a busy machine makes them late.
  const timeoutMs = run.limits.keyword
  const answer = run.take('keyword', await within(keyword.search({ query, limit: depth, head: head(), timeoutMs: timeoutMs / 2 }), timeoutMs))
  if (!answer || answer.behind) run.degraded.add('keyword')
  return answer
}

async function byMeaning(text: string, { query, depth }: SearchPlan, sources: Sources, run: SearchRun): Promise<FirstMeaning[] | undefined> {
  if (!sources.meaning || !sources.hasMeaning()) {
    run.degraded.add('semantic')
    return undefined
  }
  const { only, not } = query
  const request = { text, limit: depth + reordered, only, not }
  const answer = run.take('semantic', await within(sources.meaning.call('search', request), Math.min(run.limits.semantic, run.left())))
  if (!answer || sources.meaningIsBehind()) run.degraded.add('semantic')
  return answer && satisfying(query, answer.hits, sources, run)
}

/** Meaning knows nothing of phrases and exclusions: the words have to say which of its hits fit. */
export async function satisfying<Hit extends Scored>({ phrases, without }: SearchQuery, hits: Hit[], { keyword }: Sources, run: SearchRun): Promise<Hit[]> {
  const near = hits.filter((hit) => hit.score >= minCosine)
  if (phrases.length + without.length === 0 || near.length === 0) return near
  const fits = await within(keyword.satisfying({ phrases, without, ids: near.map((hit) => hit.id) }), run.left())
  const ids = new Set(run.take('constraints', fits) ?? [])
  return near.filter((hit) => ids.has(hit.id))
}

export function corrected(text: string, misspelt: readonly Misspelt[]): string {
  return misspelt.reduce((so, { word, meant }) => so.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'giu'), meant[0] as string), text)
}

/** `reading`: begins with whichever list comes first, while the other is still being looked for. */
export async function retrieve(plan: SearchPlan, sources: Sources, run: SearchRun, reading?: Reading): Promise<Retrieved> {
  const withWords = plan.asksWords ? byWords(plan, sources, run) : undefined
  const withMeaning = plan.asksMeaning ? byMeaning(plan.text, plan, sources, run) : undefined
  reading?.begin(() => Promise.race([withWords?.then((answer) => answer?.hits), withMeaning].filter((one) => one !== undefined)))

  const [answer, first = []] = await Promise.all([withWords, withMeaning])
  const misspelt = answer?.meant ?? []
  const text = corrected(plan.text, misspelt)
  let meanings = first
  if (withMeaning && text !== plan.text) {
    // A model makes nothing of a misspelt word: it is asked again, and what was read of the list that it gave is forgotten.
    await reading?.restart(text)
    meanings = (await byMeaning(text, plan, sources, run)) ?? first
  }
  return {
    text,
    words: answer?.hits ?? [],
    meanings,
    instead: [...misspelt.flatMap(({ meant }) => meant), ...(answer?.spelled ?? [])],
    sure: answer?.sure ?? [],
    inFiles: answer?.inFiles ?? [],
  }
}
