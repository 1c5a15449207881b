// `npm run bench:search -- --data DIR --rerank-sweep`: how much should the pair scorer count? Each rule orders the list that search.ts makes
// without it, no deadline misses anything, so it is the same on any machine. A rule is chosen with a collection left out, and measured on that one.
// The pair scorer was trained on many of these very queries (models/reranker/README.md): docs/search.md says what that leaves of the answer.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blend, decisiveWeight, type Scored } from '../../../shared/domain/search/rank-fusion.ts'
import { defaultReranker } from '../../../shared/search/models/model-files.ts'
import { openCrossEncoder } from '../../../shared/search/rerank/cross-encoder.ts'
import { type Collection, type Document, findCollections, readCollection } from './collection.ts'
import { gather } from './gather-lists.ts'
import { mean } from './measures.ts'
import { lists, ndcgOf, shipped } from './ranked-ways.ts'

const reranked = 30
const most = [0.1, 0.15, 0.2, 0.25, 0.3]

/** The weight of a logit, by the logits of the head, best first. */
type Rule = [name: string, weight: (logits: readonly number[]) => number]
const rules: Rule[] = [
  ['without', () => 0],
  ...[0.02, 0.05, 0.09, 0.15, 0.2].map((weight): Rule => [`always ${weight}`, () => weight]),
  ...[3, 4, 6].flatMap((gap) => most.map((weight): Rule => [`${weight} · gap / ${gap}`, (logits) => decisiveWeight(logits, weight, gap)])),
]
/** What a rule may lose on any collection. */
const mayLose = 0.005

interface Measured {
  name: string
  queries: number
  without: number
  /** What each rule adds. */
  gains: number[]
}

async function measure(collection: Collection, keep: string): Promise<Measured> {
  const gathered = await gather(collection, keep)
  const list = lists(gathered)
  const scorer = await openCrossEncoder(defaultReranker(), 2)
  const ndcg = rules.map(() => [] as number[])
  for (const [at, query] of gathered.queries.entries()) {
    const fused = list(at, shipped)
    const logits = await read(fused.slice(0, reranked), query.text)
    const best = [...logits.values()].toSorted((a, b) => b - a)
    for (const [i, [, weight]] of rules.entries()) ndcg[i]?.push(ndcgOf(blend(fused, logits, weight(best)), query))
  }
  await scorer.close()
  const without = mean(ndcg[0] as number[])
  return { name: gathered.name, queries: gathered.queries.length, without, gains: ndcg.map((each) => mean(each) - without) }

  async function read(head: readonly Scored[], text: string): Promise<Map<number, number>> {
    const texts = head.map(({ id }) => collection.documents[id - 1] as Document).map((one) => (one.text ? `${one.title}. ${one.text}` : one.title))
    const logits = new Map<number, number>()
    for (let from = 0; from < texts.length; from += 5)
      for (const [i, logit] of (await scorer.score(text, texts.slice(from, from + 5))).entries())
        if (logit !== undefined) logits.set((head[from + i] as Scored).id, logit)
    return logits
  }
}

/** The rule that adds most on average and loses nowhere more than it may. */
function chosen(all: readonly Measured[]): number {
  const means = rules.map((_, rule) => {
    const gains = all.map((one) => one.gains[rule] as number)
    return Math.min(...gains) < -mayLose ? -1 : mean(gains)
  })
  return means.indexOf(Math.max(...means))
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`

export async function rerankSweep(folder: string): Promise<void> {
  const all: Measured[] = []
  for (const one of findCollections(folder)) all.push(await measure(readCollection(one), join(tmpdir(), 'tandem-held-out')))
  const row = (name: string, cells: readonly string[]) => console.log(`${name.padEnd(20)}${cells.map((cell) => cell.padStart(19)).join('')}`)
  row('nDCG@10', [...all.map(({ name }) => name), 'mean', 'worst'])
  row('queries', [...all.map(({ queries }) => String(queries)), '', ''])
  row('without', [...all.map(({ without }) => without.toFixed(3)), mean(all.map(({ without }) => without)).toFixed(3), ''])
  for (const [i, [name]] of rules.entries()) {
    const gains = all.map((one) => one.gains[i] as number)
    if (i > 0) row(name, [...gains, mean(gains), Math.min(...gains)].map(signed))
  }
  console.log('\nchosen on the other collections, and what it adds on the one left out:')
  for (const one of all) {
    const rule = chosen(all.filter((other) => other !== one))
    row(one.name, [rules[rule]?.[0] ?? '', signed(one.gains[rule] as number)])
  }
}
