// Two commits behave alike if the same seeds leave the same bytes: `TANDEM_RECORD=file` fixes clocks and ids of a fuzz run, and writes one line for
// each list at the end of each world, with the hash of its journal, its rows and what sync knows of them.
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { vi } from 'vitest'
import { randomFrom } from '../fuzz/random.ts'

const file = process.env.TANDEM_RECORD
const start = Date.UTC(2026, 0, 1)

/** From here on ids are drawn from the seed, and the wall clock stands still. */
export function fixIdsAndClock(seed: number): void {
  if (file === undefined) return
  const random = randomFrom(seed)
  const fill = (bytes: Uint8Array) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(random() * 256)
  }
  vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
    fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    return array
  })
  vi.spyOn(globalThis.crypto, 'randomUUID').mockImplementation(() => {
    const bytes = new Uint8Array(16)
    fill(bytes)
    const hex = Buffer.from(bytes).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  })
  vi.useFakeTimers({ toFake: ['Date'], now: start })
}

/** So many milliseconds after the beginning of the world. */
export function moveClock(to: number): void {
  if (file !== undefined) vi.setSystemTime(start + to)
}

export function recordDatabase(name: string, db: Database.Database): void {
  if (file === undefined) return
  const hash = createHash('sha256')
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name").pluck().all() as string[]
  let rows = 0
  for (const table of tables) {
    // What the index of full text keeps beside the rows follows from them.
    if (/_(data|idx|content|docsize|config)$/.test(table)) continue
    for (const row of db.prepare(`SELECT * FROM "${table}"`).raw().all()) {
      rows++
      hash.update(`${table} ${JSON.stringify(row)}\n`)
    }
  }
  appendFileSync(file, `${name} ${rows} ${hash.digest('hex')}\n`)
}
