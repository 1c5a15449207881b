// The write-ahead log is lost or damaged: SQLite goes on without a word, Tandem says so and gives no number twice.
import { closeSync, copyFileSync, cpSync, existsSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../electron/service/config.ts'
import { openChecked } from '../../../electron/service/db/recovery.ts'
import { startService } from '../../../electron/service/start-service.ts'
import type { Notice } from '../../../shared/schema/notice.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { startChild } from '../../support/service/child-service.ts'
import { firstEvent } from '../../support/service/event-reader.ts'
import { serves } from '../../support/service/as-person.ts'
import { call } from '../../support/service/http.ts'
import { rebuild } from '../../support/fuzz/replay.ts'
import { noNotifier, temporaryFolder } from '../../support/service/service.ts'
import { firstOf } from '../../support/first-of.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function started(dataDir: string): Promise<{ url: string; close(): Promise<void> }> {
  const service = await startService({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent', notifier: noNotifier })
  serves(service.url, dataDir)
  cleanups.push(service.close)
  return service
}

const person = { 'x-actor': 'person' }
const file = (dataDir: string) => join(dataDir, 'tandem.db')
const add = async (url: string, title: string) => (await call<Task>(url, 'POST', '/tasks', { title })).body
const notices = async (url: string) => (await call<Notice[]>(url, 'GET', '/notices')).body
const head = async (url: string) => (await call<{ journal: number }>(url, 'GET', '/health')).body.journal

interface Killed {
  dataDir: string
  lastId: number
  etag: string
  position: number
}

/** Ten tasks in the database, which is also kept as older.db, and ten in the log of a service that was killed. */
let killedOnce: Killed
const first = temporaryFolder()
beforeAll(async () => {
  const dataDir = first.path
  const earlier = await startService({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent', notifier: noNotifier })
  for (let i = 0; i < 10; i++) await add(earlier.url, `kept ${i}`)
  await earlier.close()
  copyFileSync(file(dataDir), join(dataDir, 'older.db'))
  const later = await startChild(dataDir)
  try {
    const acknowledged = await Promise.all(Array.from({ length: 10 }, (_, i) => add(later.url, `in the log ${i}`)))
    const list = await call(later.url, 'GET', '/tasks')
    const position = await head(later.url)
    killedOnce = { dataDir, lastId: Math.max(...acknowledged.map(({ id }) => id)), etag: list.headers.get('etag') as string, position }
  } finally {
    await later.kill()
  }
})
afterAll(first.remove)

/** A folder of its own, as that service left it. */
function killed(): Killed {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  cpSync(killedOnce.dataDir, folder.path, { recursive: true })
  return { ...killedOnce, dataDir: folder.path }
}

function loseLog(dataDir: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file(dataDir) + suffix, { force: true })
}

/** From some frame on, as after a power cut of a disk that lies. */
function damageLog(dataDir: string): void {
  const wal = `${file(dataDir)}-wal`
  const handle = openSync(wal, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, Math.floor(statSync(wal).size / 2))
  closeSync(handle)
}

const losses: Record<string, (dataDir: string) => void> = {
  'the log is gone': loseLog,
  'the log is damaged in the middle': damageLog,
  'the log is gone, and nobody noted the position but search': (dataDir) => {
    loseLog(dataDir)
    rmSync(join(dataDir, 'tandem.position'))
  },
  'an older file was put in its place': (dataDir) => {
    loseLog(dataDir)
    copyFileSync(join(dataDir, 'older.db'), file(dataDir))
  },
}

test('[P10] writes wait for the disk only where that was asked for', async () => {
  for (const [word, synchronous] of [
    [undefined, 1],
    ['FULL', 2],
  ] as const) {
    const folder = temporaryFolder()
    cleanups.push(folder.remove)
    const db = await openChecked(folder.path, readConfig([], { TANDEM_SYNCHRONOUS: word }), new Date())
    expect(db.pragma('synchronous', { simple: true })).toBe(synchronous)
    db.close()
  }
  expect(() => readConfig([], { TANDEM_SYNCHRONOUS: 'sometimes' })).toThrow(/FULL/)
})

describe('[P9] acknowledged writes that are gone', () => {
  test.for(firstOf(2, Object.keys(losses)))('%s: said, and nothing of the old life fits by accident', async (kind) => {
    const place = killed()
    if (kind.includes('search')) {
      const searching = await startChild(place.dataDir)
      expect((await call<Task[]>(searching.url, 'GET', '/tasks/search?mode=keyword&q=log')).body.length).toBe(10)
      await add(searching.url, 'one more in the log')
      await call(searching.url, 'GET', '/tasks/search?mode=keyword&q=more')
      place.lastId++
      place.position++
      await searching.kill()
    }
    losses[kind]?.(place.dataDir)
    const service = await started(place.dataDir)
    const [notice, ...more] = await notices(service.url)
    expect(more).toEqual([])
    expect(notice).toMatchObject({ kind: 'writes_lost', count: expect.any(Number) })
    const left = (await call<Task[]>(service.url, 'GET', '/tasks')).body
    expect(left.length + (notice?.count ?? 0)).toBe(place.position)
    expect(notice?.detail).toContain('tandem-wal'.replace('-', '.db-'))

    expect((await add(service.url, 'of the new life')).id).toBeGreaterThan(place.lastId)
    expect(await head(service.url)).toBeGreaterThan(place.position)
    expect((await call(service.url, 'GET', '/tasks', undefined, { 'If-None-Match': place.etag })).status).toBe(200)
    expect((await firstEvent(`${service.url}/events`, { 'Last-Event-ID': String(place.position) })).event).toBe('reset')
    await service.close()
    const { fromJournal, fromTables } = rebuild(file(place.dataDir))
    expect(Object.keys(fromJournal).sort()).toEqual(Object.keys(fromTables).sort())

    const again = await started(place.dataDir)
    expect(await notices(again.url)).toEqual([notice])
    expect((await call(again.url, 'DELETE', '/notices/writes_lost', undefined, person)).status).toBe(204)
    expect(await notices(again.url)).toEqual([])
    expect((await call(again.url, 'DELETE', '/notices/writes_lost', undefined, person)).status).toBe(404)
  })

  test('kill -9 alone loses nothing and says nothing; a damaged record is no witness', async () => {
    const { dataDir, position } = killed()
    for (const noise of [undefined, '', 'x'.repeat(34), `${'9'.repeat(16)} ${'8'.repeat(16)}\n`]) {
      if (noise !== undefined) writeFileSync(join(dataDir, 'tandem.position'), noise)
      const service = await started(dataDir)
      expect(await notices(service.url)).toEqual([])
      expect(await head(service.url)).toBe(position)
      expect((await call<Task[]>(service.url, 'GET', '/tasks')).body).toHaveLength(20)
      await service.close()
    }
  })

  test.runIf(process.env.TANDEM_LONG)('lost twice, and with the first leap not yet in the file: told once more, numbers still grow', async () => {
    const { dataDir, lastId } = killed()
    loseLog(dataDir)
    const first = await startChild(dataDir)
    const { id } = await add(first.url, 'of the second life')
    await first.kill()
    expect(id).toBeGreaterThan(lastId)
    expect(existsSync(`${file(dataDir)}-wal`)).toBe(true)
    loseLog(dataDir)
    const second = await started(dataDir)
    expect((await notices(second.url))[0]?.count).toBe(1)
    expect((await add(second.url, 'of the third life')).id).toBeGreaterThan(id)
  })
})
