// `node test/bench/search/held-out.ts DIR …`: is what was chosen for ranking better than the plain sum of words and meaning on
// queries, and on collections, that had no part in choosing it? Each parameter is chosen again on a part and measured on the rest.
// Nothing here has a deadline and no model runs but the embedder: the same on any machine. --keep DIR keeps what
// was gathered; --reranker shows what the pair scorer adds instead; --common asks the same of ADR 17's weight alone.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCrossEncoder } from '../../../shared/search/rerank/cross-encoder.ts'
import { defaultReranker } from '../../../shared/search/models/model-files.ts'
import { blend, commonWeight, fuse, pairScorerWeight, type Scored, withoutCommon } from '../../../shared/domain/search/rank-fusion.ts'
import { type Collection, type Document, findCollections, readCollection } from './collection.ts'
import { depth, gather, type Gathered, type Query } from './gather-lists.ts'
import { mean, qualityOf } from './measures.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'string', default: join(tmpdir(), 'tandem-held-out') },
    reranker: { type: 'boolean', default: false },
    common: { type: 'boolean', default: false },
  },
})

/** Feedback by so many, that moves the query so far; the weight of meaning before it and after it. */
interface Way {
  /** How much of what a task has in common with all is taken from its cosine before those are chosen. */
  common: number
  from: number
  towards: number
  first: number
  second: number
}

/** What search.ts does. */
const shipped: Way = { common: commonWeight, from: 3, towards: 0.8, first: 0.45, second: 0.6 }
const plain: Way = { common: 0, from: 0, towards: 0, first: 0.5, second: 0.5 }
const ways: Way[] = [
  plain,
  ...[0.4, 0.6].map((first) => ({ ...plain, first, second: first })),
  ...[0.35, 0.45, 0.55].flatMap((first) =>
    [2, 3, 5, 8].flatMap((from) => [0.4, 0.8, 1.2].flatMap((towards) => [0.4, 0.5, 0.6, 0.7].map((second) => ({ common: 0, from, towards, first, second })))),
  ),
]
/** What the mean of all may be taken with; everything else as shipped. */
const commons = [0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5].map((common): Way => ({ ...shipped, common }))
/** The first is what all are compared with. */
const grid = values.common ? commons : ways
const folds = 5
const reranked = 30
/** As in search.ts. */
const reordered = 20
const maxReranked = 150
const minCosine = 0.2
const dimensions = 384

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
function lists(gathered: Gathered): (query: number, way: Way) => Scored[] {
  const { queries, asked, tasks } = gathered
  const near = queries.map(() => undefined as { cosines: Float32Array; list: Scored[] } | undefined)
  const mean = Float32Array.from({ length: dimensions }, (_, i) => {
    let sum = 0
    for (let at = i; at < tasks.length; at += dimensions) sum += tasks[at] as number
    return (sum * dimensions) / tasks.length
  })
  const inCommon = dots(tasks, mean)
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

function ndcgOf(list: readonly Scored[], { grades }: Query): number {
  const ranking = list.slice(0, 10).map(({ id }) => String(id))
  return qualityOf(ranking, new Map(grades.map(([id, grade]) => [String(id), grade]))).ndcg
}

interface Measured {
  name: string
  /** By way of the grid, then by query. */
  ndcg: number[][]
}

const meanOf = ({ ndcg }: Measured, way: number, has: (query: number) => boolean) => mean((ndcg[way] as number[]).filter((_, i) => has(i)))
/** The way with the best mean of collections, each of which counts the same. */
function best(all: readonly Measured[], has: (query: number) => boolean): number {
  const scores = grid.map((_, way) => mean(all.map((one) => meanOf(one, way, has))))
  return scores.indexOf(Math.max(...scores))
}

let seed = 11
const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
/** Where the mean of the differences lies in 95 of 100 draws of the queries. */
function interval(differences: readonly number[]): string {
  const means = Array.from({ length: 1000 }, () => mean(differences.map(() => differences[Math.floor(random() * differences.length)] as number))).sort(
    (a, b) => a - b,
  )
  return `${(means[25] as number).toFixed(3)} … ${(means[974] as number).toFixed(3)}`
}

const row = (name: string, ...cells: (string | number)[]) =>
  console.log(`${name.padEnd(20)}${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : cell).padStart(15)).join('')}`)
function told({ common, from, towards, first, second }: Way): string {
  if (values.common) return `−${common}`
  return from > 0 ? `${from} tasks ×${towards}, ${first} → ${second}` : `plain ${second}`
}

const compared: [Way, Way] = [values.common ? (commons[0] as Way) : plain, shipped]

/** What the pair scorer adds to the plain sum (or to search.ts before ADR 17), and to what search.ts gives it, on the same queries (of which it was trained on many). */
async function rerank({ documents }: Collection, { name, queries }: Gathered, list: (query: number, way: Way) => Scored[]): Promise<void> {
  const scorer = await openCrossEncoder(defaultReranker(), 2)
  const step = Math.max(1, Math.floor(queries.length / maxReranked))
  const ndcg = [...compared, ...compared].map(() => [] as number[])
  for (const [at, query] of queries.entries()) {
    if (at % step > 0) continue
    const fused = compared.map((way) => list(at, way))
    const ids = [...new Set(fused.flatMap((one) => one.slice(0, reranked).map(({ id }) => id)))]
    const texts = ids.map((id) => documents[id - 1] as Document).map(({ title, text }) => (text ? `${title}. ${text}` : title))
    const logits = new Map<number, number>()
    for (let i = 0; i < ids.length; i += 5) {
      const found = await scorer.score(query.text, texts.slice(i, i + 5))
      found.forEach((logit, k) => logit !== undefined && logits.set(ids[i + k] as number, logit))
    }
    fused.forEach((one, way) => {
      const head = new Map(one.slice(0, reranked).flatMap(({ id }) => (logits.has(id) ? [[id, logits.get(id) as number] as const] : [])))
      ndcg[way * 2]?.push(ndcgOf(one, query))
      ndcg[way * 2 + 1]?.push(ndcgOf(blend(one, head, compared[way] === plain ? 0.08 : pairScorerWeight), query))
    })
  }
  await scorer.close()
  const [before = [], after = [], shippedBefore = [], shippedAfter = []] = ndcg
  const gain = (from: number[], to: number[]) => to.map((value, i) => value - (from[i] as number))
  row(name, String(before.length), mean(before), mean(after), mean(shippedBefore), mean(shippedAfter), `  ${interval(gain(shippedBefore, shippedAfter))}`)
}

const all: Measured[] = []
if (values.reranker) row('nDCG@10', 'queries', told(compared[0]), '+ reranker', 'shipped', '+ reranker', 'shipped: gain, 95 %')
for (const folder of positionals.flatMap(findCollections)) {
  const collection = readCollection(folder)
  const gathered = await gather(collection, values.keep)
  const list = lists(gathered)
  if (values.reranker) await rerank(collection, gathered, list)
  else all.push({ name: gathered.name, ndcg: [...grid, shipped].map((way) => gathered.queries.map((query, i) => ndcgOf(list(i, way), query))) })
}
if (values.reranker) process.exit(0)
const queries = ({ ndcg }: Measured) => ndcg[0] as number[]
const everyFold = Array.from({ length: folds }, (_, fold) => best(all, (query) => query % folds !== fold))
console.log(`chosen on four fifths: ${everyFold.map((way) => told(grid[way] as Way)).join('; ')}`)
const withoutIt = all.map((one) =>
  best(
    all.filter((other) => other !== one),
    () => true,
  ),
)
console.log(`chosen on the other collections: ${withoutIt.map((way, i) => `${all[i]?.name}: ${told(grid[way] as Way)}`).join('; ')}`)
row('nDCG@10', 'queries', told(grid[0] as Way), 'shipped', 'other queries', 'other coll.', 'best of grid', 'other queries − first, 95 %')
for (const [i, one] of all.entries()) {
  const heldOut = queries(one).map((_, query) => one.ndcg[everyFold[query % folds] as number]?.[query] as number)
  row(
    one.name,
    String(heldOut.length),
    mean(queries(one)),
    mean(one.ndcg[grid.length] as number[]),
    mean(heldOut),
    mean(one.ndcg[withoutIt[i] as number] as number[]),
    Math.max(...grid.map((_, way) => mean(one.ndcg[way] as number[]))),
    `  ${interval(heldOut.map((value, query) => value - (queries(one)[query] as number)))}`,
  )
}
