import Database from 'better-sqlite3'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Db } from './open.ts'
import { createWalFold } from './wal-size.ts'

let folder: string
let db: Db
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-wal-'))
  db = openDatabase(join(folder, 'tandem.db'))
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const logSize = () => statSync(join(folder, 'tandem.db-wal')).size
const write = () => db.exec(`CREATE TABLE IF NOT EXISTS filler (text); INSERT INTO filler VALUES (hex(randomblob(2000000)))`)

test('[P12] a log that grew is folded into the file once nothing is written', async () => {
  write()
  expect(logSize()).toBeGreaterThan(1_048_576)
  const fold = createWalFold(db, 1)
  fold.soon()
  await expect.poll(logSize).toBe(0)
  fold.close()
})

test('[P12] somebody who reads is not waited for, and the fold comes with the next write', async () => {
  const reader = new Database(join(folder, 'tandem.db'), { readonly: true })
  const rows = reader.prepare('SELECT * FROM sqlite_schema').iterate()
  rows.next()
  write()
  const fold = createWalFold(db, 1)
  fold.soon()
  // The reader keeps the log from being cut; a write in between still has its usual timeout.
  await expect.poll(() => db.pragma('busy_timeout', { simple: true })).toBe(5000)
  rows.return?.()
  reader.close()
  write()
  fold.soon()
  await expect.poll(logSize).toBe(0)
  fold.close()
})
