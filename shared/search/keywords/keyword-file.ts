// The file of the keyword index (index.db): an FTS5 table, the words that a misspelt one may have meant, suspected duplicates, and
// how far it follows the journal. It holds nothing that cannot be made again, so a damaged or foreign one is replaced; where no
// file can be written at all, the index lives in memory for this run.
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Scored } from '../../domain/search/rank-fusion.ts'
import { type FileText, FileWords } from './file-word-store.ts'
import { type BaseRate, baseRateKey, type IndexedText, preparePairs, prepareState, prepareTables, prepareWords, unmeasured } from './keyword-tables.ts'

/** Rows that are read to see which of some tasks are among them. */
const maxWalked = 2000

/** Suspected pairs that were found with a base rate so far from the new one are looked for again. */
const stale = 0.7

export interface FoundPairs {
  id: number
  found: readonly Scored[]
  /** Tasks that say the very same as this one and are paired with it alone. */
  copies?: readonly number[]
  /** The task is as it was: pairs that others found with it stay. */
  isLoose?: boolean
  /** The journal was read so far. */
  cursor?: number
}

/** What changes of some tasks, all or nothing. */
export interface IndexChange {
  texts: ReadonlyMap<number, IndexedText | undefined>
  files: ReadonlyMap<number, FileText | undefined>
  newWords: readonly string[]
  cursor: number
}

/** A task and its score. */
export type Weighed = [id: number, score: number]

/** The file itself is broken (not the disk around it). */
export function isDamage(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code)
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}

/** An unusable table is damage too: "no such column" comes from a file that is not ours. */
function isForeign(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'SQLITE_ERROR'
}

export function removeKeywordFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

/**
 * Opens the index of the database with this epoch whose newest journal entry is `head`; empties it when it belongs to another one.
 * Never fails: a damaged file is rebuilt, and without a writable disk the index is kept in memory.
 */
export function openKeywordFile(file: string, epoch: string, head: number, report: (error: unknown) => void): KeywordFile {
  try {
    return open(file, epoch, head)
  } catch (error) {
    report(error)
    try {
      if (isDamage(error) || isForeign(error)) {
        removeKeywordFile(file)
        return open(file, epoch, head)
      }
    } catch (again) {
      report(again)
    }
    return open(':memory:', epoch, head)
  }
}

function open(file: string, epoch: string, head: number): KeywordFile {
  const db = new Database(file)
  try {
    prepareTables(db, epoch, head)
    return new KeywordFile(db)
  } catch (error) {
    db.close()
    throw error
  }
}

const idsOf = (list: readonly Scored[]) => JSON.stringify(list.map(({ id }) => id))

export class KeywordFile {
  readonly #db: Database.Database
  readonly #state: ReturnType<typeof prepareState>
  readonly #words: ReturnType<typeof prepareWords>
  readonly #pairs: ReturnType<typeof preparePairs>
  /** Of the files that tasks name. */
  readonly files: FileWords

  constructor(db: Database.Database) {
    this.#db = db
    this.#state = prepareState(db)
    this.#words = prepareWords(db)
    this.#pairs = preparePairs(db)
    this.files = new FileWords(db)
  }

  cursor(): number {
    return Number(this.#state.read('cursor'))
  }

  /** Replaces the texts of these tasks (undefined: the task is gone) and moves the cursor, all or nothing. */
  apply({ texts, files, newWords, cursor }: IndexChange): void {
    const { drop, add, addSeen } = this.#words
    this.#atOnce(() => {
      for (const [id, text] of texts) {
        drop.run(id)
        if (text) add.run(id, text.title, text.body, text.comments, text.grams)
        else this.#dropPairs(id, [])
      }
      for (const [id, text] of files) this.files.replace(id, text)
      for (const word of newWords) addSeen.run(word)
      this.#state.set('cursor', String(cursor))
    })
  }

  /** The words of these tasks' files alone. */
  applyFiles(files: ReadonlyMap<number, FileText | undefined>): void {
    this.#atOnce(() => {
      for (const [id, text] of files) this.files.replace(id, text)
    })
  }

  /** An index that is older than the words of files was never asked to read them. */
  knowsFiles(): boolean {
    return this.#state.read('files') !== undefined
  }

  filesKnown(): void {
    this.#state.set('files', 'followed')
  }

  /** The best first, of equally good ones the newest; `since` leaves out the tasks up to this id. */
  match(expression: string, limit: number, since = 0): Scored[] {
    const { match, matchSince } = this.#words
    return (since > 0 ? matchSince.all(expression, since, limit) : match.all(expression, limit)) as Scored[]
  }

  /** Whether any task matches; nothing is weighed for it. */
  has(expression: string): boolean {
    return this.#words.matchAny.get(expression, 1) !== undefined
  }

  /** How many tasks match. */
  rows(expression: string): number {
    return this.#words.rows.get(expression) as number
  }

  /** The same as `match` without an end, to be left when enough of them pass a filter. */
  matching(expression: string): IterableIterator<Scored> {
    return this.#words.match.iterate(expression, -1) as IterableIterator<Scored>
  }

  /** So many (-1: all) that match with their scores, in no order. */
  weigh(expression: string, max: number): Weighed[] {
    return this.#words.weigh.all(expression, max) as Weighed[]
  }

  /** Which of these tasks match. Asking for each by itself begins the expression again each time: only where all that match are too many. */
  matchAmong(expression: string, ids: readonly number[]): number[] {
    const { matchAny, matchAmong } = this.#words
    const all = matchAny.all(expression, maxWalked) as number[]
    if (all.length === maxWalked) return matchAmong.all(expression, JSON.stringify(ids)) as number[]
    const matching = new Set(all)
    return ids.filter((id) => matching.has(id))
  }

  /** In how many tasks a stem stands. */
  documents(stem: string): number {
    return (this.#words.documents.get(stem) as number | undefined) ?? 0
  }

  /** How many tasks there are, how many words one has on average, and how many with the pairs of its characters. */
  size(): ListSize {
    return readAverages(this.#words.averages.get() as Buffer | undefined)
  }

  newestId(): number {
    return this.#words.newest.get() as number
  }

  seenWords(): string[] {
    return this.#words.seen.all() as string[]
  }

  pairsCursor(): number {
    return Number(this.#state.read('pairs_cursor'))
  }

  /** Tasks to look at again though they did not change. */
  loose(limit: number): number[] {
    return this.#pairs.loose.all(limit) as number[]
  }

  savePairs({ id, found, copies = [], isLoose = false, cursor }: FoundPairs): void {
    const { settle, dropAmong, add } = this.#pairs
    this.#atOnce(() => {
      if (!isLoose) this.#dropPairs(id, found)
      settle.run(id)
      if (copies.length > 0) dropAmong.run({ copies: JSON.stringify(copies), found: idsOf(found) })
      for (const other of found) add.run(Math.min(id, other.id), Math.max(id, other.id), other.score)
      if (cursor !== undefined) this.#state.set('pairs_cursor', String(cursor))
    })
  }

  baseRate(): BaseRate {
    const saved = this.#state.read(baseRateKey)
    return saved ? (JSON.parse(saved) as BaseRate) : unmeasured
  }

  setBaseRate(baseRate: BaseRate): void {
    this.#atOnce(() => {
      const before = this.baseRate().value
      this.#state.set(baseRateKey, JSON.stringify(baseRate))
      if (Math.abs(baseRate.value - before) > stale) this.#state.set('pairs_cursor', '0')
    })
  }

  pairs(limit: number): { a: number; b: number; score: number }[] {
    return this.#pairs.all.all(limit) as { a: number; b: number; score: number }[]
  }

  close(): void {
    this.#db.close()
  }

  /** Whoever loses a likely pair by that, unless it is still among `still`, is looked at again. */
  #dropPairs(id: number, still: readonly Scored[]): void {
    this.#pairs.loosen.run({ id, still: idsOf(still) })
    this.#pairs.drop.run({ id })
  }

  #atOnce(work: () => void): void {
    this.#db.transaction(work).immediate()
  }
}

export interface ListSize {
  documents: number
  words: number
  length: number
}

/** FTS5 keeps the number of rows and the tokens of each column as varints in its first record. */
function readAverages(block: Buffer | undefined): ListSize {
  const numbers: number[] = []
  if (!block) return { documents: 0, words: 0, length: 0 }
  for (let at = 0; at < block.length && numbers.length < 5; ) {
    let value = 0
    let byte = 0
    do {
      byte = block[at++] as number
      value = value * 128 + (byte & 0x7f)
    } while (byte & 0x80 && at < block.length)
    numbers.push(value)
  }
  const [rows = 0, title = 0, body = 0, comments = 0, grams = 0] = numbers
  const words = title + body + comments
  return { documents: rows, words: rows > 0 ? words / rows : 0, length: rows > 0 ? (words + grams) / rows : 0 }
}
