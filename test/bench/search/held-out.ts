// `node test/bench/search/held-out.ts DIR …`: is what was chosen for ranking better than the plain sum of words and meaning on
// queries, and on collections, that had no part in choosing it? Each parameter is chosen again on a part and measured on the rest.
// Nothing here has a deadline and no model runs but the embedder: the same on any machine. --keep DIR keeps what
// was gathered; --reranker shows what the pair scorer adds instead; --common asks the same of ADR 17's weight alone.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCrossEncoder } from '../../../shared/search/rerank/cross-encoder.ts'
import { defaultReranker } from '../../../shared/search/models/model-files.ts'
import { blend, decisiveWeight, type Scored } from '../../../shared/domain/search/rank-fusion.ts'
import { type Collection, type Document, findCollections, readCollection } from './collection.ts'
import { gather, type Gathered } from './gather-lists.ts'
import { mean } from './measures.ts'
import { interval, lists, ndcgOf, plain, shipped, type Way } from './ranked-ways.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'string', default: join(tmpdir(), 'tandem-held-out') },
    reranker: { type: 'boolean', default: false },
    common: { type: 'boolean', default: false },
  },
})

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
const maxReranked = 150

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
      ndcg[way * 2 + 1]?.push(ndcgOf(blend(one, head, compared[way] === plain ? 0.08 : decisiveWeight([...head.values()].sort((a, b) => b - a))), query))
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
