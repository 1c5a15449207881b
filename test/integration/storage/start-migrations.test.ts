// Formats: a newer one is refused untouched, an older one is copied first, a failing migration changes nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, test } from 'vitest'
import { migrations } from '../../../electron/service/db/migrations.ts'
import { openDatabase } from '../../../electron/service/db/open.ts'
import { startService } from '../../../electron/service/start-service.ts'
import { startAndEnd, startChild } from '../../support/service/child-service.ts'
import { call } from '../../support/service/http.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function databaseIn(): { dataDir: string; file: string } {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  return { dataDir: folder.path, file: join(folder.path, 'tandem.db') }
}

function insertTask(file: string, title: string): void {
  const db = new Database(file)
  db.prepare(
    "INSERT INTO tasks (uid, title, status, priority, labels, requesters, version, created_at, updated_at) VALUES (?, ?, 'todo', 'low', '[]', '[]', 1, 'x', 'x')",
  ).run(title, title)
  db.close()
}

const titles = (db: Database.Database) => db.prepare('SELECT title FROM tasks ORDER BY id').pluck().all()
const more = [...migrations, 'ALTER TABLE tasks ADD COLUMN colour TEXT', "UPDATE tasks SET colour = 'blue'"]

describe('migrations', () => {
  test('[P4] each runs once, in order, after a copy of the file; the copy is what the older version left, its log included', () => {
    const { file } = databaseIn()
    openDatabase(file).close()
    insertTask(file, 'in the file')
    // A process that was killed leaves its last writes in the log only.
    const killed = new Database(file)
    killed.pragma('journal_mode = WAL')
    killed.pragma('wal_autocheckpoint = 0')
    killed.prepare("UPDATE tasks SET title = 'in the log'").run()
    const db = openDatabase(file, more)
    killed.close()
    expect(db.pragma('user_version', { simple: true })).toBe(more.length)
    expect(db.prepare('SELECT title, colour FROM tasks').all()).toEqual([{ title: 'in the log', colour: 'blue' }])
    db.close()
    const copy = new Database(`${file}.before-format-${migrations.length + 1}`, { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(titles(copy)).toEqual(['in the log'])
    copy.close()
    const again = openDatabase(file, more)
    expect(again.prepare('SELECT count(*) FROM tasks').pluck().get()).toBe(1)
    again.close()
  })

  test('[P4] a first start copies nothing', () => {
    const { dataDir, file } = databaseIn()
    openDatabase(file, more).close()
    expect(readdirSync(dataDir)).toEqual(['tandem.db'])
  })

  test('[P4] a failing migration leaves the data as it was, whatever ran before it', () => {
    const { file } = databaseIn()
    openDatabase(file).close()
    insertTask(file, 'kept')
    const failing = [...more, 'DELETE FROM tasks', 'INSERT INTO nowhere VALUES (1)']
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => openDatabase(file, failing)).toThrow(/could not be upgraded to .*nowhere.*before-format/)
      const db = openDatabase(file)
      expect(db.pragma('user_version', { simple: true })).toBe(migrations.length)
      expect(titles(db)).toEqual(['kept', 'later'].slice(0, attempt + 1))
      expect(db.prepare("SELECT count(*) FROM pragma_table_info('tasks') WHERE name = 'colour'").pluck().get()).toBe(0)
      db.close()
      if (attempt === 0) insertTask(file, 'later')
    }
    // The copy is of the last attempt, not of the first one.
    const copy = new Database(`${file}.before-format-${migrations.length + 1}`, { readonly: true })
    expect(titles(copy)).toEqual(['kept', 'later'])
    copy.close()
  })

  test('[P4] a newer database: exit 1, the message says so, not a byte is changed', async () => {
    for (const log of [false, true]) {
      const { dataDir, file } = databaseIn()
      const killed = log ? await startChild(dataDir) : undefined
      const service = killed ?? (await startService({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent' }))
      await call(service.url, 'POST', '/tasks', { title: 'from the future' })
      await ('close' in service ? service.close() : service.kill())
      const future = new Database(file)
      future.pragma('wal_autocheckpoint = 0')
      future.pragma(`user_version = ${migrations.length + 3}`)
      if (!log) future.close()
      const names = ['tandem.db', 'tandem.db-wal'].filter((name) => existsSync(join(dataDir, name)))
      const before = names.map((name) => readFileSync(join(dataDir, name)))
      const ended = await startAndEnd(dataDir)
      expect(ended.code).toBe(1)
      expect(ended.stderr).toContain(`format ${migrations.length + 3}`)
      expect(ended.stderr).toContain('Update Tandem')
      expect(ended.stderr).not.toContain('    at ')
      expect(names.map((name) => readFileSync(join(dataDir, name)))).toEqual(before)
      expect(readdirSync(dataDir).filter((name) => /damaged|before/.test(name))).toEqual([])
      future.close()
    }
  })
})
