// The words of tasks' files, in a table of their own: what a contract of fifty pages says must not make the words of other tasks count for more or
// less. SQL, and nothing else.
import type Database from 'better-sqlite3'

/** Of a task: what its files are called and what they say, and which of them could be read by then. */
export interface FileText {
  title: string
  body: string
  grams: string
  named: readonly { hash: string; hasText: boolean }[]
}

/** Called title, body and grams as where tasks' own words are, so that both are asked with the same expression. */
export function prepareFileTables(db: Database.Database): void {
  db.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS file_words USING fts5 (title, body, grams, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE IF NOT EXISTS file_vocabulary USING fts5vocab (file_words, row);
    CREATE TABLE IF NOT EXISTS named_files (task INTEGER NOT NULL, hash TEXT NOT NULL, has_text INTEGER NOT NULL, PRIMARY KEY (task, hash)) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS named_files_by_hash ON named_files (hash);
  `)
}

export const dropFileTables = `
  DROP TABLE IF EXISTS file_words;
  DROP TABLE IF EXISTS file_vocabulary;
  DROP TABLE IF EXISTS named_files;`

const prepare = (db: Database.Database) => ({
  drop: db.prepare('DELETE FROM file_words WHERE rowid = ?'),
  add: db.prepare('INSERT INTO file_words (rowid, title, body, grams) VALUES (?, ?, ?, ?)'),
  forget: db.prepare('DELETE FROM named_files WHERE task = ?'),
  name: db.prepare('INSERT INTO named_files VALUES (?, ?, ?)'),
  any: db.prepare('SELECT 1 FROM named_files LIMIT 1').pluck(),
  isNamed: db.prepare('SELECT 1 FROM named_files WHERE task = ? LIMIT 1').pluck(),
  known: db.prepare('SELECT DISTINCT hash, has_text FROM named_files').raw(),
  naming: db.prepare('SELECT DISTINCT task FROM named_files WHERE hash IN (SELECT value FROM json_each(?))').pluck(),
  match: db.prepare('SELECT rowid FROM file_words WHERE file_words MATCH ? LIMIT ?').pluck(),
  matchAmong: db.prepare('SELECT rowid FROM file_words WHERE file_words MATCH ? AND rowid IN (SELECT value FROM json_each(?))').pluck(),
  documents: db.prepare('SELECT doc FROM file_vocabulary WHERE term = ?').pluck(),
})

export class FileWords {
  readonly #sql: ReturnType<typeof prepare>

  constructor(db: Database.Database) {
    this.#sql = prepare(db)
  }

  /** Within the transaction of whoever calls. Undefined: the task names no file, or is gone. */
  replace(task: number, text: FileText | undefined): void {
    const { drop, add, forget, name, isNamed } = this.#sql
    if (!text && isNamed.get(task) === undefined) return
    drop.run(task)
    forget.run(task)
    if (!text) return
    add.run(task, text.title, text.body, text.grams)
    for (const { hash, hasText } of text.named) name.run(task, hash, hasText ? 1 : 0)
  }

  isEmpty(): boolean {
    return this.#sql.any.get() === undefined
  }

  /** Every file that a task names, and whether it was read. */
  known(): { hash: string; hasText: boolean }[] {
    return (this.#sql.known.all() as [string, number][]).map(([hash, hasText]) => ({ hash, hasText: hasText === 1 }))
  }

  tasksNaming(hashes: readonly string[]): number[] {
    return this.#sql.naming.all(JSON.stringify(hashes)) as number[]
  }

  match(expression: string, max: number): number[] {
    return this.#sql.match.all(expression, max) as number[]
  }

  matchAmong(expression: string, ids: readonly number[]): number[] {
    return this.#sql.matchAmong.all(expression, JSON.stringify(ids)) as number[]
  }

  /** In the files of how many tasks a stem stands. */
  documents(stem: string): number {
    return (this.#sql.documents.get(stem) as number | undefined) ?? 0
  }
}
