// `npm run import` as a person runs it: on a data folder, beside a running service, again, and killed in the middle.
import Database from 'better-sqlite3'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseFile } from '../../../electron/service/db/open.ts'
import type { Summary } from '../../../electron/service/imports/import-report.ts'
import { startService } from '../../../electron/service/start-service.ts'
import { localContract } from '../../../shared/contract/local.ts'
import { createClient } from '../../../shared/http/client.ts'
import { command, openList, run, temporaryFolder } from '../../support/imports.ts'

let folder: ReturnType<typeof temporaryFolder>
let data: string[]
beforeEach(() => {
  folder = temporaryFolder()
  data = ['--data-dir', folder.file('data')]
})
afterEach(() => folder.remove())

const lines = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => JSON.stringify({ id: n, title: `Task ${n}`, body: 'x'.repeat(200), ...more })).join('\n')
const summaryOf = ({ out }: { out: string }) => JSON.parse(out) as Summary

test('a first run imports all, a second nothing, a changed file is told', async () => {
  const file = folder.file('list.jsonl')
  writeFileSync(file, lines(1200))
  const first = await run('import', file, ...data)
  expect(first).toMatchObject({ code: 0 })
  // Progress is shown once it takes a while, which a slow machine may need.
  expect(first.err.replaceAll(/^\d+% [\d,]+ imported, 0 already here .*\n/gm, '')).toBe('')
  expect(first.out).toMatch(/^1,200 imported, 0 already here, 0 refused\./)

  expect(summaryOf(await run('import', file, ...data, '--json'))).toMatchObject({ imported: 0, already: 1200, refused: 0 })

  writeFileSync(file, `${lines(1, { status: 'done' })}\n${JSON.stringify({ id: 'new', title: 'New' })}\n{"title": ""}`)
  const third = await run('import', file, ...data, '--report', folder.file('report.txt'))
  expect(third.code).toBe(2)
  const report = readFileSync(folder.file('report.txt'), 'utf8')
  expect(report).toContain("line 1: already imported as #1; it differs from what was imported then, Tandem's version was kept\n")
  expect(report).toContain('line 3: not imported, title is missing or empty; a task needs one\n')
  expect(report).toMatch(/\n1 imported, 1 already here, 1 refused\./)
})

test('a file with another name is recognised by its content', async () => {
  const list = openList()
  writeFileSync(folder.file('a.csv'), 'title,notes\nSame,one\nSame,one\nOther,two\n')
  writeFileSync(folder.file('b.csv'), readFileSync(folder.file('a.csv')))
  expect(await list.importFile(folder.file('a.csv'))).toMatchObject({ imported: 3 })
  const again = await list.importFile(folder.file('b.csv'))
  expect(again).toMatchObject({ imported: 0, already: 3 })
  expect(again.skipped[1]?.reason).toMatch(/^already imported as #2, from csv:.*\/a\.csv$/)
  list.close()
})

test.runIf(process.env.TANDEM_LONG)('a dry run says the same and changes nothing, not even the data folder', async () => {
  const file = folder.file('list.jsonl')
  writeFileSync(file, `${lines(600)}\n{"title": 7}`)
  const dry = await run('import', file, ...data, '--dry-run')
  expect(dry).toMatchObject({ code: 2 })
  expect(dry.out).toMatch(/^600 would be imported, 0 already here, 1 refused[^]*nothing was changed\.\n$/)
  expect(existsSync(folder.file('data'))).toBe(false)

  mkdirSync(folder.file('data'))
  const list = openList(folder.file('data'))
  try {
    await list.importFile(file)
    writeFileSync(file, `${lines(601)}\n`)
    expect(summaryOf(await run('import', file, ...data, '--dry-run', '--json'))).toMatchObject({ dry_run: true, imported: 1, already: 600 })
    expect(await list.importFile(file)).toMatchObject({ imported: 1, already: 600 })
  } finally {
    list.close()
  }
})

test('kill -9 in the middle: whole batches are there, and the next run brings the rest', async () => {
  const total = 6000
  const file = folder.file('list.jsonl')
  writeFileSync(file, lines(total))
  const { child, finished } = command('import', file, ...data)
  const count = () => {
    const db = new Database(databaseFile(folder.file('data')), { readonly: true, fileMustExist: true })
    try {
      return db
        .prepare('SELECT (SELECT count(*) FROM tasks) AS tasks, (SELECT count(*) FROM journal) AS entries, (SELECT count(*) FROM imports) AS known')
        .get() as Record<'tasks' | 'entries' | 'known', number>
    } finally {
      db.close()
    }
  }
  await vi.waitUntil(
    () => {
      try {
        return count().tasks > 0
      } catch {
        return false // not made yet
      }
    },
    { timeout: 30_000, interval: 5 },
  )
  child.kill('SIGKILL')
  expect((await finished).code).toBe(null)
  const { tasks, entries, known } = count()
  expect(tasks).toBeGreaterThan(0)
  expect(tasks).toBeLessThan(total)
  expect(tasks % 500).toBe(0)
  expect([entries, known]).toEqual([tasks, tasks])

  expect(summaryOf(await run('import', file, ...data, '--json'))).toMatchObject({ imported: total - tasks, already: tasks, refused: 0 })
  expect(count()).toEqual({ tasks: total, entries: total, known: total })
})

test.runIf(process.env.TANDEM_LONG)('beside a running service it goes through the service: found at once, undone at once, imported again', async () => {
  const service = await startService({ port: 0, dataDir: folder.file('data'), version: 'test', requireToken: true })
  try {
    const token = readFileSync(folder.file('data/token'), 'utf8').trim()
    const api = createClient(localContract, { baseUrl: service.url, headers: { Authorization: `Bearer ${token}`, 'X-Actor': 'person:Ana' } })
    const file = folder.file('liste für März.jsonl')
    writeFileSync(file, `${lines(150)}\n{"id": "c", "title": "Zebra crossing", "comments": ["striped"], "due": "2096-01-01"}\n`)
    const before = new Date().toISOString()
    expect(summaryOf(await run('import', file, ...data, '--json'))).toMatchObject({ imported: 151 })
    expect((await api.searchTasks({ query: { q: 'zebra' } })).map(({ id }) => id)).toEqual([151])
    const entries = await api.readJournal({ query: { after: 150, limit: 10 } })
    expect(entries.map(({ entity, actor }) => [entity, actor.name])).toEqual([
      ['task', 'import liste für März.jsonl'],
      ['comment', 'import liste für März.jsonl'],
      ['schedule', 'import liste für März.jsonl'],
    ])

    await api.deleteTask({ params: { id: 1 } })
    const second = summaryOf(await run('import', file, ...data, '--json'))
    expect(second).toMatchObject({ imported: 0, already: 151 })
    expect(second.skipped[0]?.reason).toBe('already imported as #1, which has been deleted')
    const actor = 'import liste für März.jsonl'
    let { from, next } = await api.undo({ body: { actor, since: before } })
    // Each stretch begins where the one before ended.
    while (from !== null && next !== null) ({ from, next } = await api.undo({ body: { actor, from, to: next } }))
    expect(await api.listTasks()).toEqual([])
    expect(summaryOf(await run('import', file, '--url', service.url, ...data, '--json'))).toMatchObject({ imported: 150, already: 1 })
    expect(await api.listTasks()).toHaveLength(150)

    const exported = await run('export', '--out', folder.file('out'), ...data)
    expect(exported).toMatchObject({ code: 0, out: expect.stringMatching(/^150 tasks/) })
  } finally {
    await service.close()
  }
  if (!process.env.TANDEM_LONG) return
  await run('export', '--out', folder.file('offline'), ...data)
  expect(readFileSync(folder.file('offline/tandem.jsonl'))).toEqual(readFileSync(folder.file('out/tandem.jsonl')))
  expect(readFileSync(folder.file('offline/journal.jsonl'))).toEqual(readFileSync(folder.file('out/journal.jsonl')))
})

test.runIf(process.env.TANDEM_LONG)('an address at which nobody answers, and a data folder that somebody else holds, are said', async () => {
  writeFileSync(folder.file('list.jsonl'), lines(1))
  expect(await run('import', folder.file('list.jsonl'), '--url', 'http://127.0.0.1:9')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Tandem is not responding at http://127.0.0.1:9'),
  })
  const service = await startService({ port: 0, dataDir: folder.file('data'), version: 'test' })
  try {
    writeFileSync(folder.file('data/running.json'), JSON.stringify({ url: 'http://127.0.0.1:9', pid: 1 }))
    expect(await run('import', folder.file('list.jsonl'), ...data)).toMatchObject({ code: 1, err: expect.stringContaining('it does not respond') })
  } finally {
    await service.close()
  }
})
