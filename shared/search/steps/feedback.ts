// Third step: both lists become one, after the query was moved towards what both found.
import { fuse, type Scored, withoutCommon } from '../../domain/search/rank-fusion.ts'
import { within } from '../workers/within.ts'
import type { SearchPlan } from './parse.ts'
import { type Retrieved, satisfying, type Sources } from './retrieve.ts'
import type { SearchRun } from './run.ts'

export interface Fused {
  /** Best first. */
  list: Scored[]
  /** What meaning found in the end. */
  semantic: readonly Scored[]
  /** The tasks towards which the query was moved. */
  guides: Scored[]
}

/** Before feedback words count a little more, because they are surer; after it meaning does (docs/search.md). */
const firstSemanticWeight = 0.45
const semanticWeight = 0.6
const feedbackFrom = 3

/** One list alone: in proportion to its best. */
function scaled(list: readonly Scored[]): Scored[] {
  const best = list[0]?.score || 1
  return list.map(({ id, score }) => ({ id, score: score / best }))
}

/** `meanwhile` is told what will likely be shown, while the query is moved. */
export async function feedback(
  { query, mode, depth }: SearchPlan,
  { text, words, meanings }: Retrieved,
  sources: Sources,
  run: SearchRun,
  meanwhile?: (likely: readonly Scored[]) => Promise<void>,
): Promise<Fused> {
  if (mode !== 'hybrid' || words.length === 0 || meanings.length === 0 || !sources.meaning)
    return { list: scaled(words.length > 0 ? words : meanings), semantic: meanings, guides: [] }
  const { only, not } = query
  const guides = fuse(words, withoutCommon(meanings), firstSemanticWeight).slice(0, feedbackFrom)
  const towards = guides.map((hit) => hit.id)
  const refining = within(sources.meaning.call('refine', { text, towards, limit: depth, only, not }), run.left())
  await meanwhile?.(fuse(words, meanings, semanticWeight))
  const answer = run.take('feedback', await refining)
  const semantic = answer ? await satisfying(query, answer.hits, sources, run) : meanings
  return { list: fuse(words, semantic, semanticWeight), semantic, guides }
}
