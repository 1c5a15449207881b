// Bits that the disk turned over in a text: SQLite sees nothing, the backup compares with the journal.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { backUp, listBackups } from '../../../electron/service/db/backups.ts'
import { startService } from '../../../electron/service/start-service.ts'
import type { Notice } from '../../../shared/schema/notice.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { openApp } from '../../support/service/app.ts'
import { serves } from '../../support/service/as-person.ts'
import { call } from '../../support/service/http.ts'
import { noNotifier, temporaryFolder } from '../../support/service/service.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const day = (n: number) => new Date(2027, 0, n, 12)
const notices = async (url: string) => (await call<Notice[]>(url, 'GET', '/notices')).body

test.runIf(process.env.TANDEM_LONG)('[P11] a bit that turned over in a description: named, older backups stay; seen once, it is not told again', async () => {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  const options = { port: 0, dataDir: folder.path, version: '0.0.0-test', logLevel: 'silent', notifier: noNotifier }
  const file = join(folder.path, 'tandem.db')
  const first = await startService(options)
  const { body: task } = await call<Task>(first.url, 'POST', '/tasks', { title: 'Order', description: 'heliotrope for the garden' })
  await call(first.url, 'POST', `/tasks/${task.id}/comments`, { body: 'and marigolds' })
  await first.close()
  for (let n = 1; n <= 9; n++) await backUp(file, folder.path, day(n))
  const before = listBackups(folder.path).length

  const bytes = readFileSync(file)
  let at = bytes.indexOf('heliotrope')
  // The journal's has a quotation mark before it, the row's has not.
  while (bytes[at - 1] === 0x22) at = bytes.indexOf('heliotrope', at + 1)
  bytes[at] = (bytes[at] as number) ^ 1
  writeFileSync(file, bytes)

  const service = await startService({ ...options, clock: { now: () => day(10) } })
  cleanups.push(service.close)
  serves(service.url, folder.path)
  expect((await call<Task>(service.url, 'GET', `/tasks/${task.id}`)).body.description).toBe('ieliotrope for the garden')
  for (let n = 0; n < 2; n++) {
    expect((await call(service.url, 'POST', '/backups')).status).toBe(200)
    expect(await notices(service.url)).toEqual([
      { kind: 'content_differs', at: day(10).toISOString(), count: 1, detail: expect.stringContaining(`task ${task.id}: description`) },
    ])
    expect(listBackups(folder.path)).toHaveLength(before + 1)
  }
  expect((await call(service.url, 'DELETE', '/notices/content_differs', undefined, { 'x-actor': 'person' })).status).toBe(204)
  await call(service.url, 'POST', '/backups')
  expect(await notices(service.url)).toEqual([])
  expect(listBackups(folder.path).length).toBeLessThan(before + 1)

  // Written again, row and journal agree.
  await call(service.url, 'PATCH', `/tasks/${task.id}`, { description: 'heliotrope for the garden' })
  await call(service.url, 'POST', '/backups')
  expect(await notices(service.url)).toEqual([])
})

test('[P11] rows that went, came or changed beside the journal, and a damaged entry, are all found; what the journal never heard of is not', async () => {
  const { url, db, close } = await openApp()
  cleanups.push(close)
  const ids: number[] = []
  for (let i = 0; i < 5; i++) ids.push((await call<Task>(url, 'POST', '/tasks', { title: `task ${i}`, labels: ['a'] })).body.id)
  const [changed, gone, back, list, entry] = ids as [number, number, number, number, number]
  const row = db.prepare('SELECT * FROM tasks WHERE id = ?').get(back) as Record<string, unknown>
  await call(url, 'PATCH', `/tasks/${changed}`, { title: 'written later' })
  await call(url, 'DELETE', `/tasks/${back}`)
  await call(url, 'DELETE', `/tasks/${list}`)
  await call(url, 'POST', '/undo', { entry: (await call<{ journal: number }>(url, 'GET', '/health')).body.journal })
  expect((await call(url, 'POST', '/backups')).status).toBe(200)
  expect(await notices(url)).toEqual([])

  db.prepare("UPDATE tasks SET title = 'something else' WHERE id = ?").run(changed)
  db.prepare('DELETE FROM tasks WHERE id = ?').run(gone)
  const names = Object.keys(row)
  db.prepare(`INSERT INTO tasks (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`).run(row)
  db.prepare(`UPDATE tasks SET labels = '["b"]' WHERE id = ?`).run(list)
  db.prepare('UPDATE journal SET after = substr(after, 2) WHERE entity_id = ?').run(entry)
  db.prepare(
    "INSERT INTO tasks (uid, title, status, priority, labels, requesters, version, created_at, updated_at) VALUES ('u', 'foreign', 'todo', 'low', '[]', '[]', 1, 'x', 'x')",
  ).run()
  await call(url, 'POST', '/backups')
  const [notice] = await notices(url)
  for (const name of [`task ${changed}: title`, `task ${gone}: it is missing`, `task ${back}: it was deleted`, `task ${list}: labels`, `about task ${entry}`])
    expect(notice?.detail).toContain(name)
  expect(notice?.count).toBe(5)
})
