// Data that any commit of the history has written is brought to today's format, and is used. `test/data/formats.json` has the
// migrations of each commit that changed them, as they were then.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, test } from 'vitest'
import { migrations } from '../../../electron/service/db/migrations.ts'
import { type Db, openDatabase } from '../../../electron/service/db/open.ts'
import { startService } from '../../../electron/service/start-service.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { call } from '../../support/service/http.ts'
import { rebuild } from '../../support/fuzz/replay.ts'
import { noNotifier, temporaryFolder } from '../../support/service/service.ts'

interface Format {
  commit: string
  parts: string[]
}
const { parts, formats } = JSON.parse(readFileSync(new URL('../../data/formats.json', import.meta.url), 'utf8')) as {
  parts: Record<string, string>
  formats: Format[]
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function freshFile(): { dataDir: string; file: string } {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  return { dataDir: folder.path, file: join(folder.path, 'tandem.db') }
}

const at = '2026-11-21T12:00:00.000Z'
const uid = (n: number) => `01a20000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Rows in the tables that hold what people wrote, as a program of that format left them. */
function write(db: Db): void {
  const tables = new Set(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[])
  const insert = (table: string, row: Record<string, unknown>) => {
    if (!tables.has(table)) return
    const names = Object.keys(row)
    db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`).run(row)
  }
  insert('meta', { name: 'epoch', value: uid(999) })
  for (const id of [1, 2]) {
    const fields = { title: `task ${id}`, description: null, status: 'todo', priority: 'low', dedupe_key: null, completed_at: null }
    insert('tasks', { id, uid: uid(id), ...fields, labels: '["old"]', requesters: '[]', version: 1, created_at: at, updated_at: at })
    const after = JSON.stringify({ uid: uid(id), ...fields, labels: ['old'], requesters: [], created_at: at })
    insert('journal', { at, actor_kind: 'person', actor_name: 'ada', entity: 'task', entity_id: id, task_id: id, action: 'created', after })
  }
  insert('proposals', { agent: 'claude', kinds: '["create"]', tool: 'create_task', arguments: '{"title":"proposed"}', state: 'pending', created_at: at })
  insert('reminders', { schedule_id: 7, due_at: at, state: 'acknowledged', late: 0, round: 0, created_at: at, updated_at: at })
  insert('distinct_tasks', { a: 1, b: 2 })
}

function made({ parts: names }: Format): { dataDir: string; file: string } {
  const place = freshFile()
  const db = new Database(place.file)
  db.pragma('journal_mode = WAL')
  for (const name of names) db.exec(parts[name] as string)
  write(db)
  db.pragma(`user_version = ${names.length}`)
  db.close()
  return place
}

const plain = (sql: string) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/IF NOT EXISTS /g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Every table, index and trigger as it stands. */
function schemaOf(db: Db): string[] {
  const objects = db.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name").all() as {
    name: string
    sql: string
  }[]
  return objects.map(({ name, sql }) => `${name}: ${plain(sql)}`)
}

describe('[P4] data of every landed commit', () => {
  test.for(process.env.TANDEM_LONG ? formats : formats.filter((_, n) => n % 4 === 0 || n === formats.length - 1))(
    '$commit: has today’s format after a start, keeps what was written, and is used',
    async (format) => {
      const { dataDir, file } = made(format)
      const upgraded = openDatabase(file)
      const fresh = openDatabase(freshFile().file)
      expect(schemaOf(upgraded)).toEqual(schemaOf(fresh))
      expect(upgraded.pragma('user_version', { simple: true })).toBe(migrations.length)
      expect(upgraded.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(upgraded.pragma('foreign_key_check')).toEqual([])
      upgraded.close()
      fresh.close()

      const service = await startService({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent', notifier: noNotifier })
      cleanups.push(service.close)
      const { body: added } = await call<Task>(service.url, 'POST', '/tasks', { title: 'written by the new program' })
      expect(added.id).toBe(3)
      expect((await call<Task[]>(service.url, 'GET', '/tasks')).body.map((task) => task.title)).toEqual(['written by the new program', 'task 2', 'task 1'])
      expect((await call<Proposal[]>(service.url, 'GET', '/proposals')).body).toHaveLength(1)
      expect((await call<unknown[]>(service.url, 'GET', '/reminders')).status).toBe(200)
      const mail = { source: 'mail', messages: [{ from: 'ada@example.org', sent_at: at, body: 'Please mend the printer.' }] }
      expect((await call(service.url, 'POST', '/conversations', mail)).status).toBe(201)
      expect((await call(service.url, 'PATCH', '/tasks/1', { status: 'done' })).status).toBe(200)
      expect((await call(service.url, 'DELETE', '/tasks/2')).status).toBe(204)
      await service.close()
      const { fromJournal, fromTables } = rebuild(file)
      expect(fromJournal).toEqual(fromTables)
    },
  )

  test('no migration that has landed was changed or moved since the order was settled', () => {
    const settled = formats.at(-1)?.parts.map((name) => plain(parts[name] as string)) as string[]
    expect(migrations.slice(0, settled.length).map(plain)).toEqual(settled)
  })
})
