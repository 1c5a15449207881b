// SQL for the hashes by which texts from outside are recognised, and nothing else.
import type { Source } from '../../../../shared/domain/agents/outside-text.ts'
import type { Db } from '../../db/open.ts'

export type OutsideTextStore = ReturnType<typeof createOutsideTextStore>

export interface OutsideText extends Source {
  /** When it came. */
  at: string
  hashes: readonly number[]
}

export function createOutsideTextStore(db: Db) {
  const readCursor = db.prepare('SELECT seq FROM outside_cursor').pluck()
  const moveCursor = db.prepare('UPDATE outside_cursor SET seq = ?')
  // What came from outside by itself, and what was brought as a message.
  const next = db
    .prepare("SELECT seq FROM journal WHERE seq > ? AND seq <= ? AND (actor_kind = 'email' OR entity IN ('message', 'conversation')) ORDER BY seq LIMIT ?")
    .pluck()
  const addText = db.prepare('INSERT INTO outside_texts (kind, name, at) VALUES (?, ?, ?)')
  const addHashes = db.prepare('INSERT OR IGNORE INTO outside_shingles SELECT value, ? FROM json_each(?)')
  const find = db.prepare(
    `SELECT t.kind, t.name FROM outside_shingles s JOIN outside_texts t ON t.id = s.text_id
     WHERE s.hash IN (SELECT value FROM json_each(?)) AND t.at <= ? LIMIT 1`,
  )
  const any = db.prepare('SELECT 1 FROM outside_shingles LIMIT 1').pluck()
  return {
    cursor: (): number => readCursor.get() as number,
    /** The entries after `seq` and up to `end` that may bring a text from outside. */
    next: (seq: number, end: number, limit: number): number[] => next.all(seq, end, limit) as number[],
    /** Keeps the texts, and that the journal was read up to `seq`. */
    keep: db.transaction((texts: readonly OutsideText[], seq: number): void => {
      for (const { kind, name, at, hashes } of texts) {
        const id = addText.run(kind, name, at).lastInsertRowid
        addHashes.run(id, JSON.stringify(hashes))
      }
      moveCursor.run(seq)
    }),
    /** Inside a transaction that may yet be rolled back. */
    isUnsettled: (): boolean => db.inTransaction,
    isEmpty: (): boolean => any.get() === undefined,
    /** Who wrote a text that has one of these hashes and came before `until`. */
    find: (hashes: readonly number[], until: string): Source | undefined => find.get(JSON.stringify(hashes), until) as Source | undefined,
  }
}
