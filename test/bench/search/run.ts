// `npm run bench:search -- --data DIR`: how well and how fast Tandem finds, over its real HTTP API, on labelled collections, beside
// what else could be embedded, in one run. Without --data: the collections in test/data.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sameTaskFrom } from '../../../shared/domain/duplicates/same-task.ts'
import { type Collection, findCollections, readCollection } from './collection.ts'
import { type Engine, peers, type Ranked } from './engines.ts'
import { averagePrecision, calibration, type Judged, mean, percentile, qualityOf } from './measures.ts'
import { rerankSweep } from './rerank-sweep.ts'
import { startTandem, type Tandem } from './tandem.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: new URL('../../data', import.meta.url).pathname },
    /** Only Tandem. */
    alone: { type: 'boolean', default: false },
    /** Deadlines that no machine misses: quality alone, the same however busy it is. */
    patient: { type: 'boolean', default: false },
    /** How much the pair scorer should count, instead. */
    'rerank-sweep': { type: 'boolean', default: false },
    /** At most so many queries of each collection. */
    queries: { type: 'string', default: '100000' },
  },
})
const maxQueries = Number(values.queries)
const row = (name: string, ...cells: (string | number)[]) =>
  console.log(`  ${name.padEnd(26)}${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : cell).padStart(10)).join('')}`)

type Search = (text: string) => Promise<{ hits: Ranked[]; took: number; degraded?: string | undefined }>

async function searches(name: string, { searches: all }: Collection, search: Search, perSecond: number): Promise<void> {
  const qualities: ReturnType<typeof qualityOf>[] = []
  const times: number[] = []
  let degraded = 0
  for (const { text, grades } of all.slice(0, maxQueries)) {
    const answer = await search(text)
    times.push(answer.took)
    if (answer.degraded) degraded++
    qualities.push(
      qualityOf(
        answer.hits.map((hit) => hit.id),
        grades,
      ),
    )
  }
  row(
    name,
    mean(qualities.map((one) => one.ndcg)),
    mean(qualities.map((one) => one.recall)),
    mean(qualities.map((one) => one.mrr)),
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.95).toFixed(1),
    perSecond.toFixed(0),
    degraded > 0 ? `${degraded} late` : '',
  )
}

async function duplicates(name: string, collection: Collection, find: Search2, perSecond: number, calibrated: boolean): Promise<void> {
  const documents = new Map(collection.documents.map((one) => [one.id, one]))
  const asked = collection.duplicates.slice(0, maxQueries)
  const pairs: Judged[] = []
  const times: number[] = []
  let [first, firstFive, withSame, alarms, without] = [0, 0, 0, 0, 0]
  for (const { id, same } of asked) {
    const document = documents.get(id)
    if (!document) continue
    const { hits, took } = await find(document.text ? `${document.title}\n${document.text}` : document.title, id)
    times.push(took)
    hits.slice(0, 5).forEach((hit) => pairs.push({ score: hit.score, right: same.has(hit.id) }))
    if (same.size > 0) {
      withSame++
      if (hits[0] && same.has(hits[0].id)) first++
      if (hits.slice(0, 5).some((hit) => same.has(hit.id))) firstFive++
    } else {
      without++
      if ((hits[0]?.score ?? 0) >= sameTaskFrom.likely) alarms++
    }
  }
  row(
    name,
    first / Math.max(1, withSame),
    firstFive / Math.max(1, withSame),
    averagePrecision(pairs),
    calibrated && without > 0 ? `${((100 * alarms) / without).toFixed(1)} %` : '',
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.95).toFixed(1),
    perSecond.toFixed(0),
  )
  if (!calibrated) return
  for (const { from, to, pairs: count, promised, kept } of calibration(pairs))
    console.log(
      `      score ${from.toFixed(2)}–${Math.min(1, to).toFixed(2)}: ${String(count).padStart(5)} pairs, promised ${promised.toFixed(2)}, true ${kept.toFixed(2)}`,
    )
}

const maxTyped = 8
const uncounted = 500

/** Quick add asks with every word: how often it sees a duplicate of what has none, by the number of words typed so far, and how fast. */
async function typing({ documents, duplicates: all }: Collection, find: Search2): Promise<void> {
  const byId = new Map(documents.map((one) => [one.id, one]))
  const alarms = Array.from({ length: maxTyped }, () => ({ asked: 0, alarmed: 0 }))
  const times: number[] = []
  for (const { id } of all.filter(({ same }) => same.size === 0).slice(0, Math.min(150, maxQueries))) {
    const words = byId.get(id)?.title.split(/\s+/) ?? []
    for (const [i, one] of alarms.slice(0, words.length).entries()) {
      const { hits, took } = await find(words.slice(0, i + 1).join(' '), id)
      times.push(took)
      one.asked++
      if ((hits[0]?.score ?? 0) >= sameTaskFrom.likely) one.alarmed++
    }
  }
  if (times.length === 0) return
  const shares = alarms.filter(({ asked }) => asked > 0).map(({ asked, alarmed }) => ((100 * alarmed) / asked).toFixed(1))
  console.log(
    `      typed word by word: alarms ${shares.join(' ')} %; p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  )
}

type Search2 = (text: string, self: string) => Promise<{ hits: Ranked[]; took: number }>

async function timed(search: () => Promise<Ranked[]>): Promise<{ hits: Ranked[]; took: number }> {
  const began = performance.now()
  const hits = await search()
  return { hits, took: performance.now() - began }
}

async function measureTandem(collection: Collection, tandem: Tandem): Promise<void> {
  const { indexed } = await tandem.fill(collection.documents)
  const perSecond = (collection.documents.length / indexed) * 1000
  if (collection.searches.length > 0) {
    const plain = (text: string) => tandem.search(text, 10, '&rerank=false')
    await searches('Tandem keyword', collection, (text) => tandem.search(text, 10, '&mode=keyword'), perSecond)
    await searches('Tandem semantic', collection, (text) => tandem.search(text, 10, '&mode=semantic'), perSecond)
    await searches('Tandem hybrid', collection, plain, perSecond)
    await tandem.search('warm up the reranker', 10, '&rerank=true')
    await searches('Tandem hybrid + reranker', collection, (text) => tandem.search(text, 10, '&rerank=true'), perSecond)
  }
  if (collection.duplicates.length > 0) {
    const find: Search2 = (text, self) => tandem.duplicates(text, { exclude_id: tandem.taskOf.get(self), limit: 10, threshold: 0 })
    // How common duplicates are in the list is measured in the background, as fast as questions are answered: some that do not count.
    for (const { id, title } of collection.documents.slice(0, uncounted)) await find(title, id)
    await duplicates('Tandem find-duplicates', collection, find, perSecond, true)
    await typing(collection, find)
  }
}

async function measurePeer(collection: Collection, engine: Engine): Promise<void> {
  const began = performance.now()
  await engine.fill(collection.documents)
  const perSecond = (collection.documents.length / (performance.now() - began)) * 1000
  if (collection.searches.length > 0) await searches(engine.name, collection, (text) => timed(() => engine.search(text, 10)), perSecond)
  if (collection.duplicates.length > 0)
    await duplicates(
      engine.name,
      collection,
      (text, self) => timed(async () => (await engine.search(text, 11)).filter((hit) => hit.id !== self)),
      perSecond,
      false,
    )
  await engine.close()
}

if (values['rerank-sweep']) {
  await rerankSweep(resolve(values.data))
  process.exit(0)
}
for (const folder of findCollections(resolve(values.data))) {
  const collection = readCollection(folder)
  console.log(`\n${collection.name}: ${collection.documents.length} documents, ${collection.searches.length + collection.duplicates.length} queries`)
  if (collection.searches.length > 0) row('', 'nDCG@10', 'recall@10', 'MRR@10', 'p50 ms', 'p95 ms', 'docs/s')
  else row('', 'recall@1', 'recall@5', 'AP', 'alarms', 'p50 ms', 'p95 ms', 'docs/s')
  const tandem = await startTandem()
  if (values.patient) await tandem.call('PATCH', '/settings', { search: { deadlines_ms: { total: 20_000, keyword: 20_000, semantic: 20_000 } } })
  try {
    await measureTandem(collection, tandem)
  } finally {
    await tandem.close()
  }
  if (!values.alone) for (const engine of peers()) await measurePeer(collection, engine)
}
