// Hybrid search: words and meaning in parallel, fused, moved towards what both found, put in order by the reranker. Each stage has
// a deadline; what misses it is left out and named.
import { blend, fuse, fusionDepth, type Scored, withoutCommon } from '../../../shared/domain/search/rank-fusion.ts'
import { parseQuery, type SearchQuery } from '../../../shared/domain/search/search-query.ts'
import { plainWord } from '../../../shared/domain/search/search-words.ts'
import { snippetOf } from '../../../shared/domain/search/snippet.ts'
import type { SearchHit, Task } from '../../../shared/schema/task.ts'
import type { KeywordIndex } from './keywords/keyword-index.ts'
import type { Misspelt } from './keywords/keyword-search.ts'
import type { MeaningIndex } from './meaning/meaning-index.ts'
import type { FirstMeaning } from './meaning/meaning-worker.ts'
import type { Reranker } from './rerank/reranker.ts'
import { type Outcome, within } from './workers/within.ts'

export interface SearchDeps {
  keyword: KeywordIndex
  meaning: MeaningIndex
  reranker(): Reranker
  deadlines(): { total: number; keyword: number; semantic: number }
  head(): number
  byIds(ids: readonly number[]): Task[]
  commentsOf(taskIds: readonly number[]): ReadonlyMap<number, readonly { body: string }[]>
}

export interface SearchRequest {
  q: string
  limit?: number | undefined
  mode?: 'hybrid' | 'keyword' | 'semantic' | undefined
  rerank?: boolean | undefined
  explain?: boolean | undefined
}

export interface SearchAnswer {
  hits: SearchHit[]
  /** Stages that are missing in it. */
  degraded: string[]
  /** Milliseconds by stage. */
  times: Record<string, number>
}

type Stage = 'keyword' | 'semantic' | 'rerank'

/** Before feedback words count a little more, because they are surer; after it meaning does (docs/search.md). */
const firstSemanticWeight = 0.45
const semanticWeight = 0.6
const feedbackFrom = 3
/** Meaning is asked for so many more at first: in another order, others are among the first hundred. */
const reordered = 20
const reranked = 30
/** Nearest does not mean near: what lies below has nothing to do with the query. */
const leastCosine = 0.2
/** One letter says nothing to a model. */
const saysSomething = /\p{L}.*\p{L}|\p{N}|\p{Lo}|\p{Extended_Pictographic}/su
/** What fetching tasks, marking snippets and writing the answer takes of the total. */
const reserve = 15

export function createHybridSearch(deps: SearchDeps) {
  const { keyword, meaning, reranker, deadlines, head, byIds, commentsOf } = deps

  return async function search({ q, limit = 20, mode = 'hybrid', rerank = true, explain = false }: SearchRequest): Promise<SearchAnswer> {
    const began = performance.now()
    const limits = deadlines()
    const left = () => limits.total - reserve - (performance.now() - began)
    const query = parseQuery(q)
    const depth = Math.max(fusionDepth, limit)
    const degraded = new Set<Stage>()
    const times: Record<string, number> = {}

    const take = <T>(stage: string, outcome: Outcome<T>): T | undefined => {
      times[stage] = outcome.took
      return 'value' in outcome ? outcome.value : undefined
    }

    const calls = meaning.calls()
    const asksMeaning = mode !== 'keyword' && saysSomething.test(query.text)
    /** What is meant: the query's text, its misspelt words mended as soon as the words are known. */
    let asked = query.text.trim()
    let misspelt: Misspelt[] = []
    let spelled: string[] = []
    let sure: number[] = []
    const prepared = new Map<number, Task & { snippet: string }>()
    const withWords = mode === 'semantic' && asksMeaning ? undefined : byWords()
    const withMeaning = asksMeaning ? byMeaning() : undefined
    const logits = new Map<number, number>()

    async function byWords(): Promise<Scored[] | undefined> {
      // Words are what an answer cannot do without: they are waited for beyond the total, when a start or a busy machine makes them late.
      const timeoutMs = limits.keyword
      const answer = take('keyword', await within(keyword.search({ query, limit: depth, head: head(), timeoutMs: timeoutMs / 2 }), timeoutMs))
      if (!answer || answer.behind) degraded.add('keyword')
      misspelt = answer?.meant ?? []
      spelled = answer?.spelled ?? []
      sure = answer?.sure ?? []
      return answer?.hits
    }

    async function byMeaning(): Promise<FirstMeaning[] | undefined> {
      if (!calls || !meaning.available()) {
        degraded.add('semantic')
        return undefined
      }
      const { only, not } = query
      const request = { text: asked, limit: depth + reordered, only, not }
      const answer = take('semantic', await within(calls.call('search', request), Math.min(limits.semantic, left())))
      if (!answer) degraded.add('semantic')
      return answer && satisfying(query, answer.hits)
    }

    /** Meaning knows nothing of phrases and exclusions: the words have to say which of its hits fit. */
    async function satisfying<Hit extends Scored>({ phrases, without }: SearchQuery, hits: Hit[]): Promise<Hit[]> {
      const near = hits.filter((hit) => hit.score >= leastCosine)
      if (phrases.length + without.length === 0 || near.length === 0) return near
      const fits = await within(keyword.satisfying({ phrases, without, ids: near.map((hit) => hit.id) }), left())
      const ids = new Set(take('constraints', fits) ?? [])
      return near.filter((hit) => ids.has(hit.id))
    }

    const wantsRerank = rerank && mode === 'hybrid' && asksMeaning && reranker().status().kind !== 'off'
    /** Reads the first of a list that were not read yet. */
    async function read(list: readonly Scored[], most: number, until: number): Promise<void> {
      const waiting = list.slice(0, most).filter((hit) => !logits.has(hit.id))
      if (waiting.length === 0) return
      const texts = inOrder(waiting.map((hit) => hit.id))
      const found = await reranker().score(
        asked,
        texts.map((task) => (task.description ? `${task.title}. ${task.description}` : task.title)),
        until,
      )
      found.forEach((logit, i) => logit !== undefined && logits.set((texts[i] as Task).id, logit))
    }

    function inOrder(ids: readonly number[]): Task[] {
      const found = new Map(byIds(ids).map((task) => [task.id, task]))
      return ids.flatMap((id) => found.get(id) ?? [])
    }

    const until = Date.now() + Math.floor(left())
    // Whichever list comes first feeds the reranker while the other is still being looked for.
    const firstList = wantsRerank && reranker().incremental ? Promise.race([withWords, withMeaning].filter((one) => one !== undefined)) : undefined
    const early = firstList?.then((list) => (list ? read(list, 5, until) : undefined))
    early?.catch(() => undefined)

    const [words = [], firstMeanings = []] = await Promise.all([withWords, withMeaning])
    const typed = asked
    for (const { word, meant } of misspelt) asked = asked.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'giu'), meant[0] as string)
    // A model makes nothing of a misspelt word: it is asked again, and what was read of the list that it gave is forgotten.
    const mended = withMeaning !== undefined && asked !== typed
    if (mended) {
      await early?.catch(() => undefined)
      logits.clear()
    }
    const meanings = mended ? ((await byMeaning()) ?? firstMeanings) : firstMeanings
    let semantic: Scored[] = meanings
    let fused: Scored[]
    let guides: Scored[] = []
    if (mode === 'hybrid' && words.length > 0 && meanings.length > 0 && calls) {
      const { only, not } = query
      guides = fuse(words, withoutCommon(meanings), firstSemanticWeight).slice(0, feedbackFrom)
      const towards = guides.map((hit) => hit.id)
      const refining = within(calls.call('refine', { text: asked, towards, limit: depth, only, not }), left())
      // Meanwhile: most of what will be shown is known by now.
      if (!wantsRerank) prepare(fuse(words, meanings, semanticWeight).slice(0, limit))
      const answer = take('feedback', await refining)
      if (answer) semantic = await satisfying(query, answer.hits)
      fused = fuse(words, semantic, semanticWeight)
    } else fused = scaled(words.length > 0 ? words : meanings)

    let ordered = fused
    if (wantsRerank && fused.length > 1) {
      const start = performance.now()
      const wanted = Math.min(reranked, fused.length)
      await within(
        (async () => {
          await early
          await read(fused, wanted, until)
        })(),
        left(),
      )
      times.rerank = performance.now() - start
      ordered = blend(fused, new Map([...logits].filter(([id]) => fused.slice(0, wanted).some((hit) => hit.id === id))), reranker().weight)
      if (fused.slice(0, wanted).some((hit) => !logits.has(hit.id))) degraded.add('rerank')
    }
    if (mode === 'hybrid') ordered = sureFirst(ordered)
    const hits = present(ordered.slice(0, limit))
    times.total = performance.now() - began
    return { hits, degraded: [...degraded], times: Object.fromEntries(Object.entries(times).map(([stage, took]) => [stage, Math.round(took * 100) / 100])) }

    /**
     * Who types one to three words and few tasks have all of them means those: they come first, whatever meaning says. (A name or a
     * number is noise to a model, and so is a script that it never learned.)
     */
    function sureFirst(list: readonly Scored[]): Scored[] {
      if (sure.length === 0) return [...list]
      const isSure = new Set(sure)
      const scaledTo = ({ id, score }: Scored) => ({ id, score: Math.max(0, score) / 2 + (isSure.has(id) ? 0.5 : 0) })
      return [...list.filter((hit) => isSure.has(hit.id)), ...list.filter((hit) => !isSure.has(hit.id))].map(scaledTo)
    }

    function prepare(list: readonly Scored[]): void {
      const instead = [...misspelt.flatMap(({ meant }) => meant), ...spelled]
      const marked = [...query.words, ...instead.map(plainWord)]
      const ids = list.map((hit) => hit.id).filter((id) => !prepared.has(id))
      const comments = commentsOf(ids)
      for (const task of inOrder(ids)) {
        const said = (comments.get(task.id) ?? []).map(({ body }) => body)
        prepared.set(task.id, { ...task, snippet: snippetOf([task.title, task.description, ...said], marked) })
      }
    }

    function present(list: readonly Scored[]): SearchHit[] {
      prepare(list)
      const scores = new Map(list.map((hit) => [hit.id, hit.score]))
      const inWords = places(words)
      const inMeaning = places(semantic.length > 0 ? semantic : meanings)
      const inGuides = places(guides)
      const inFused = places(fused)
      const byLogit = places([...logits].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score))
      const tasks = list.flatMap((hit) => prepared.get(hit.id) ?? [])
      return tasks.map(({ snippet, ...task }) => ({
        ...task,
        score: Math.max(0, Math.min(1, scores.get(task.id) ?? 0)),
        matched: [
          ...(inWords.has(task.id) ? (['keyword'] as const) : []),
          ...(inMeaning.has(task.id) ? (['semantic'] as const) : []),
          ...(logits.has(task.id) ? (['rerank'] as const) : []),
        ],
        snippet,
        ...(explain
          ? {
              explain: {
                keyword: inWords.get(task.id),
                semantic: inMeaning.get(task.id),
                feedback: inGuides.get(task.id),
                fused: inFused.get(task.id),
                rerank: byLogit.get(task.id),
                times_ms: times,
              },
            }
          : {}),
      }))
    }
  }
}

function places(list: readonly Scored[]): Map<number, { rank: number; score: number }> {
  return new Map(list.map((hit, index) => [hit.id, { rank: index + 1, score: hit.score }]))
}

/** One list alone: in proportion to its best. */
function scaled(list: readonly Scored[]): Scored[] {
  const best = list[0]?.score || 1
  return list.map(({ id, score }) => ({ id, score: score / best }))
}
