// How lists of hits from different searches become one. Scores of different kinds (BM25, cosine) are brought to 0..1 within
// their own list first: measured better than fusing ranks (docs/search.md).

export interface Scored {
  id: number
  score: number
}

/** Each list counts by its best so many hits. */
export const fusionDepth = 100

/** Scores scaled so that the best of the list is 1 and its last 0. A list of one is sure of its hit. */
export function minMax(list: readonly Scored[]): Map<number, number> {
  const best = list[0]?.score ?? 0
  const last = list.at(-1)?.score ?? 0
  const span = best - last
  return new Map(list.map((hit) => [hit.id, span > 0 ? (hit.score - last) / span : 1]))
}

/** The weighted sum of two lists, each best first; a hit that is missing in one gets 0 from it. Best first. */
export function fuse(keyword: readonly Scored[], semantic: readonly Scored[], semanticWeight: number): Scored[] {
  const byWords = minMax(keyword.slice(0, fusionDepth))
  const byMeaning = minMax(semantic.slice(0, fusionDepth))
  // With one list alone there is nothing to weigh.
  const weight = byWords.size === 0 ? 1 : byMeaning.size === 0 ? 0 : semanticWeight
  return [...new Set([...byWords.keys(), ...byMeaning.keys()])]
    .map((id) => ({ id, score: (1 - weight) * (byWords.get(id) ?? 0) + weight * (byMeaning.get(id) ?? 0) }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
}

/** How much of what a task has in common with all others is taken from its likeness to the query (docs/adr/0017). */
export const commonWeight = 0.25

/** A list of cosines without what its tasks have in common with all: in a list about one field all are like any query about it. Best first. */
export function withoutCommon(list: readonly (Scored & { common: number })[], weight = commonWeight): Scored[] {
  return list.map(({ id, score, common }) => ({ id, score: score - weight * common })).sort((a, b) => b.score - a.score)
}

/** What a logit of a pair scorer that we did not measure adds to a fused score. */
export const pairScorerWeight = 0.09

const fifth = 4

/**
 * What a logit of our pair scorer adds to a fused score: as much as it is sure of itself. Where it tells its best apart from its fifth it
 * knows what was asked for; where it finds many alike its order is worth less than the one that it was given (docs/adr/0208). `logits`: best first.
 */
export function decisiveWeight(logits: readonly number[], most = 0.2, gap = 4): number {
  const best = logits[0] ?? 0
  return most * Math.min(1, (best - (logits[fifth] ?? logits.at(-1) ?? best)) / gap)
}

/** Puts the reranked head of a list in its new order; hits without a logit keep theirs, below. */
export function blend(fused: readonly Scored[], logits: ReadonlyMap<number, number>, weight: number): Scored[] {
  // Only an unbroken head counts: a hit that the reranker did not reach must not be overtaken by luck.
  let reached = 0
  while (reached < fused.length && logits.has((fused[reached] as Scored).id)) reached++
  const head = fused.slice(0, reached).map(({ id, score }) => ({ id, score: score + weight * (logits.get(id) as number) }))
  head.sort((a, b) => b.score - a.score)
  const highest = head[0]?.score ?? 0
  const span = highest - (head.at(-1)?.score ?? 0)
  // One scale for all: the head in the upper half, what was not reranked in the lower.
  const upper = head.map(({ id, score }) => ({ id, score: span > 0 ? 0.5 + (0.5 * (score - (highest - span))) / span : 1 }))
  const top = fused[reached]?.score || 1
  return [...upper, ...fused.slice(reached).map(({ id, score }) => ({ id, score: reached > 0 ? (0.5 * score) / top : score }))]
}
