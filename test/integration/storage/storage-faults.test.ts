// Full and failing disks while the service runs: a clear 507 or 503, nothing changed, and it recovers by itself.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, test } from 'vitest'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { StartError } from '../../../electron/service/start-error.ts'
import { startService } from '../../../electron/service/start-service.ts'
import { openApp } from '../../support/service/app.ts'
import { startAndEnd, startChild } from '../../support/service/child-service.ts'
import { call } from '../../support/service/http.ts'
import { rebuild } from '../../support/fuzz/replay.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { makeReadOnly, mountSmallDisk, noReadOnlyFile, noSmallDisk } from '../../support/small-disk.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** In this process, for a fifth of what a program costs: where nothing is killed or limited. */
const here = (dataDir: string) => ({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent' })

const long = 'all work and no play '.repeat(9000)

/** Every kind of write, each too large to fit into pages that happen to be free. */
function writes(taskId: number): { method: string; path: string; body: object }[] {
  return [
    { method: 'POST', path: '/tasks', body: { title: 'too much', description: long } },
    { method: 'PATCH', path: `/tasks/${taskId}`, body: { description: long } },
    { method: 'POST', path: `/tasks/${taskId}/comments`, body: { body: long } },
    { method: 'POST', path: '/tasks?on_duplicate=return', body: { title: 'unlike anything', description: long } },
  ]
}

const everything = async (url: string) => (await call<unknown>(url, 'GET', '/tasks')).body
const head = async (url: string) => (await call<{ journal: number }>(url, 'GET', '/health')).body.journal

function expectWhole(dataDir: string): void {
  const db = new Database(join(dataDir, 'tandem.db'), { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.close()
  const { fromJournal, fromTables } = rebuild(join(dataDir, 'tandem.db'))
  expect(fromJournal).toEqual(fromTables)
}

/** While `fault` holds: each write is refused with `status` and changes nothing, reads go on; after `mend` the same writes succeed. */
async function expectRefusedThenMended(url: string, status: number, fault: () => void, mend: () => void): Promise<void> {
  const { body: task } = await call<Task>(url, 'POST', '/tasks', { title: 'findable heliotrope' })
  const find = async () => (await call<Task[]>(url, 'GET', '/tasks/search?mode=keyword&q=heliotrope')).body.map((hit) => hit.id)
  expect(await find()).toEqual([task.id])
  fault()
  const before = { tasks: await everything(url), head: await head(url) }
  for (const [i, write] of writes(task.id).entries()) {
    const reply = await call(url, write.method, write.path, write.body, write.method === 'POST' ? { 'Idempotency-Key': `again-${i}` } : {})
    expect(reply.status, `${write.method} ${write.path}`).toBe(status)
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(reply.body).toMatchObject({ status, code: status === 507 ? 'storage_full' : 'storage_unavailable' })
    expect(reply.body.detail).toContain('Nothing was changed.')
  }
  expect({ tasks: await everything(url), head: await head(url) }).toEqual(before)
  expect(await find()).toEqual([task.id])
  expect((await call(url, 'POST', '/tasks/find-duplicates', { text: 'findable heliotrope' })).status).toBe(200)
  mend()
  for (const [i, write] of writes(task.id).entries()) {
    const reply = await call(url, write.method, write.path, write.body, write.method === 'POST' ? { 'Idempotency-Key': `again-${i}` } : {})
    expect(reply.status, `${write.method} ${write.path} after mending: ${JSON.stringify(reply.body).slice(0, 300)}`).toBeLessThan(300)
    expect(reply.headers.get('idempotent-replayed')).toBeNull()
  }
  expect(await head(url)).toBe(before.head + writes(task.id).length)
}

describe('a full disk', () => {
  test('[P2] no page left in the database: 507, then all goes on', async () => {
    const app = await openApp()
    cleanups.push(app.close)
    const unlimited = app.db.pragma('max_page_count', { simple: true }) as number
    await expectRefusedThenMended(
      app.url,
      507,
      () => app.db.pragma(`max_page_count = ${app.db.pragma('page_count', { simple: true }) as number}`),
      () => app.db.pragma(`max_page_count = ${unlimited}`),
    )
    expectWhole(app.dataDir)
  })

  test.skipIf(noSmallDisk)(`[P2] a real small disk without a byte left: 507, then all goes on${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ''}`, async () => {
    const disk = mountSmallDisk(8)
    cleanups.push(disk.remove)
    const service = await startService(here(disk.path))
    cleanups.push(service.close)
    await expectRefusedThenMended(service.url, 507, disk.fill, disk.free)
    // Filling it by writing alone: each answer is honest, whatever the moment.
    const acknowledged: number[] = []
    let refused = 0
    for (let i = 0; refused < 3; i++) {
      const reply = await call<Task>(service.url, 'POST', '/tasks', { title: `drop ${i}`, description: long })
      if (reply.status === 201) acknowledged.push(reply.body.id)
      else {
        expect(reply.status).toBe(507)
        refused++
      }
    }
    for (const id of acknowledged) expect((await call(service.url, 'GET', `/tasks/${id}`)).status).toBe(200)
    expect((await call(service.url, 'GET', '/tasks/search?mode=keyword&q=drop')).status).toBe(200)
    await service.close()
    cleanups.pop()
    expectWhole(disk.path)
    expect(acknowledged.length).toBeGreaterThan(5)
  })

  test.skipIf(noSmallDisk)(
    `[P2] kill -9 and a start on a full disk: it says so or serves, and loses nothing${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ''}`,
    async () => {
      const disk = mountSmallDisk(8)
      cleanups.push(disk.remove)
      const first = await startChild(disk.path)
      cleanups.push(first.kill)
      const { body: task } = await call<Task>(first.url, 'POST', '/tasks', { title: 'kept', description: long })
      disk.fill()
      await first.kill()
      const start = await startChild(disk.path).catch((error: Error) => error)
      if (start instanceof Error) expect(start.message).toMatch(new RegExp(`ended with 1:[^]*${disk.path}[^]*(full|writable|space)`))
      else {
        expect((await call<Task>(start.url, 'GET', `/tasks/${task.id}`)).body.title).toBe('kept')
        await start.kill()
      }
      disk.free()
      const last = await startService(here(disk.path))
      cleanups.push(last.close)
      expect((await call<Task>(last.url, 'GET', `/tasks/${task.id}`)).body).toEqual(task)
      await last.close()
      expectWhole(disk.path)
    },
  )

  test.skipIf(noSmallDisk)(
    `[P2] [P7] only the search index has no room: tasks work, search answers, says so, and heals${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ''}`,
    async () => {
      const disk = mountSmallDisk(1)
      cleanups.push(disk.remove)
      const app = await openApp({ indexFile: join(disk.path, 'index.db') })
      cleanups.push(app.close)
      const search = (word: string) => call<Task[]>(app.url, 'GET', `/tasks/search?mode=keyword&q=${word}`)
      await call(app.url, 'POST', '/tasks', { title: 'early heliotrope' })
      expect((await search('heliotrope')).body).toHaveLength(1)
      disk.fill()
      // Different words each time, so that the index has to grow.
      const words = (i: number) => Array.from({ length: 4000 }, (_, j) => `w${i}x${j}`).join(' ')
      for (let i = 0; i < 10; i++) expect((await call(app.url, 'POST', '/tasks', { title: `late marigold ${i}`, description: words(i) })).status).toBe(201)
      const early = await search('heliotrope')
      expect(early.status).toBe(200)
      expect(early.body).toHaveLength(1)
      expect(early.headers.get('x-search-degraded')).toBe('keyword')
      expect((await call(app.url, 'POST', '/tasks/find-duplicates', { text: 'early heliotrope' })).status).toBe(200)
      expect((await call(app.url, 'POST', '/tasks?on_duplicate=return', { title: 'nothing like it' })).status).toBe(201)
      disk.free()
      const late = await search('marigold')
      expect(late.body).toHaveLength(10)
      expect(late.headers.get('x-search-degraded')).toBeNull()
    },
  )

  test('[P7] no place for the search index at all: it lives in memory', async () => {
    const folder = temporaryFolder()
    cleanups.push(folder.remove)
    writeFileSync(join(folder.path, 'file'), '')
    const app = await openApp({ indexFile: join(folder.path, 'file', 'index.db') })
    cleanups.push(app.close)
    await call(app.url, 'POST', '/tasks', { title: 'early heliotrope' })
    expect((await call<Task[]>(app.url, 'GET', '/tasks/search?mode=keyword&q=heliotrope')).body).toHaveLength(1)
  })
})

describe('a disk that cannot be written', () => {
  test('[P2] a read-only database: 503, then all goes on', async () => {
    const app = await openApp()
    cleanups.push(app.close)
    await expectRefusedThenMended(
      app.url,
      503,
      () => app.db.pragma('query_only = ON'),
      () => app.db.pragma('query_only = OFF'),
    )
    expectWhole(app.dataDir)
  })

  const noPrlimit = (() => {
    try {
      execFileSync('prlimit', ['--version'], { stdio: 'pipe' })
      return undefined
    } catch {
      return 'needs prlimit (Linux)'
    }
  })()

  test.skipIf(noPrlimit || !process.env.TANDEM_LONG)(
    `[P2] every write() of the process fails: 503, then all goes on${noPrlimit ? ` (skipped: ${noPrlimit})` : ''}`,
    async () => {
      const folder = temporaryFolder()
      cleanups.push(folder.remove)
      const service = await startChild(folder.path)
      cleanups.push(service.kill)
      const limit = (soft: string) => void execFileSync('prlimit', ['--pid', String(service.pid), `--fsize=${soft}:unlimited`])
      await expectRefusedThenMended(
        service.url,
        503,
        () => limit('1'),
        () => limit('unlimited'),
      )
      await service.stop()
      expectWhole(folder.path)
    },
  )

  test('[P2] a backup that cannot be written: 503 with its place, then it works', async () => {
    const app = await openApp()
    cleanups.push(app.close)
    const place = join(app.dataDir, 'backups')
    writeFileSync(place, 'in the way')
    const refused = await call(app.url, 'POST', '/backups')
    expect(refused.status).toBe(503)
    expect(refused.body).toMatchObject({ code: 'storage_unavailable', detail: expect.stringContaining(place) })
    rmSync(place)
    expect((await call(app.url, 'POST', '/backups')).status).toBe(200)
  })

  test('[P2] another program holds the database: 503 with what to do, then all goes on', async () => {
    const app = await openApp()
    cleanups.push(app.close)
    app.db.pragma('busy_timeout = 50')
    const other = new Database(join(app.dataDir, 'tandem.db'))
    cleanups.push(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    const refused = await call(app.url, 'POST', '/tasks', { title: 'wait' })
    expect(refused.status).toBe(503)
    expect(refused.body.detail).toContain('Another program')
    other.exec('ROLLBACK')
    expect((await call(app.url, 'POST', '/tasks', { title: 'wait' })).status).toBe(201)
    expect((await call<JournalEntry[]>(app.url, 'GET', '/journal')).body).toHaveLength(1)
  })
})

describe('a start where the data folder cannot be used', () => {
  test('[P2] the folder cannot be made: exit 1, and the message names it', async () => {
    const folder = temporaryFolder()
    cleanups.push(folder.remove)
    writeFileSync(join(folder.path, 'file'), '')
    const dataDir = join(folder.path, 'file', 'data')
    const ended = await startAndEnd(dataDir)
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain(dataDir)
    expect(ended.stderr).toContain('--data-dir')
    expect(ended.stderr).not.toContain('    at ')
  })

  test.skipIf(noSmallDisk)(
    `[P2] a read-only disk, empty or with data: exit 1, and the message names it${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ''}`,
    async () => {
      const disk = mountSmallDisk(8)
      cleanups.push(disk.remove)
      for (const state of ['empty', 'with data']) {
        disk.readOnly(true)
        const ended = await startAndEnd(disk.path)
        expect(ended.code, state).toBe(1)
        expect(ended.stderr).toContain(disk.path)
        expect(ended.stderr).toMatch(/writ/)
        expect(ended.stderr).not.toContain('    at ')
        disk.readOnly(false)
        const service = await startService(here(disk.path))
        expect((await call(service.url, 'POST', '/tasks', { title: state })).status).toBe(201)
        await service.close()
      }
    },
  )

  test.runIf(process.env.TANDEM_LONG)('[P2] kill -9, then a folder in which nothing can be made or removed: exit 1, and the message names it', async () => {
    const folder = temporaryFolder()
    cleanups.push(folder.remove)
    const first = await startChild(folder.path)
    await first.kill()
    // What root may remove all the same, a folder in its place stands for.
    if (process.getuid?.() === 0) {
      rmSync(join(folder.path, 'running.json'))
      mkdirSync(join(folder.path, 'running.json'))
    } else {
      chmodSync(folder.path, 0o500)
      cleanups.push(() => chmodSync(folder.path, 0o700))
    }
    const ended = await startAndEnd(folder.path)
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain(`cannot write to the data folder ${folder.path}`)
    expect(ended.stderr).not.toContain('    at ')
  })

  test.skipIf(noReadOnlyFile)(
    `[P2] a database that is read-only in a folder that is not: exit 1, and the message names it${noReadOnlyFile ? ` (skipped: ${noReadOnlyFile})` : ''}`,
    async () => {
      const folder = temporaryFolder()
      cleanups.push(folder.remove)
      const file = join(folder.path, 'tandem.db')
      const first = await startService({ port: 0, dataDir: folder.path, version: '0.0.0-test', logLevel: 'silent' })
      await call(first.url, 'POST', '/tasks', { title: 'kept' })
      await first.close()
      const before = readFileSync(file)
      const writable = makeReadOnly(file)
      cleanups.push(writable)
      const refused = await startService({ port: 0, dataDir: folder.path, version: '0.0.0-test', logLevel: 'silent' }).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(StartError)
      expect((refused as StartError).message).toContain(file)
      expect((refused as StartError).message).toMatch(/writable/)
      expect(readFileSync(file).equals(before)).toBe(true)
      writable()
      cleanups.pop()
      const again = await startService({ port: 0, dataDir: folder.path, version: '0.0.0-test', logLevel: 'silent' })
      cleanups.push(again.close)
      expect((await call(again.url, 'POST', '/tasks', { title: 'goes on' })).status).toBe(201)
      expect(await everything(again.url)).toHaveLength(2)
    },
  )
})
