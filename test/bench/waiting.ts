// `npm run bench:waiting`: what one caller's heaviest calls make another wait. While each call runs, a thread of its own asks /health again
// and again; the figure is the most processor time that the service's answering thread spent before one of the answers, which a busy machine
// does not stretch (Linux; elsewhere the time by the clock). `npm run bench:waiting -- 100000` for another number of tasks.
import { strToU8, zipSync } from 'fflate'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { databaseFile } from '../../electron/service/db/open.ts'
import { tasksFromReports } from './reports.ts'
import { openTaskList } from './task-list.ts'
import { call, residentMegabytes, startProgram } from './timing.ts'

/** In milliseconds. */
const limit = 200

if (!isMainThread) {
  const { url, pid } = workerData as { url: string; pid: number }
  const times = `/proc/${pid}/task/${pid}/schedstat`
  const spent = () => (existsSync(times) ? Number(readFileSync(times, 'utf8').split(' ')[0]) / 1e6 : performance.now())
  let longest = 0
  parentPort?.on('message', () => {
    parentPort?.postMessage(longest)
    longest = 0
  })
  for (;;) {
    // One call after the other, as somebody who waits.
    const before = spent()
    await call(`${url}/health`)
    longest = Math.max(longest, spent() - before)
  }
}

const size = Number(process.argv[2] ?? 20_000)
process.env.TANDEM_EMBEDDER = 'off'
process.env.TANDEM_RERANKER = 'off'
const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-'))

function fill(): void {
  const { db, journal, tasks } = openTaskList(databaseFile(dataDir))
  const actor = { kind: 'person', name: 'bench' } as const
  const source = [...tasksFromReports(size)]
  for (let first = 0; first < size; first += 500)
    journal.write(actor, () => {
      for (const task of source.slice(first, first + 500)) tasks.create(task, { actor })
    })
  db.close()
}

type Send = (path: string, body: unknown, method?: string, type?: string) => Promise<number>

const ids = (n: number, from = 1) => Array.from({ length: n }, (_, i) => from + i)
const words = (n: number) => Array.from({ length: n }, (_, i) => `word${(i * 7919) % 50_000}`).join(' ')
const file = (name: string) => `/import/file?name=${name}`
const bytes = 'application/octet-stream'
const jsonList = (item: object, n: number) => JSON.stringify(Array.from({ length: n }, () => item))

/** Everything here is allowed, or refused for what it says; nothing of it is out of the ordinary in size alone. */
const calls: readonly [name: string, run: (send: Send) => Promise<number>][] = [
  ['list of all tasks', (send) => send('/tasks', undefined, 'GET')],
  ['export', (send) => send('/export', undefined, 'GET')],
  ['labels of 500 tasks', (send) => send('/tasks/bulk', { changes: [{ ids: ids(500), patch: { labels: ['heavy'] } }] })],
  ['undo of these', (send) => send('/undo', { entries: ids(500, size + 1).reverse() })],
  ['delete of 500', (send) => send('/tasks/bulk', { delete: ids(500) })],
  ['description of 200,000 characters', (send) => send('/tasks', { title: 'Long', description: words(18_000) })],
  ['description of one word', (send) => send('/tasks', { title: 'Long', description: 'a'.repeat(200_000) })],
  ['duplicates of a long text', (send) => send('/tasks/find-duplicates', { text: words(2000) })],
  ['search for 20,000 characters', (send) => send(`/tasks/search?q=${encodeURIComponent(words(1000))}`, undefined, 'GET')],
  [
    'conversation of 8 MB of HTML',
    (send) =>
      send('/conversations', {
        source: 'bench',
        subject: 'Heavy',
        messages: ids(16).map((n) => ({ from: 'Ana <ana@example.com>', sent_at: '2026-11-01T10:00:00Z', body: `${n}${'<p>a <b>'.repeat(60_000)}` })),
      }),
  ],
  [
    'import of the longest records',
    (send) =>
      send('/import', {
        source: 'bench',
        records: ids(340).map((n) => ({ external_id: `l${n}`, task: { title: `L${n}`, description: 'word '.repeat(3990) } })),
      }),
  ],
  [
    'import of HTML mails',
    (send) => {
      const conversation_uid = '019b0000-0000-7000-8000-000000000002'
      const conversation = { uid: conversation_uid, source: 'bench', external_id: 'h', subject: 'Heavy' }
      const mails = ids(4).map((n) => ({
        conversation_uid,
        from: 'ana@example.com',
        sent_at: `2026-11-01T10:00:0${n}Z`,
        body: `${n}${'<p>a <b>'.repeat(60_000)}`,
      }))
      return send('/import', {
        source: 'bench',
        records: [{ external_id: 'h', conversation }, ...mails.map((message, n) => ({ external_id: `h${n}`, message }))],
      })
    },
  ],
  ['file: 20 MB of refused items', (send) => send(file('refused.json'), jsonList({ no: 'title' }, 1_200_000), 'POST', bytes)],
  ['file: one date of 200,000 digits', (send) => send(file('date.json'), jsonList({ title: 'x', due: '1'.repeat(200_000) }, 5), 'POST', bytes)],
  [
    'file: hostile HTML',
    (send) => send(file('vikunja.json'), JSON.stringify([{ title: 'P', tasks: [{ id: 1, title: 'x', description: '<p'.repeat(90_000) }] }]), 'POST', bytes),
  ],
  ['file: 20 MB of tasks', (send) => send(file('many.json'), jsonList({ title: 'Same', description: words(100) }, 20_000), 'POST', bytes)],
  ['file: zip bomb', (send) => send(file('bomb.zip'), zipSync({ 'data.json': strToU8(`[${' '.repeat(500 * 1_048_576 - 2)}]`) }), 'POST', bytes)],
]

try {
  fill()
  const tandem = await startProgram(['--max-semi-space-size=4', 'scripts/start.mjs', '--headless', '--port', '0', '--data-dir', dataDir])
  const poller = new Worker(new URL(import.meta.url), { workerData: { url: tandem.url, pid: tandem.pid } })
  const longest = () =>
    new Promise<number>((resolve) => {
      poller.once('message', resolve)
      poller.postMessage('longest')
    })
  const send: Send = async (path, body, method = 'POST', type = 'application/json') => {
    const sent = body === undefined ? {} : { body: type === bytes ? (body as string) : JSON.stringify(body), headers: { 'content-type': type } }
    const reply = await fetch(`${tandem.url}${path}`, { method, ...sent })
    await reply.arrayBuffer()
    if (reply.status >= 500) throw new Error(`${method} ${path}: ${reply.status}`)
    return reply.status
  }
  console.log(`${size} tasks. ${''.padEnd(28)} took ms   others waited ms (at most ${limit})   resident MB`)
  for (const [name, run] of calls) {
    await longest()
    const started = performance.now()
    const status = await run(send)
    const took = performance.now() - started
    const waited = await longest()
    console.log(
      `${name.padEnd(38)} ${status} ${took.toFixed(0).padStart(8)} ${waited.toFixed(0).padStart(8)} ${waited <= limit ? 'ok' : 'MISSED'} ${residentMegabytes(tandem.pid).toFixed(0).padStart(12)}`,
    )
  }
  await poller.terminate()
  await tandem.stop()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
