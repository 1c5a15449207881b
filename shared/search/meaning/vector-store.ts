// The store of record for vectors: sqlite-vec in a file of its own, with how far it follows the journal. What answers queries is
// the copy in memory (vector-matrix.ts). A file made with another model, of another database or damaged is rebuilt.
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import * as sqliteVec from 'sqlite-vec'
import { outsideArchive } from '../../node/packaged-path.ts'
import { keepWalShort } from '../short-wal.ts'
import { isDamage } from '../keywords/keyword-file.ts'

const format = 1

/** A task has up to two vectors: of what it says itself, and of its comments. */
export type Part = 0 | 1
export const keyOf = (taskId: number, part: Part): number => taskId * 2 + part
export const taskOf = (key: number): number => Math.floor(key / 2)

export interface VectorChange {
  key: number
  /** Undefined: there is none any more. */
  vector: Float32Array | undefined
  /** Of the text it was made from, so that the same text is not read again. */
  hash: string
}

export function removeVectors(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}

export type VectorStore = ReturnType<typeof open>

export function openVectorStore(file: string, identity: string, dimensions: number, head: number) {
  try {
    return open(file, `${format} ${identity}`, dimensions, head)
  } catch {
    removeVectors(file)
    return open(file, `${format} ${identity}`, dimensions, head)
  }
}

function load(file: string, options?: Database.Options): Database.Database {
  const db = new Database(file, options)
  try {
    db.loadExtension(outsideArchive(sqliteVec.getLoadablePath()))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function open(file: string, identity: string, dimensions: number, head: number) {
  const db = load(file)
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = OFF')
    keepWalShort(db)
    db.exec('CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
    const readState = db.prepare('SELECT value FROM state WHERE name = ?').pluck()
    const setState = db.prepare('INSERT INTO state VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    if (readState.get('identity') !== identity || Number(readState.get('cursor')) > head) {
      db.transaction(() => {
        db.exec(`
          DROP TABLE IF EXISTS vectors;
          DROP TABLE IF EXISTS texts;
          CREATE VIRTUAL TABLE vectors USING vec0 (embedding float[${dimensions}]);
          CREATE TABLE texts (key INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
        `)
        setState.run('cursor', '0')
        setState.run('identity', identity)
      }).immediate()
    }
    const drop = db.prepare('DELETE FROM vectors WHERE rowid = ?')
    const add = db.prepare('INSERT INTO vectors (rowid, embedding) VALUES (?, ?)')
    const dropText = db.prepare('DELETE FROM texts WHERE key = ?')
    const addText = db.prepare('INSERT OR REPLACE INTO texts VALUES (?, ?)')
    const hashOf = db.prepare('SELECT hash FROM texts WHERE key = ?').pluck()
    const count = db.prepare('SELECT count(*) FROM texts WHERE key % 2 = 0').pluck()
    return {
      cursor: (): number => Number(readState.get('cursor')),
      hashOf: (key: number): string | undefined => hashOf.get(key) as string | undefined,
      /** How many tasks have a vector. */
      count: (): number => count.get() as number,
      /** All or nothing; the cursor moves only with what it stands for. */
      apply(changes: readonly VectorChange[], cursor: number | undefined): void {
        db.transaction(() => {
          for (const { key, vector, hash } of changes) {
            drop.run(BigInt(key))
            if (vector) {
              add.run(BigInt(key), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))
              addText.run(key, hash)
            } else dropText.run(key)
          }
          if (cursor !== undefined) setState.run('cursor', String(cursor))
        }).immediate()
      },
      close: (): void => void db.close(),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

export interface StoredVectors {
  /** How far they follow the journal. */
  cursor: number
  /** Tasks that have one. */
  indexed: number
}

/**
 * Reads every vector of a store that another thread writes, after saying how many there are. Undefined when there is none yet, or one
 * of another model, or a damaged one, which is removed: what was read of it counts for nothing.
 */
export function readVectors(
  file: string,
  identity: string,
  expect: (count: number) => void,
  each: (key: number, vector: Float32Array) => void,
): StoredVectors | undefined {
  let db: Database.Database
  let isBroken = false
  try {
    db = load(file, { readonly: true, fileMustExist: true })
  } catch {
    return undefined
  }
  try {
    const state = new Map(db.prepare('SELECT name, value FROM state').raw().all() as [string, string][])
    if (state.get('identity') !== `${format} ${identity}`) return undefined
    const cursor = Number(state.get('cursor'))
    expect(db.prepare('SELECT count(*) FROM texts').pluck().get() as number)
    let indexed = 0
    for (const [key, vector] of chunked(db)) {
      if (key % 2 === 0) indexed++
      each(key, vector)
    }
    return { cursor, indexed }
  } catch (error) {
    // Who writes it would not notice: what it has says that nothing is missing.
    isBroken = isDamage(error)
    return undefined
  } finally {
    db.close()
    if (isBroken) removeVectors(file)
  }
}

/**
 * All vectors, by the chunks of a thousand in which sqlite-vec keeps them: one by one they take ten times as long, and leave as many
 * small pieces of memory behind. The vector given is valid until the next.
 */
function* chunked(db: Database.Database): Generator<[key: number, vector: Float32Array]> {
  const vectors = db.prepare('SELECT vectors FROM vectors_vector_chunks00 WHERE rowid = ?').pluck()
  const chunks = db.prepare('SELECT chunk_id, size, validity, rowids FROM vectors_chunks').all() as Chunk[]
  for (const { chunk_id, size, validity, rowids } of chunks) {
    const numbers = floatsIn(vectors.get(chunk_id) as Buffer)
    const dimensions = numbers.length / size
    for (let i = 0; i < size; i++) {
      if (((validity[i >> 3] as number) >> (i & 7)) % 2 === 0) continue
      yield [Number(rowids.readBigInt64LE(i * 8)), numbers.subarray(i * dimensions, (i + 1) * dimensions)]
    }
  }
}

interface Chunk {
  chunk_id: number
  size: number
  /** A bit for each place that is taken. */
  validity: Buffer
  rowids: Buffer
}

function floatsIn(bytes: Buffer): Float32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer)
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}
