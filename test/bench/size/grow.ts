// `npm run bench:grow`: one list of 10,000, of 100,000 and of a million tasks, each imported, started, listed, searched by words and sent to a team, in one
// run, so that each figure stands beside that of a tenth of the tasks. `npm run bench:grow -- 10000 100000` for other sizes; TANDEM_SYNC_UP_TO: the
// largest that goes to a team (default: all). Search by meaning is `npm run bench:search:speed -- SIZE`.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { tokenHeaders } from '../../../electron/service/sign-in/token-file.ts'
import { newPerson, newTeam, openCloud } from '../../support/cloud/cloud.ts'
import { tasksFromReports } from '../reports.ts'
import { call, figures, residentMegabytes, type Running, startProgram, stopAgents } from '../timing.ts'

process.env.TANDEM_EMBEDDER = 'off'
process.env.TANDEM_RERANKER = 'off'
process.env.TANDEM_SECRETS = 'file'
const sizes = process.argv.slice(2).map(Number)
if (sizes.length === 0) sizes.push(10_000, 100_000, 1_000_000)
const syncUpTo = Number(process.env.TANDEM_SYNC_UP_TO ?? Number.POSITIVE_INFINITY)
const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-grow-'))
process.env.TANDEM_TEST_POSTGRES ??= join(folder, 'postgres')

const seconds = (since: number) => (performance.now() - since) / 1000
/** What was measured, by size. */
const rows = new Map<string, string[]>()
function note(name: string, text: string): void {
  rows.set(name, [...(rows.get(name) ?? []), text])
  console.log(`  ${name.padEnd(52)} ${text}`)
}

async function writeTasks(file: string, size: number): Promise<void> {
  const out = createWriteStream(file)
  let id = 0
  for (const task of tasksFromReports(size)) if (!out.write(`${JSON.stringify({ id: id++, ...task })}\n`)) await once(out, 'drain')
  out.end()
  await finished(out)
}

const start = (dataDir: string): Promise<Running> =>
  startProgram(['--max-semi-space-size=4', 'scripts/start.mjs', '--headless', '--port', '0', '--data-dir', dataDir])

async function indexed(url: string): Promise<void> {
  for (;;) {
    const health = (await (await fetch(`${url}/health`)).json()) as { journal: number; indexed: number }
    if (health.indexed >= health.journal) return
    await wait(100)
  }
}

async function timed(url: string, paths: readonly string[]): Promise<string> {
  const times: number[] = []
  for (const path of paths) times.push(await call(url + path))
  const { p50, p95 } = figures(times)
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`
}

const many = (count: number, path: string) => Array.from({ length: count }, () => path)

/** Starts of a list that was closed in order, as people have them: the run before was long enough to be checked. */
async function starts(dataDir: string): Promise<Running> {
  const ready: Running[] = []
  for (let turn = 0; turn < 3; turn++) {
    await ready.at(-1)?.stop()
    const running = await start(dataDir)
    ready.push(running)
    await wait(3500 + 10 * running.readyIn)
  }
  const middle = (read: (one: Running) => number) =>
    ready
      .map(read)
      .toSorted((a, b) => a - b)[1]
      ?.toFixed(0)
  note('ready (processor time), middle of 3 starts', `${middle((one) => one.readyIn)} (${middle((one) => one.workToReady)}) ms`)
  return ready.at(-1) as Running
}

async function list({ url, pid }: Running, size: number): Promise<void> {
  note('first 50 tasks', await timed(url, many(100, '/tasks?limit=50')))
  note('first 50 to do', await timed(url, many(100, '/tasks?status=todo&limit=50')))
  note('first 50 to do of high priority, by due date', await timed(url, many(20, '/tasks?status=todo&priority=high&sort=due&limit=50')))
  note(
    'one task',
    await timed(
      url,
      Array.from({ length: 300 }, (_, i) => `/tasks/${1 + ((i * 7919) % size)}`),
    ),
  )
  const titles = [...tasksFromReports(400)].map(({ title }) => title.split(/\s+/))
  const words = titles.map((title) => title.slice(1, 4).join(' ')).filter((text) => text.length > 8)
  note(
    'search by three words',
    await timed(
      url,
      words.slice(0, 200).map((text) => `/tasks/search?mode=keyword&q=${encodeURIComponent(text)}`),
    ),
  )
  note('a task is added', await added(url))
  note('resident', `${residentMegabytes(pid).toFixed(0)} MB`)
}

async function added(url: string): Promise<string> {
  const times: number[] = []
  const source = tasksFromReports(200)
  for (const task of source) times.push(await call(`${url}/tasks`, 'POST', task))
  const { p50, p95 } = figures(times)
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`
}

/** Up to a team of a real cloud, and down again to a new desktop. */
async function sync(ana: Running, anaDir: string): Promise<void> {
  const cloud = await openCloud({ requestsPerMinute: 600 })
  const boDir = mkdtempSync(join(folder, 'bo-'))
  const bo = await start(boDir)
  try {
    const owner = await newPerson(cloud)
    const team = await newTeam(cloud, owner)
    for (const [name, { url, pid }, dataDir] of [
      ['all of it to a team', ana, anaDir],
      ['all of it to a new desktop', bo, boDir],
    ] as const) {
      const headers = { ...tokenHeaders(dataDir), 'x-actor': 'person', 'content-type': 'application/json' }
      const began = performance.now()
      const reply = await fetch(`${url}/remote`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ url: cloud.url, token: team.token, team_id: team.id }),
      })
      if (!reply.ok) throw new Error(`connect: ${reply.status} ${await reply.text()}`)
      let most = 0
      for (;;) {
        const { state } = (await (await fetch(`${url}/remote`, { headers })).json()) as { state: string }
        most = Math.max(most, residentMegabytes(pid))
        if (state === 'synced') break
        await wait(200)
      }
      note(name, `${seconds(began).toFixed(0)} s, ${most.toFixed(0)} MB at most`)
    }
  } finally {
    await bo.stop()
    await cloud.close()
  }
}

try {
  for (const size of sizes) {
    console.log(`\n${size} tasks, load ${loadavg()[0]?.toFixed(1)}`)
    const dataDir = join(folder, String(size))
    const file = join(folder, `${size}.jsonl`)
    await writeTasks(file, size)
    let began = performance.now()
    execFileSync(process.execPath, ['electron/service/imports/import-cli.ts', file, '--data-dir', dataDir], { stdio: ['ignore', 'ignore', 'inherit'] })
    note('imported', `${seconds(began).toFixed(0)} s (${(size / seconds(began)).toFixed(0)} a second)`)
    rmSync(file)
    note('tandem.db', `${(statSync(join(dataDir, 'tandem.db')).size / 1e6).toFixed(0)} MB`)
    const first = await start(dataDir)
    began = performance.now()
    await indexed(first.url)
    note('words indexed, after the first start', `${seconds(began).toFixed(0)} s`)
    await first.stop()
    const running = await starts(dataDir)
    try {
      await list(running, size)
      if (size <= syncUpTo) await sync(running, dataDir)
    } finally {
      await running.stop()
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  console.log(`\n| | ${sizes.map((size) => `${size.toLocaleString('en')} tasks`).join(' | ')} |\n|---|${sizes.map(() => '---|').join('')}`)
  for (const [name, texts] of rows) console.log(`| ${name} | ${texts.join(' | ')} |`)
} finally {
  stopAgents()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
