// How good a ranking is.

export interface Quality {
  ndcg: number
  recall: number
  mrr: number
}

/** nDCG@10 with linear gain, recall@10 and reciprocal rank@10 of one ranking. */
export function qualityOf(ranking: readonly string[], grades: ReadonlyMap<string, number>): Quality {
  const top = ranking.slice(0, 10)
  const gain = (list: readonly number[]) => list.reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0)
  const ideal = gain([...grades.values()].sort((a, b) => b - a).slice(0, 10))
  const first = top.findIndex((id) => (grades.get(id) ?? 0) > 0)
  return {
    ndcg: ideal > 0 ? gain(top.map((id) => grades.get(id) ?? 0)) / ideal : 0,
    recall: top.filter((id) => (grades.get(id) ?? 0) > 0).length / Math.max(1, [...grades.values()].filter((grade) => grade > 0).length),
    mrr: first < 0 ? 0 : 1 / (first + 1),
  }
}

export interface Judged {
  score: number
  right: boolean
}

/** Average precision of all pairs together, best scores first. */
export function averagePrecision(pairs: readonly Judged[]): number {
  const ordered = [...pairs].sort((a, b) => b.score - a.score)
  const all = ordered.filter((pair) => pair.right).length
  let right = 0
  let sum = 0
  ordered.forEach((pair, place) => {
    if (!pair.right) return
    right++
    sum += right / (place + 1)
  })
  return all > 0 ? sum / all : 0
}

/** What a score promised and what came of it, in ranges of the score. */
export function calibration(
  pairs: readonly Judged[],
  edges: readonly number[] = [0, 0.1, 0.3, 0.5, 0.7, 0.85, 1.0001],
): { from: number; to: number; pairs: number; promised: number; kept: number }[] {
  return edges.slice(1).flatMap((to, i) => {
    const from = edges[i] as number
    const within = pairs.filter((pair) => pair.score >= from && pair.score < to)
    const mean = (value: (pair: Judged) => number) => within.reduce((sum, pair) => sum + value(pair), 0) / within.length
    return within.length > 0 ? [{ from, to, pairs: within.length, promised: mean((pair) => pair.score), kept: mean((pair) => Number(pair.right)) }] : []
  })
}

/** Between which shares the true one lies in 19 of 20 cases, when `some` of `all` were seen (Wilson). */
export function wilson(some: number, all: number): { low: number; high: number } {
  const z = 1.96
  const share = some / all
  const middle = share + (z * z) / (2 * all)
  const half = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))
  const scale = 1 + (z * z) / all
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) }
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}
