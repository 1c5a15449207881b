// `npm run bench:search:speed -- 100000`: how fast search answers among so many tasks, over HTTP, what it costs in memory, and
// whether the service still answers while it indexes. The tasks are real reports, again and again with other numbers; the vectors
// of the repeated ones are the real ones with noise, because embedding a million texts takes hours (it is measured on its own).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leanMemory } from '../../../electron/cli/lean-memory.ts'
import { databaseFile, epochOf } from '../../../electron/service/db/open.ts'
import { openEmbedder } from '../../../shared/search/meaning/embedder.ts'
import { hashOf } from '../../../shared/search/meaning/embedding-texts.ts'
import { defaultEmbedder } from '../../../shared/search/models/model-files.ts'
import { VectorMatrix } from '../../../shared/search/meaning/vector-matrix.ts'
import { keyOf, openVectorStore, type VectorChange } from '../../../shared/search/meaning/vector-store.ts'
import type { SearchStatus } from '../../../shared/schema/search-status.ts'
import { readReports, tasksFromReports } from '../reports.ts'
import { openTaskList } from '../task-list.ts'
import { call, residentMegabytes, startProgram, stopAgents, threadTimes } from '../timing.ts'
import { percentile } from './measures.ts'

const size = Number(process.argv[2] ?? 10_000)
const added = Number(process.argv[3] ?? 10_000)
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-speed-'))
const line = (name: string, text: string) => console.log(`  ${name.padEnd(44)} ${text}`)
const times = (list: number[]) => `p50 ${percentile(list, 0.5).toFixed(2)}  p95 ${percentile(list, 0.95).toFixed(2)}  max ${Math.max(...list).toFixed(1)} ms`

async function fill(): Promise<Float32Array[]> {
  const { db, journal, tasks } = openTaskList(databaseFile(dataDir))
  const actor = { kind: 'person', name: 'bench' } as const
  const texts: string[] = []
  const source = tasksFromReports(size)
  for (let filled = 0; filled < size; filled += 1000) {
    journal.write(actor, () => {
      for (let i = filled; i < Math.min(size, filled + 1000); i++) {
        const task = tasks.create(source.next().value as { title: string; description: string }, { actor })
        texts[task.id] = task.description ? `${task.title}\n${task.description}` : task.title
      }
    })
  }
  const embedder = await openEmbedder({ kind: 'local', folder: defaultEmbedder() }, 1)
  const reports = Math.min(size, readReports().length)
  const began = performance.now()
  const real: Float32Array[] = []
  for (let id = 1; id <= reports; id++) real.push((await embedder.embed([texts[id] as string], 'passage'))[0] as Float32Array)
  line('the bare model, long reports, one thread', `${((reports / (performance.now() - began)) * 1000).toFixed(0)} a second`)
  const store = openVectorStore(join(dataDir, 'vectors-all-MiniLM-L6-v2.db'), `${epochOf(db)} ${embedder.identity}`, embedder.dimensions, journal.head())
  for (let from = 1; from <= size; from += 1000) {
    const changes: VectorChange[] = []
    for (let id = from; id <= Math.min(size, from + 999); id++) {
      const base = real[(id - 1) % reports] as Float32Array
      const vector = id <= reports ? base : noisy(base)
      changes.push({ key: keyOf(id, 0), vector, hash: hashOf(texts[id] as string) })
    }
    store.apply(changes, undefined)
  }
  store.apply([], journal.head())
  store.close()
  await embedder.close()
  db.close()
  return real
}

function noisy(base: Float32Array): Float32Array {
  const vector = base.map((value) => value + (Math.random() - 0.5) * 0.05)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** The vector part alone, beside one plain pass over the same memory. */
function vectorPart(real: readonly Float32Array[]): void {
  const matrix = new VectorMatrix(384)
  matrix.reserve(size)
  for (let key = 1; key <= size; key++) matrix.put(key, key <= real.length ? (real[key - 1] as Float32Array) : noisy(real[key % real.length] as Float32Array))
  const took: number[] = []
  for (let i = 0; i < 100; i++) {
    const query = noisy(real[(i * 7) % real.length] as Float32Array)
    const began = performance.now()
    matrix.nearest(query, 100)
    took.push(performance.now() - began)
  }
  line('vectors: 100 nearest, exact order', `${times(took)}; ${(matrix.bytes() / 1e6).toFixed(0)} MB`)
}

async function timed(url: string, queries: readonly string[], address: (query: string) => [string, string?, unknown?]): Promise<string> {
  const took: number[] = []
  for (const query of queries) {
    const [path, method, body] = address(query)
    took.push(await call(`${url}${path}`, method, body))
  }
  return times(took)
}

/** What each stage takes, as the service says itself. */
async function stages(url: string, queries: readonly string[]): Promise<string> {
  const byStage = new Map<string, number[]>()
  for (const query of queries) {
    const reply = await fetch(`${url}/tasks/search?q=${encodeURIComponent(query)}&rerank=false`)
    await reply.arrayBuffer()
    for (const [, stage, took] of (reply.headers.get('server-timing') ?? '').matchAll(/(\w+);dur=([\d.]+)/g))
      byStage.set(stage as string, [...(byStage.get(stage as string) ?? []), Number(took)])
  }
  return [...byStage].map(([stage, took]) => `${stage} ${percentile(took, 0.5).toFixed(1)}`).join(', ')
}

const status = async (url: string) => (await (await fetch(`${url}/search/status`)).json()) as SearchStatus
async function until(url: string, done: (now: SearchStatus) => boolean): Promise<number> {
  const began = performance.now()
  while (!done(await status(url))) {
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  return performance.now() - began
}
const settled = (now: SearchStatus) => now.semantic.state === 'ready' && now.pending === 0 && now.keyword.cursor === now.keyword.head

try {
  console.log(`${size} tasks`)
  const real = await fill()
  vectorPart(real)
  // As `npm start` does (its young generation is small, and so is what malloc keeps).
  Object.assign(process.env, leanMemory)
  const args = ['--max-semi-space-size=4', 'electron/service/main.ts', '--headless', '--port', '0', '--data-dir', dataDir]
  const first = await startProgram(args)
  line('ready after', `${first.readyIn.toFixed(0)} ms`)
  line('words of all tasks indexed after', `${((await until(first.url, settled)) / 1000).toFixed(1)} s`)
  await first.stop()
  const service = await startProgram(args)
  line('ready after, with everything indexed', `${service.readyIn.toFixed(0)} ms`)
  line('search by meaning ready after further', `${(await until(service.url, settled)).toFixed(0)} ms`)
  const reports = readReports()
  const words = (text: string, count: number) => text.split(/\s+/).slice(0, count).join(' ')
  const some = Array.from({ length: 300 }, (_, i) => reports[(i * 37) % reports.length]?.title as string)
  const short = some.map((title) => `${words(title, 3)} `)
  const search = (more: string) => (query: string) => [`/tasks/search?q=${encodeURIComponent(query)}${more}`] as [string]
  await timed(service.url, short.slice(0, 20), search('&rerank=false'))
  line('hybrid without reranker, three words', await timed(service.url, short, search('&rerank=false')))
  const earlier = threadTimes(service.pid)
  line('hybrid without reranker, whole titles', await timed(service.url, some, search('&rerank=false')))
  const spent = [...threadTimes(service.pid)].map(([name, now]) => [name, (now - (earlier.get(name) ?? 0)) / some.length] as const)
  const busiest = spent.filter(([, each]) => each >= 0.2).map(([name, each]) => `${name} ${each.toFixed(2)}`)
  line('  processor time of one, by thread', `${busiest.join(', ')} ms`)
  // The code is compiled by now, and the lists of common words are there: what the rest of the day is like.
  const others = some.map((_, i) => reports[(i * 37 + 19) % reports.length]?.title as string)
  line('  300 other titles after these', await timed(service.url, others, search('&rerank=false')))
  line('  of which, by stage (p50)', await stages(service.url, some))
  line('keyword, three words', await timed(service.url, short, search('&mode=keyword')))
  line('semantic, three words', await timed(service.url, short, search('&mode=semantic')))
  const duplicates = (text: string) => ['/tasks/find-duplicates', 'POST', { text }] as [string, string, unknown]
  line('find-duplicates, titles', await timed(service.url, some, duplicates))
  line(
    'find-duplicates, reports',
    await timed(
      service.url,
      reports.slice(0, 100).map((one) => `${one.title}\n${one.text}`.slice(0, 20_000)),
      duplicates,
    ),
  )
  line('resident memory, without the reranker', `${residentMegabytes(service.pid).toFixed(0)} MB`)
  await timed(service.url, some.slice(0, 30), search('&rerank=true'))
  line('hybrid with reranker', await timed(service.url, some.slice(0, 100), search('&rerank=true')))
  line('resident memory, with the reranker', `${residentMegabytes(service.pid).toFixed(0)} MB`)

  const get = () => [`/tasks/${1 + Math.floor(Math.random() * size)}`] as [string]
  const many = Array.from({ length: 2000 }, () => '')
  const idle: number[] = []
  for (const _ of many) idle.push(await call(`${service.url}${get()[0]}`))
  line('GET /tasks/:id, idle', times(idle))
  const source = tasksFromReports(added)
  const began = performance.now()
  for (let i = 0; i < added; i += 20) {
    const batch = Array.from({ length: Math.min(20, added - i) }, () => source.next().value as object)
    await Promise.all(
      batch.map((task) =>
        fetch(`${service.url}/tasks`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...task, title: `New: ${(task as { title: string }).title}`.slice(0, 1000) }),
        }),
      ),
    )
  }
  line(`${added} new tasks written in`, `${((performance.now() - began) / 1000).toFixed(1)} s`)
  const busy: number[] = []
  const indexing = performance.now()
  const before = (await status(service.url)).indexed
  while (performance.now() - indexing < 20_000 && !settled(await status(service.url))) {
    for (let i = 0; i < 200; i++) busy.push(await call(`${service.url}${get()[0]}`))
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
  }
  const rate = ((await status(service.url)).indexed - before) / ((performance.now() - indexing) / 1000)
  line('GET /tasks/:id, while these are indexed', `${times(busy)} (${(percentile(busy, 0.95) / percentile(idle, 0.95)).toFixed(1)} times the idle p95)`)
  line('resident memory while indexing', `${residentMegabytes(service.pid).toFixed(0)} MB`)
  line('indexed meanwhile', `${rate.toFixed(0)} long reports a second`)
  await until(service.url, settled)
  await new Promise((resolve) => {
    setTimeout(resolve, 8000)
  })
  line('resident memory, some seconds after', `${residentMegabytes(service.pid).toFixed(0)} MB`)
  await service.stop()
} finally {
  stopAgents()
  rmSync(dataDir, { recursive: true, force: true })
}
