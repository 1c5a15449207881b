// `npm run bench`: the local service with 100,000 tasks beside a bare Fastify + better-sqlite3 program doing the same SQL.
// `npm run bench -- 10000` for another size.
import Database from 'better-sqlite3'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile } from '../../electron/service/db/open.ts'
import { tasksFromReports } from './reports.ts'
import { openTaskList } from './task-list.ts'
import { call, type Figures, figures, inTurns, residentMegabytes, type Running, startProgram, stopAgents } from './timing.ts'

const size = Number(process.argv[2] ?? 100_000)
// The service itself; what meaning adds is measured by `npm run bench:search`.
process.env.TANDEM_EMBEDDER = 'off'
process.env.TANDEM_RERANKER = 'off'
/** The flags that `npm start` gives to Node. */
const asNpmStart = ['--max-semi-space-size=4']
const turnsOfStarts = 5
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-'))

function fill(): void {
  const started = performance.now()
  const { db, journal, tasks } = openTaskList(databaseFile(dataDir))
  const actor = { kind: 'person', name: 'bench' } as const
  const source = [...tasksFromReports(size)]
  for (let first = 0; first < size; first += 500) {
    journal.write(actor, () => {
      for (const task of source.slice(first, first + 500)) tasks.create(task, { actor })
    })
  }
  db.exec("VACUUM INTO '" + join(dataDir, 'bare.db').replaceAll("'", "''") + "'")
  db.close()
  const bare = new Database(join(dataDir, 'bare.db'))
  bare.exec('DROP TABLE journal; DROP TRIGGER tasks_counted_in; DROP TRIGGER tasks_counted_out; DROP TRIGGER tasks_counted_over; VACUUM')
  bare.close()
  console.log(`${size} tasks made from real reports in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

function line(name: string, ours: Figures, bare: Figures, limit: number): void {
  const ratio = ours.p50 / bare.p50
  console.log(
    `${name.padEnd(34)} ${ours.p50.toFixed(3).padStart(8)} ${ours.p95.toFixed(3).padStart(8)}   ${bare.p50.toFixed(3).padStart(8)} ${bare.p95.toFixed(3).padStart(8)}   ${ratio.toFixed(2).padStart(5)}  (at most ${limit}) ${ratio <= limit ? 'ok' : 'MISSED'}`,
  )
}

/** Both start in turns; the last of each goes on. Prints the middle start of both. */
async function startInTurns(startTandem: () => Promise<Running>, startBare: () => Promise<Running>): Promise<[Running, Running]> {
  const starts: [Running, Running][] = []
  for (let turn = 1; ; turn++) {
    const pair: [Running, Running] = [await startTandem(), await startBare()]
    starts.push(pair)
    if (turn === turnsOfStarts) break
    for (const one of pair) await one.stop()
  }
  const [ours, bare] = ([0, 1] as const).map((side) => figures(starts.map((pair) => pair[side].readyIn)).p50) as [number, number]
  const [ourWork, bareWork] = ([0, 1] as const).map((side) => figures(starts.map((pair) => pair[side].workToReady)).p50) as [number, number]
  const ratio = ours / bare
  console.log(`ready in ${ours.toFixed(0)} ms with ${size} tasks, bare in ${bare.toFixed(0)}: ${ratio.toFixed(2)} (at most 4) ${ratio <= 4 ? 'ok' : 'MISSED'}`)
  console.log(`processor time until then: ${ourWork} ms, bare ${bareWork}\n`)
  return starts.at(-1) as [Running, Running]
}

/** The command line into an empty folder, as a person would; the file is made before the clock starts. */
function importRate(): void {
  const file = join(dataDir, 'tasks.jsonl')
  writeFileSync(file, [...tasksFromReports(size)].map((task, id) => JSON.stringify({ id, ...task })).join('\n'))
  const started = performance.now()
  execFileSync(process.execPath, ['electron/service/imports/import-cli.ts', file, '--data-dir', join(dataDir, 'imported')], { stdio: 'ignore' })
  const rate = size / ((performance.now() - started) / 1000)
  console.log(`import: ${rate.toFixed(0)} tasks a second (at least 5000: ${rate >= 5000 ? 'ok' : 'MISSED'})`)
}

try {
  importRate()
  fill()
  // The first start builds the search index; the second is the one that people wait for.
  const first = await startProgram([...asNpmStart, 'scripts/start.mjs', '--headless', '--port', '0', '--data-dir', dataDir])
  const indexing = performance.now()
  for (;;) {
    const health = (await (await fetch(`${first.url}/health`)).json()) as { journal: number; indexed: number }
    if (health.indexed >= health.journal) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  console.log(`first start ready in ${first.readyIn.toFixed(0)} ms, everything indexed after ${((performance.now() - indexing) / 1000).toFixed(1)} s`)
  await first.stop()
  const startTandem = () => startProgram([...asNpmStart, 'scripts/start.mjs', '--headless', '--port', '0', '--data-dir', dataDir])
  const startBare = () => startProgram(['test/bench/bare-service.ts', join(dataDir, 'bare.db')])
  const [tandem, bare] = await startInTurns(startTandem, startBare)

  const anyId = () => 1 + Math.floor(Math.random() * size)
  const source = tasksFromReports(10_000_000)
  const body = () => source.next().value as object
  console.log(`${''.padEnd(34)} ${'Tandem p50'.padStart(8)}      p95   ${'bare p50'.padStart(8)}      p95   ratio of p50`)
  const get = await inTurns(
    10,
    300,
    () => call(`${tandem.url}/tasks/${anyId()}`),
    () => call(`${bare.url}/tasks/${anyId()}`),
  )
  line('GET /tasks/:id', ...get, 1.5)
  const list = '/tasks?status=todo&limit=50'
  line(
    `GET ${list}`,
    ...(await inTurns(
      10,
      100,
      () => call(tandem.url + list),
      () => call(bare.url + list),
    )),
    1.5,
  )
  line(
    'POST /tasks',
    ...(await inTurns(
      10,
      200,
      () => call(`${tandem.url}/tasks`, 'POST', body()),
      () => call(`${bare.url}/tasks`, 'POST', body()),
    )),
    2,
  )
  const patch = () => ({ description: `changed ${Math.random()}`, priority: (['low', 'medium', 'high'] as const)[Math.floor(Math.random() * 3)] })
  line(
    'PATCH /tasks/:id',
    ...(await inTurns(
      10,
      200,
      () => call(`${tandem.url}/tasks/${anyId()}`, 'PATCH', patch()),
      () => call(`${bare.url}/tasks/${anyId()}`, 'PATCH', patch()),
    )),
    2,
  )
  const [search] = await inTurns(
    5,
    50,
    () => call(`${tandem.url}/tasks/search?q=checksum%20hsync`),
    () => Promise.resolve(1),
  )
  console.log(`${'GET /tasks/search?q=checksum hsync'.padEnd(34)} ${search.p50.toFixed(3).padStart(8)} ${search.p95.toFixed(3).padStart(8)}`)
  const memory = () => `Tandem ${residentMegabytes(tandem.pid).toFixed(0)} MB, bare ${residentMegabytes(bare.pid).toFixed(0)} MB`
  console.log(`\nresident memory after all of it (at most 200): ${memory()}`)
  const whole = await call(`${tandem.url}/tasks`)
  console.log(`GET /tasks (all ${size}, streamed) took ${(whole / 1000).toFixed(1)} s; then ${memory()}`)
  await Promise.all([tandem.stop(), bare.stop()])
} finally {
  stopAgents()
  if (!process.env.KEEP) rmSync(dataDir, { recursive: true, force: true })
}
