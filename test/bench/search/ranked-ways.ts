// One list for each query in any way of putting words and meaning together, and what a list is worth: what the questions of held-out.ts and
// rerank-sweep.ts have in common.
import { commonWeight, fuse, type Scored, withoutCommon } from '../../../shared/domain/search/rank-fusion.ts'
import { depth, dimensions, type Gathered, type Query } from './gather-lists.ts'
import { mean, qualityOf } from './measures.ts'

/** Feedback by so many, that moves the query so far; the weight of meaning before it and after it. */
export interface Way {
  /** How much of what a task has in common with all is taken from its cosine before those are chosen. */
  common: number
  from: number
  towards: number
  first: number
  second: number
}

/** What search.ts does. */
export const shipped: Way = { common: commonWeight, from: 3, towards: 0.8, first: 0.45, second: 0.6 }
export const plain: Way = { common: 0, from: 0, towards: 0, first: 0.5, second: 0.5 }

/** As in search.ts. */
const reordered = 20
const minCosine = 0.2

function dots(tasks: Float32Array, vector: Float32Array): Float32Array {
  const found = new Float32Array(tasks.length / dimensions)
  for (let row = 0; row < found.length; row++) {
    let sum = 0
    for (let i = 0; i < dimensions; i++) sum += (vector[i] as number) * (tasks[row * dimensions + i] as number)
    found[row] = sum
  }
  return found
}

function nearest(cosines: Float32Array, self: number | undefined, max = depth): Scored[] {
  const floor =
    Float32Array.from(cosines)
      .sort()
      .at(-(max + 2)) ?? -1
  const found: Scored[] = []
  for (let row = 0; row < cosines.length; row++) {
    const score = cosines[row] as number
    if (score >= floor && score >= minCosine && row + 1 !== self) found.push({ id: row + 1, score })
  }
  return found.sort((a, b) => b.score - a.score).slice(0, max)
}

/** The list of a query in any way; what ways have in common is worked out once. */
export function lists(gathered: Gathered): (query: number, way: Way) => Scored[] {
  const { queries, asked, tasks } = gathered
  const near = queries.map(() => undefined as { cosines: Float32Array; list: Scored[] } | undefined)
  const average = Float32Array.from({ length: dimensions }, (_, i) => {
    let sum = 0
    for (let at = i; at < tasks.length; at += dimensions) sum += tasks[at] as number
    return (sum * dimensions) / tasks.length
  })
  const inCommon = dots(tasks, average)
  const rows = new Map<number, Float32Array>()
  const rowOf = (id: number) => {
    if (!rows.has(id)) rows.set(id, dots(tasks, tasks.subarray((id - 1) * dimensions, id * dimensions)))
    return rows.get(id) as Float32Array
  }
  function nearOf(at: number) {
    const cosines = dots(tasks, asked.subarray(at * dimensions, (at + 1) * dimensions))
    return (near[at] ??= { cosines, list: nearest(cosines, (queries[at] as Query).self, depth + reordered) })
  }
  return (at, { common, from, towards, first, second }) => {
    const { words, self } = queries[at] as Query
    const { cosines, list: raw } = near[at] ?? nearOf(at)
    const list = raw.map((hit) => ({ ...hit, common: inCommon[hit.id - 1] as number }))
    let fused = fuse(words, withoutCommon(list, common), first)
    if (from > 0 && words.length > 0 && list.length > 0) {
      // A sum of vectors has the sum of their cosines, but for its length.
      const moved = Float32Array.from(cosines)
      let squares = 1
      const helpers = fused.slice(0, from).map(({ id }) => id)
      const part = towards / helpers.length
      for (const id of helpers) {
        const row = rowOf(id)
        squares += 2 * part * (cosines[id - 1] as number)
        for (const other of helpers) squares += part * part * (row[other - 1] as number)
        for (let i = 0; i < moved.length; i++) moved[i]! += part * (row[i] as number)
      }
      const length = Math.sqrt(squares)
      fused = fuse(
        words,
        nearest(
          moved.map((value) => value / length),
          self,
        ),
        second,
      )
    }
    return fused
  }
}

export function ndcgOf(list: readonly Scored[], { grades }: Query): number {
  const ranking = list.slice(0, 10).map(({ id }) => String(id))
  return qualityOf(ranking, new Map(grades.map(([id, grade]) => [String(id), grade]))).ndcg
}

let seed = 11
const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
/** Where the mean of the differences lies in 95 of 100 draws of the queries. */
export function interval(differences: readonly number[]): string {
  const means = Array.from({ length: 1000 }, () => mean(differences.map(() => differences[Math.floor(random() * differences.length)] as number))).sort(
    (a, b) => a - b,
  )
  return `${(means[25] as number).toFixed(3)} … ${(means[974] as number).toFixed(3)}`
}
