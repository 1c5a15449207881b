// `node test/bench/search/words.ts 1000000 [FOLDER]`: what search by words alone costs among so many tasks, over HTTP: how fast they are
// indexed (and whether that slows down), what the files and the process grow to, and how long each kind of query takes. No model runs.
// The tasks are real reports, again and again with other numbers. A FOLDER is kept, and used as it is when it has its tasks already.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leanMemory } from '../../../electron/cli/lean-memory.ts'
import { databaseFile } from '../../../electron/service/db/open.ts'
import type { SearchStatus } from '../../../shared/schema/search-status.ts'
import { readReports, tasksFromReports } from '../reports.ts'
import { openTaskList } from '../task-list.ts'
import { call, residentMegabytes, startProgram, stopAgents, threadTimes } from '../timing.ts'
import { percentile } from './measures.ts'

const size = Number(process.argv[2] ?? 100_000)
const kept = process.argv[3]
const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'tandem-bench-words-'))
const line = (name: string, text: string) => console.log(`  ${name.padEnd(44)} ${text}`)
const megabytes = (file: string) => (existsSync(file) ? statSync(file).size / 1e6 : 0)
const atOnce = 1000

function fill(): void {
  mkdirSync(dataDir, { recursive: true })
  const { db, journal, tasks } = openTaskList(databaseFile(dataDir))
  const actor = { kind: 'person', name: 'bench' } as const
  const source = tasksFromReports(size)
  for (let filled = 0; filled < size; filled += atOnce) {
    journal.write(actor, () => {
      for (let i = filled; i < Math.min(size, filled + atOnce); i++) tasks.create(source.next().value as { title: string }, { actor })
    })
  }
  db.close()
}

const statusOf = async (url: string) => (await (await fetch(`${url}/search/status`)).json()) as SearchStatus
const keywordThread = (pid: number) => [...threadTimes(pid)].filter(([name]) => name.startsWith('WorkerThread')).reduce((sum, [, spent]) => sum + spent, 0)

/** Waits until the words of all tasks are indexed, and says how fast each tenth of them was. */
async function indexed(url: string, pid: number): Promise<void> {
  const began = performance.now()
  let [from, since, spent] = [0, began, keywordThread(pid)]
  for (;;) {
    const { keyword } = await statusOf(url)
    if (keyword.cursor - from >= size / 10) {
      const now = performance.now()
      const used = keywordThread(pid)
      line(
        `  indexed ${keyword.cursor}`,
        `${(((keyword.cursor - from) / (now - since)) * 1000).toFixed(0)} a second, ${(((keyword.cursor - from) / (used - spent)) * 1000).toFixed(0)} a second of processor time`,
      )
      ;[from, since, spent] = [keyword.cursor, now, used]
    }
    if (keyword.cursor === keyword.head) break
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  line('words of all tasks indexed after', `${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/** What people ask, by kind. Titles are of reports, so each has many tasks that are nearly the same. */
function questions(): Record<string, string[]> {
  const reports = readReports()
  const titles = Array.from({ length: 200 }, (_, i) => reports[(i * 37) % reports.length]?.title as string)
  const words = (text: string, count: number) => text.split(/\s+/).slice(0, count).join(' ')
  const middle = (text: string) =>
    text
      .replaceAll(/[^\p{L}\p{N} ]/gu, ' ')
      .split(/\s+/)
      .slice(1, 3)
      .join(' ')
  return {
    'three words': titles.map((title) => `${words(title, 3)} `),
    'whole titles': titles,
    'typed letter by letter': titles.slice(0, 15).flatMap((title) => Array.from({ length: 20 }, (_, i) => title.slice(0, i + 1))),
    'one word that half of the tasks have': ['hadoop ', 'java ', 'test ', 'error ', 'file ', 'used ', 'version '].flatMap((one) => [one, one]),
    'two common words': ['hadoop test ', 'java error ', 'file version ', 'test file ', 'build failed '].flatMap((one) => [one, one]),
    'a phrase': titles.slice(0, 50).map((title) => `"${middle(title)}"`),
    'with a filter': titles.slice(0, 10).map((title) => `status:todo label:module-3 ${words(title, 3)} `),
    'without a word': titles.slice(0, 50).map((title) => `${words(title, 3)} -test`),
    'a slip of the finger': titles.slice(0, 50).map((title) => `${words(title, 2)} configuratoin `),
  }
}

try {
  console.log(`${size} tasks, words only`)
  if (!existsSync(databaseFile(dataDir))) {
    const began = performance.now()
    fill()
    line('written in', `${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  // As `npm start` does (its young generation is small, and so is what malloc keeps), without the models.
  Object.assign(process.env, leanMemory, { TANDEM_EMBEDDER: 'off', TANDEM_RERANKER: 'off' })
  const service = await startProgram(['--max-semi-space-size=4', 'electron/service/main.ts', '--headless', '--port', '0', '--data-dir', dataDir])
  line('ready after', `${service.readyIn.toFixed(0)} ms`)
  await indexed(service.url, service.pid)
  line('tandem.db, index.db', `${megabytes(databaseFile(dataDir)).toFixed(0)} MB, ${megabytes(join(dataDir, 'index.db')).toFixed(0)} MB`)
  line('resident memory after indexing', `${residentMegabytes(service.pid).toFixed(0)} MB`)
  for (const [kind, queries] of Object.entries(questions())) {
    const took: number[] = []
    const spent: number[] = []
    for (const query of queries) {
      const before = keywordThread(service.pid)
      took.push(await call(`${service.url}/tasks/search?mode=keyword&q=${encodeURIComponent(query)}`))
      spent.push(keywordThread(service.pid) - before)
    }
    const figures = (list: number[]) => [0.5, 0.95, 1].map((part) => percentile(list, part).toFixed(1)).join(' / ')
    line(kind, `p50 / p95 / max ${figures(took)} ms; processor time of the words' thread ${figures(spent)} ms`)
  }
  line('resident memory after that', `${residentMegabytes(service.pid).toFixed(0)} MB`)
  await service.stop()
} finally {
  stopAgents()
  if (!kept) rmSync(dataDir, { recursive: true, force: true })
}
