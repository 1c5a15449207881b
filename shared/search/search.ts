// Hybrid search, as five steps (steps/): parse → retrieve → feedback → rerank → present. Words and meaning are asked in parallel, fused, moved
// towards what both found, and put in order by the reranker. Each stage has a deadline; what misses it is left out and named.
import type { Scored } from '../domain/search/rank-fusion.ts'
import type { SearchHit } from '../schema/task.ts'
import type { Reranker } from './rerank/reranking.ts'
import { feedback } from './steps/feedback.ts'
import { parse, type SearchRequest } from './steps/parse.ts'
import { present, type SnippetDeps, Snippets } from './steps/present.ts'
import { Reading } from './steps/reading.ts'
import { rerank, sureFirst } from './steps/rerank.ts'
import { retrieve } from './steps/retrieve.ts'
import { type Deadlines, SearchRun } from './steps/run.ts'
import type { MeaningSource, WordSource } from './sources.ts'

export interface SearchDeps extends SnippetDeps {
  keyword: Pick<WordSource, 'search' | 'satisfying' | 'placesInFiles'>
  meaning: MeaningSource
  reranker(): Reranker
  deadlines(): Deadlines
  head(): number
}

export interface SearchAnswer {
  hits: SearchHit[]
  /** Stages that are missing in it. */
  degraded: string[]
  /** Milliseconds by stage. */
  times: Record<string, number>
  /** What looks like a filter and was searched as text. */
  hints: string[]
}

export function createHybridSearch(deps: SearchDeps) {
  const { keyword, meaning, reranker, deadlines, head } = deps

  return async function search(request: SearchRequest): Promise<SearchAnswer> {
    const run = new SearchRun(deadlines())
    const plan = parse(request, reranker().status().kind !== 'off')
    const sources = { keyword, meaning: meaning.calls(), hasMeaning: () => meaning.available(), meaningIsBehind: () => meaning.isBehind?.() ?? false, head }
    const reading = plan.reranks ? new Reading(deps, plan.text, Date.now() + Math.floor(run.left())) : undefined
    const found = await retrieve(plan, sources, run, reading)
    const snippets = new Snippets({ ...deps, placesInFiles: keyword.placesInFiles }, plan.query, found)
    // While the query is moved: without a reranker most of what will be shown is known by now.
    const meanwhile = reading ? undefined : (likely: readonly Scored[]) => snippets.prepare(likely.slice(0, plan.limit))
    const fused = await feedback(plan, found, sources, run, meanwhile)
    const ordered = reading ? await rerank(fused.list, reading, reranker().weight, run) : fused.list
    const shown = plan.mode === 'hybrid' ? sureFirst(ordered, found.sure) : ordered
    const stages = { words: found.words, meanings: found.meanings, fused, logits: reading?.logits ?? new Map<number, number>() }
    const hits = await present(shown.slice(0, plan.limit), snippets, stages, plan.explain ? run.times : undefined)
    run.end()
    return { hits, degraded: [...run.degraded], times: run.roundedTimes(), hints: plan.hints }
  }
}
