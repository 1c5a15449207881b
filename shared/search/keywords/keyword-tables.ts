// The tables of the keyword index, and its prepared statements: SQL, and nothing else.
import type Database from 'better-sqlite3'
import { sameTaskFrom } from '../../domain/duplicates/same-task.ts'
import { keepWalShort } from '../short-wal.ts'
import { dropFileTables, prepareFileTables } from './file-word-store.ts'

/** Change when the tables or the tokens change: an index of another format is rebuilt. */
const format = 4

export interface IndexedText {
  title: string
  body: string
  comments: string
  grams: string
}

/** How much a word counts where. */
export const columnWeights = { title: 2, body: 1, comments: 0.5, grams: 1 } satisfies Record<keyof IndexedText, number>
const score = `-bm25(words, ${Object.values(columnWeights).join(', ')})`

/** How common duplicates are in the list, how many tasks it had when that was measured, and with which model. */
export interface BaseRate {
  value: number
  tasks: number
  model: string | null
}

export const unmeasured: BaseRate = { value: 0, tasks: 0, model: null }
/** Its name in the index's file: under a new one every list would be measured again. */
export const baseRateKey = 'leaning'

/** Empties what belongs to another database, or to a later state of this one. */
export function prepareTables(db: Database.Database, epoch: string, head: number): void {
  const identity = `${format} ${epoch}`
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = OFF')
  keepWalShort(db)
  db.pragma('cache_size = -4000')
  db.exec('CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
  const state = prepareState(db)
  if (state.read('identity') !== identity || Number(state.read('cursor')) > head) {
    db.transaction(() => {
      db.exec(`
        DROP TABLE IF EXISTS words;
        DROP TABLE IF EXISTS words_vocabulary;
        DROP TABLE IF EXISTS seen_words;
        DROP TABLE IF EXISTS pairs;
        DROP TABLE IF EXISTS loose;
        ${dropFileTables}
        CREATE VIRTUAL TABLE words USING fts5 (title, body, comments, grams, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE words_vocabulary USING fts5vocab (words, row);
        CREATE TABLE seen_words (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        -- Suspected duplicates, the lower id first.
        CREATE TABLE pairs (a INTEGER NOT NULL, b INTEGER NOT NULL, score REAL NOT NULL, PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID;
        CREATE INDEX pairs_of_b ON pairs (b);
      `)
      state.set('cursor', '0')
      state.set('pairs_cursor', '0')
      state.set(baseRateKey, JSON.stringify(unmeasured))
      state.set('files', 'followed')
      state.set('identity', identity)
    }).immediate()
  }
  prepareFileTables(db)
  // Tasks that lost a likely pair by what became of the other task: they may be like a third.
  db.exec('CREATE TABLE IF NOT EXISTS loose (id INTEGER PRIMARY KEY) STRICT')
}

export function prepareState(db: Database.Database) {
  const read = db.prepare('SELECT value FROM state WHERE name = ?').pluck()
  const set = db.prepare('INSERT INTO state VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  return {
    read: (name: string) => read.get(name) as string | undefined,
    set: (name: string, value: string): void => void set.run(name, value),
  }
}

export const prepareWords = (db: Database.Database) => ({
  drop: db.prepare('DELETE FROM words WHERE rowid = ?'),
  add: db.prepare('INSERT INTO words (rowid, title, body, comments, grams) VALUES (?, ?, ?, ?, ?)'),
  match: db.prepare(`SELECT rowid AS id, ${score} AS score FROM words WHERE words MATCH ? ORDER BY score DESC, rowid DESC LIMIT ?`),
  matchSince: db.prepare(`SELECT rowid AS id, ${score} AS score FROM words WHERE words MATCH ? AND rowid > ? ORDER BY score DESC, rowid DESC LIMIT ?`),
  rows: db.prepare('SELECT count(*) FROM words WHERE words MATCH ?').pluck(),
  weigh: db.prepare(`SELECT rowid, ${score} FROM words WHERE words MATCH ? LIMIT ?`).raw(),
  matchAmong: db.prepare('SELECT rowid FROM words WHERE words MATCH ? AND rowid IN (SELECT value FROM json_each(?))').pluck(),
  matchAny: db.prepare('SELECT rowid FROM words WHERE words MATCH ? LIMIT ?').pluck(),
  documents: db.prepare('SELECT doc FROM words_vocabulary WHERE term = ?').pluck(),
  averages: db.prepare('SELECT block FROM words_data WHERE id = 1').pluck(),
  newest: db.prepare('SELECT coalesce(max(id), 0) FROM words_docsize').pluck(),
  seen: db.prepare('SELECT word FROM seen_words').pluck(),
  addSeen: db.prepare('INSERT OR IGNORE INTO seen_words VALUES (?)'),
})

export const preparePairs = (db: Database.Database) => ({
  drop: db.prepare('DELETE FROM pairs WHERE a = @id OR b = @id'),
  loosen: db.prepare(`
    INSERT OR IGNORE INTO loose
    SELECT iif(a = @id, b, a) AS other FROM pairs
    WHERE (a = @id OR b = @id) AND score >= ${sameTaskFrom.comparedAgain} AND other NOT IN (SELECT value FROM json_each(@still))`),
  settle: db.prepare('DELETE FROM loose WHERE id = ?'),
  loose: db.prepare('SELECT id FROM loose ORDER BY id DESC LIMIT ?').pluck(),
  // Of the copies with each other, and with what the first of them is paired with.
  dropAmong: db.prepare(`
    WITH copy (id) AS (SELECT value FROM json_each(@copies)), one (id) AS (SELECT value FROM json_each(@found))
    DELETE FROM pairs WHERE score < 1 AND ((a IN copy AND b IN one) OR (b IN copy AND a IN one))`),
  add: db.prepare('INSERT OR REPLACE INTO pairs VALUES (?, ?, ?)'),
  all: db.prepare('SELECT a, b, score FROM pairs ORDER BY score DESC, b DESC LIMIT ?'),
})
