// A damaged database is set aside and never silently replaced; the person decides; a restored one is another life of the data.
import {
  copyFileSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { backUp, listBackups } from '../../../electron/service/db/backups.ts'
import { StartError } from '../../../electron/service/start-error.ts'
import { type ServiceOptions, startService } from '../../../electron/service/start-service.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { type ChildService, startAndEnd, startChild } from '../../support/service/child-service.ts'
import { call } from '../../support/service/http.ts'
import { rebuild } from '../../support/fuzz/replay.ts'
import { noNotifier, temporaryFolder } from '../../support/service/service.ts'
import { firstEvent } from '../../support/service/event-reader.ts'
import { firstOf } from '../../support/first-of.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function started(dataDir: string, ...args: string[]): Promise<ChildService> {
  const service = await startChild(dataDir, ...args)
  cleanups.push(service.kill)
  return service
}

/** In this process, for a fifth of the cost: where nothing is killed and the command line has its own test. */
async function startedHere(dataDir: string, options: Partial<ServiceOptions> = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const service = await startService({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent', notifier: noNotifier, ...options })
  cleanups.push(service.close)
  return { url: service.url, stop: service.close }
}

/** The words of a start that is refused. */
async function refusedHere(dataDir: string, options: Partial<ServiceOptions> = {}): Promise<string> {
  const refusal: unknown = await startedHere(dataDir, options).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartError)
  return (refusal as StartError).message
}

const file = (dataDir: string) => join(dataDir, 'tandem.db')
const titles = async (url: string) => (await call<Task[]>(url, 'GET', '/tasks')).body.map((task) => task.title).sort()
const asides = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('tandem.db.damaged-') && !/-(wal|shm)$/.test(name))

/** A folder with a list of 60 tasks, a backup of it, and ten tasks written after the backup; the service has ended. */
const template = temporaryFolder()
beforeAll(async () => {
  const service = await startChild(template.path)
  for (let i = 0; i < 60; i++) await call(service.url, 'POST', '/tasks', { title: `old ${i}`, description: `${'lorem ipsum '.repeat(200)} number${i}` })
  await backUp(file(template.path), template.path, new Date())
  for (let i = 0; i < 10; i++) await call(service.url, 'POST', '/tasks', { title: `new ${i}` })
  await call(service.url, 'GET', '/tasks/search?mode=keyword&q=new')
  await service.stop()
})
afterAll(template.remove)

function usedFolder(): string {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  cpSync(template.path, folder.path, { recursive: true })
  return folder.path
}

/** Overwrites bytes, as a failing disk does. */
function overwrite(path: string, position: number, bytes: number): void {
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, position)
  closeSync(handle)
}

/** A list that takes a while to check, which is then done in a thread of its own. */
function lengthen(path: string): void {
  const db = new Database(path)
  db.exec('CREATE TABLE padding (bytes BLOB); INSERT INTO padding VALUES (zeroblob(20000000))')
  db.close()
}

const damages: Record<string, (path: string) => void> = {
  'a garbage header': (path) => overwrite(path, 0, 100),
  'overwritten pages of a long list': (path) => (lengthen(path), overwrite(path, 4096 * 3, 4096 * 6)),
  'a cut in the middle': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'a single page left': (path) => truncateSync(path, 4096),
  'overwritten pages': (path) => overwrite(path, 4096 * 3, statSync(path).size - 4096 * 6),
  'a long list, cut': (path) => (lengthen(path), truncateSync(path, 17_000_000)),
  'another file in its place': (path) => writeFileSync(path, 'Dear diary,\n'.repeat(1000)),
}

test('[P5] a long list is checked, and opens when it is whole; one of a newer Tandem is refused', async () => {
  const dataDir = usedFolder()
  lengthen(file(dataDir))
  const service = await startedHere(dataDir)
  expect(await titles(service.url)).toHaveLength(70)
  await service.stop()
  const db = new Database(file(dataDir))
  db.pragma('user_version = 9999')
  db.close()
  expect(await refusedHere(dataDir)).toContain('newer Tandem')
  expect(asides(dataDir)).toEqual([])
})

test('[P5] a long list that was closed in order opens before it is checked, and is set aside when that finds damage', async () => {
  const dataDir = usedFolder()
  lengthen(file(dataDir))
  // The first start after another program wrote to it checks first; that one closes it in order.
  await (await startedHere(dataDir)).stop()
  const found = Promise.withResolvers<unknown>()
  const service = await startedHere(dataDir, { damaged: found.resolve, checkAfterMs: 100 })
  overwrite(file(dataDir), 4096 * 3, 4096 * 6)
  expect(await found.promise).toMatchObject({ code: 'damaged', message: expect.stringContaining('moved aside') as string })
  await expect(fetch(`${service.url}/health`)).rejects.toThrow()
  expect(asides(dataDir)).toHaveLength(1)
  expect(await refusedHere(dataDir)).toContain('--restore latest')
})

test('[P5] a long list that was not closed in order, or was touched since, is checked before it opens', async () => {
  const dataDir = usedFolder()
  lengthen(file(dataDir))
  const killed = await started(dataDir)
  await killed.kill()
  overwrite(file(dataDir), 4096 * 3, 4096 * 6)
  expect(await refusedHere(dataDir)).toContain('moved aside')
  const touched = usedFolder()
  lengthen(file(touched))
  await (await startedHere(touched)).stop()
  overwrite(file(touched), 4096 * 3, 4096 * 6)
  expect(await refusedHere(touched, { damaged: () => undefined })).toContain('moved aside')
})

describe('a damaged database', () => {
  test.for(firstOf(3, Object.keys(damages)))('[P5] %s: set aside untouched, said, asked again, restored as another life', async (kind) => {
    const dataDir = usedFolder()
    damages[kind]?.(file(dataDir))
    const bytes = readFileSync(file(dataDir))
    const first = await startAndEnd(dataDir)
    expect(first.code).toBe(1)
    expect(first.stdout).toBe('')
    const [aside, ...more] = asides(dataDir)
    expect(more).toEqual([])
    expect(first.stderr).toContain(join(dataDir, aside as string))
    expect(first.stderr).toMatch(/latest automatic backup is from \d{4}-\d\d-\d\d/)
    expect(first.stderr).toContain('--restore latest')
    expect(first.stderr).toContain('--start-empty')
    expect(readFileSync(join(dataDir, aside as string)).equals(bytes)).toBe(true)

    // The rest is the same for every kind of damage but the way in which it is found.
    const thorough = kind === 'a garbage header' || (kind === 'overwritten pages' && process.env.TANDEM_LONG === '1')
    if (thorough) expect(await startAndEnd(dataDir)).toEqual(first)

    const restored = thorough ? await started(dataDir, '--restore', 'latest') : await startedHere(dataDir, { restore: 'latest' })
    expect(await titles(restored.url)).toEqual(Array.from({ length: 60 }, (_, i) => `old ${i}`).sort())
    expect((await call<Task[]>(restored.url, 'GET', '/tasks/search?mode=keyword&q=number17')).body.map((task) => task.title)).toEqual(['old 17'])
    expect((await call<Task[]>(restored.url, 'GET', '/tasks/search?mode=keyword&q=new')).body).toEqual([])
    if (!thorough) return
    await restored.stop()
    // Without a choice it goes on with what was restored, and what was set aside stays.
    const again = await startedHere(dataDir)
    expect(await titles(again.url)).toHaveLength(60)
    expect(readFileSync(join(dataDir, aside as string)).equals(bytes)).toBe(true)
  })

  test('[P5] nothing of the old life fits by accident: ids, ETags, positions', async () => {
    const dataDir = usedFolder()
    const before = await startedHere(dataDir)
    // One task changed after the backup, to the version that the restored one will reach again.
    const { body: changed, headers } = await call<Task>(before.url, 'PATCH', '/tasks/1', { title: 'changed in the old life' })
    const list = await call(before.url, 'GET', '/tasks')
    const write = { source: 'mail', messages: [{ from: 'ada@example.org', sent_at: '2026-01-01T09:00:00Z', body: 'Please mend the printer.' }] }
    const { body: oldTalk } = await call<{ id: number }>(before.url, 'POST', '/conversations', write)
    const { body: newest } = await call<Task>(before.url, 'POST', '/tasks', { title: 'last of the old life' })
    const oldHead = (await call<{ journal: number }>(before.url, 'GET', '/health')).body.journal
    await before.stop()
    overwrite(file(dataDir), 0, 100)
    await refusedHere(dataDir)
    const { url } = await startedHere(dataDir, { restore: 'latest' })

    await call(url, 'PATCH', '/tasks/1', { title: 'changed in the new life' })
    expect((await call(url, 'PATCH', '/tasks/1', { title: 'by the old ETag' }, { 'If-Match': headers.get('etag') as string })).status).toBe(412)
    expect((await call(url, 'GET', '/tasks/1', undefined, { 'If-None-Match': headers.get('etag') as string })).status).toBe(200)
    expect((await call(url, 'GET', '/tasks', undefined, { 'If-None-Match': list.headers.get('etag') as string })).status).toBe(200)
    const { body: fresh } = await call<Task>(url, 'POST', '/tasks', { title: 'first of the new life' })
    expect(fresh.id).toBeGreaterThan(newest.id)
    expect(changed.version).toBe(2)
    const { body: freshTalk } = await call<{ id: number }>(url, 'POST', '/conversations', write)
    expect(freshTalk.id).toBeGreaterThan(oldTalk.id)
    // Accepting a proposal, or acknowledging a reminder, must not decide on another one than was seen.
    const leapt = new Database(file(dataDir), { readonly: true })
    const counters = leapt.prepare("SELECT name, seq FROM sqlite_sequence WHERE name IN ('proposals', 'reminders') ORDER BY name").all()
    leapt.close()
    expect(counters).toEqual([
      { name: 'proposals', seq: 100_000 },
      { name: 'reminders', seq: 100_000 },
    ])
    // The head has passed the old one by now; the position of the old life is recognised all the same.
    expect((await firstEvent(`${url}/events`, { 'Last-Event-ID': String(oldHead) })).event).toBe('reset')
    expect((await firstEvent(`${url}/events`, { 'Last-Event-ID': '60' })).event).toBe('hello')
    const { fromJournal, fromTables } = rebuild(file(dataDir))
    expect(Object.keys(fromJournal).sort()).toEqual(Object.keys(fromTables).sort())
  })

  test('[P5] --start-empty starts over and deletes nothing', async () => {
    const dataDir = usedFolder()
    overwrite(file(dataDir), 0, 100)
    await refusedHere(dataDir)
    const names = readdirSync(dataDir)
    const service = await started(dataDir, '--start-empty')
    expect(await titles(service.url)).toEqual([])
    expect((await call<Task[]>(service.url, 'GET', '/tasks/search?mode=keyword&q=old')).body).toEqual([])
    await call(service.url, 'POST', '/tasks', { title: 'again' })
    await service.stop()
    expect(await titles((await startedHere(dataDir)).url)).toEqual(['again'])
    for (const name of names.filter((name) => name !== 'damaged.json' && !/-(wal|shm)$/.test(name))) expect(readdirSync(dataDir)).toContain(name)
  })

  test.runIf(process.env.TANDEM_LONG)(
    '[P5] `latest` is the backup with the most journal: not one of a clock that ran ahead, not one of the list before an empty one',
    async () => {
      const dataDir = usedFolder()
      const stale = listBackups(dataDir)[0]?.file as string
      renameSync(stale, join(dataDir, 'backups', 'tandem-2036-11-22.db'))
      await backUp(file(dataDir), dataDir, new Date())
      const restored = await startedHere(dataDir, { restore: 'latest' })
      expect(await titles(restored.url)).toHaveLength(70)
      await restored.stop()
      overwrite(file(dataDir), 0, 100)
      await refusedHere(dataDir)
      const again = await startedHere(dataDir, { startEmpty: true })
      await call(again.url, 'POST', '/tasks', { title: 'again' })
      await again.stop()
      await backUp(file(dataDir), dataDir, new Date())
      expect(await titles((await startedHere(dataDir, { restore: 'latest' })).url)).toEqual(['again'])
    },
  )

  test.runIf(process.env.TANDEM_LONG)('[P5] an older backup, restored by its name after another one, gives out no number of the lives before', async () => {
    const dataDir = usedFolder()
    const first = join(dataDir, 'backups', readdirSync(join(dataDir, 'backups'))[0] as string)
    const second = await startedHere(dataDir)
    for (let i = 0; i < 5; i++) await call(second.url, 'POST', '/tasks', { title: `second ${i}` })
    await second.stop()
    await backUp(file(dataDir), dataDir, new Date(2027, 0, 2))
    const third = await startedHere(dataDir, { restore: 'latest' })
    const { body: last } = await call<Task>(third.url, 'POST', '/tasks', { title: 'of the third life' })
    const head = (await call<{ journal: number }>(third.url, 'GET', '/health')).body.journal
    await third.stop()
    const fourth = await startedHere(dataDir, { restore: first })
    const { body: next } = await call<Task>(fourth.url, 'POST', '/tasks', { title: 'of the fourth life' })
    expect(next.id).toBeGreaterThan(last.id)
    expect((await call<{ journal: number }>(fourth.url, 'GET', '/health')).body.journal).toBeGreaterThan(head)
  })

  test('[P5] --start-empty and --restore never drop a healthy list', async () => {
    const dataDir = usedFolder()
    const refused = await startAndEnd(dataDir, '--start-empty')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('healthy')
    const restored = await startedHere(dataDir, { restore: 'latest' })
    expect(await titles(restored.url)).toHaveLength(60)
    const kept = readdirSync(dataDir).filter((name) => name.includes('before-restore'))
    expect(kept).toHaveLength(1)
    const db = new Database(join(dataDir, kept[0] as string), { readonly: true })
    expect(db.prepare('SELECT count(*) FROM tasks').pluck().get()).toBe(70)
    db.close()
  })

  test('[P5] kill -9 just before: what only the log held comes along', async () => {
    const dataDir = usedFolder()
    const service = await started(dataDir)
    await call(service.url, 'POST', '/tasks', { title: 'only in the log' })
    await service.kill()
    const restored = await startedHere(dataDir, { restore: 'latest' })
    expect(await titles(restored.url)).toHaveLength(60)
    const kept = readdirSync(dataDir).find((name) => name.includes('before-restore')) as string
    const db = new Database(join(dataDir, kept))
    expect(db.prepare('SELECT count(*) FROM tasks').pluck().get()).toBe(71)
    db.close()
  })

  test('[P5] the process ends between setting aside and saying so: the next start finishes it', async () => {
    const dataDir = usedFolder()
    overwrite(file(dataDir), 0, 100)
    const bytes = readFileSync(file(dataDir))
    writeFileSync(join(dataDir, 'damaged.json'), JSON.stringify({ setAside: `${file(dataDir)}.damaged-then`, reason: 'noted' }))
    const ended = await startAndEnd(dataDir)
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('tandem.db.damaged-then')
    expect(readFileSync(`${file(dataDir)}.damaged-then`).equals(bytes)).toBe(true)
    await startedHere(dataDir, { restore: 'latest' })
  })

  test('[P5] a healthy file that the person puts back by hand is taken', async () => {
    const dataDir = usedFolder()
    copyFileSync(file(dataDir), join(dataDir, 'copy'))
    overwrite(file(dataDir), 0, 100)
    await refusedHere(dataDir)
    renameSync(join(dataDir, 'copy'), file(dataDir))
    expect(await titles((await startedHere(dataDir)).url)).toHaveLength(70)
  })

  test.for(['missing', 'empty'])('[P5] a %s database where there was one: no empty list without a word', async (kind) => {
    const dataDir = usedFolder()
    if (kind === 'missing') rmSync(file(dataDir))
    else truncateSync(file(dataDir), 0)
    const ended = await startAndEnd(dataDir)
    expect(ended.code).toBe(1)
    for (const said of [ended.stderr, await refusedHere(dataDir)]) {
      expect(said).toContain(kind)
      expect(said).toContain('--restore latest')
    }
    if (kind === 'empty') {
      await (await startedHere(dataDir, { startEmpty: true })).stop()
      expect(await titles((await startedHere(dataDir)).url)).toEqual([])
    } else expect(await titles((await startedHere(dataDir, { restore: 'latest' })).url)).toHaveLength(60)
  })

  test('[P5] a backup that is damaged, missing or none of ours: refused, and everything stays', async () => {
    const dataDir = usedFolder()
    const [backup] = readdirSync(join(dataDir, 'backups')).map((name) => join(dataDir, 'backups', name))
    const foreign = join(dataDir, 'foreign.db')
    new Database(foreign).exec('CREATE TABLE t (x)').close()
    overwrite(backup as string, 4096 * 2, 4096 * 20)
    for (const which of ['latest', join(dataDir, 'nowhere.db'), foreign, file(dataDir) + '.partial']) {
      expect(await refusedHere(dataDir, { restore: which }), which).toMatch(/backup/)
    }
    const ended = await startAndEnd(dataDir, '--restore', 'latest')
    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(/backup/)
    expect(ended.stderr).not.toContain('    at ')
    expect(await titles((await startedHere(dataDir)).url)).toHaveLength(70)
  })

  test('[P1] a missing log of a service that ended well is fine, a foreign one is not read', async () => {
    const dataDir = usedFolder()
    expect(existsSync(`${file(dataDir)}-wal`)).toBe(false)
    writeFileSync(`${file(dataDir)}-wal`, Buffer.alloc(50_000, 0x37))
    expect(await titles((await startedHere(dataDir)).url)).toHaveLength(70)
  })
})

describe('a damaged search index', () => {
  test.for(firstOf(2, ['pages', 'missing', 'header', 'cut', 'foreign']))('[P7] %s: rebuilt without a word, at the start or when it is met', async (kind) => {
    const dataDir = usedFolder()
    const index = join(dataDir, 'index.db')
    if (kind === 'header') overwrite(index, 0, 100)
    if (kind === 'pages') overwrite(index, 4096, statSync(index).size - 4096)
    if (kind === 'cut') truncateSync(index, Math.floor(statSync(index).size / 8192) * 4096)
    if (kind === 'missing') rmSync(index)
    if (kind === 'foreign') {
      rmSync(index)
      new Database(index).exec('CREATE TABLE state (wrong)').close()
    }
    const { url } = await startedHere(dataDir)
    for (const i of [0, 31, 59]) {
      const found = await call<Task[]>(url, 'GET', `/tasks/search?mode=keyword&q=number${i}`)
      expect(found.status).toBe(200)
      expect(found.body.map((task) => task.title)).toEqual([`old ${i}`])
    }
    expect((await call(url, 'POST', '/tasks/find-duplicates', { text: 'old 5' })).status).toBe(200)
  })

  test('[P7] damage while running heals with the next search', async () => {
    const dataDir = usedFolder()
    const { url } = await startedHere(dataDir)
    await call(url, 'GET', '/tasks/search?mode=keyword&q=number33')
    for (const name of ['index.db', 'index.db-wal']) if (existsSync(join(dataDir, name))) overwrite(join(dataDir, name), 0, statSync(join(dataDir, name)).size)
    for (let i = 0; i < 30; i++) await call(url, 'POST', '/tasks', { title: `while broken ${i}`, description: 'consectetur '.repeat(1000) })
    for (const i of [33, 44]) {
      const found = await call<Task[]>(url, 'GET', `/tasks/search?mode=keyword&q=number${i}`)
      expect(found.status).toBe(200)
      expect(found.body.map((task) => task.title)).toEqual([`old ${i}`])
    }
    expect((await call<Task[]>(url, 'GET', '/tasks/search?mode=keyword&q=broken&limit=100')).body).toHaveLength(30)
  })
})
