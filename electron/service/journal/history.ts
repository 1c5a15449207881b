// Pages of the journal for readers outside: brief, or with all texts in full. A page may hold old entries with megabytes of text, so it
// is read little by little, and others are answered in between.
import { AppError } from '../../../shared/domain/app-error.ts'
import { textLength } from '../../../shared/domain/history/entry-texts.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Db } from '../db/open.ts'
import { nextTurn } from '../next-turn.ts'
import { createEntryReader } from './entry-reader.ts'

/** Milliseconds of reading after which others are answered. */
const maxBlockedMs = 20
/** A page of whole texts ends after the entry with which it has this many characters. */
const maxPageLength = 1_000_000

export interface Page {
  entries: JournalEntry[]
  /** There are further entries. */
  more: boolean
}

export function createHistory(db: Db) {
  const reader = createEntryReader(db)
  const bySeq = db.prepare('SELECT * FROM journal WHERE seq = ?')
  const seqsAfter = db.prepare('SELECT seq FROM journal WHERE seq > ? ORDER BY seq LIMIT ?').pluck()
  const seqsOfTask = db.prepare('SELECT seq FROM journal WHERE task_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?').pluck()
  const countOfTask = db.prepare('SELECT count(*) FROM journal WHERE task_id = ?').pluck()
  const ofTask = db.prepare('SELECT * FROM journal WHERE task_id = ? AND seq = ?')

  /** `seqs` may hold one more than `limit`: then there is more. */
  async function read(seqs: readonly number[], limit: number, whole: boolean): Promise<Page> {
    const entries: JournalEntry[] = []
    const readWhole = reader.together()
    let length = 0
    let since = performance.now()
    for (const seq of seqs.slice(0, limit)) {
      const row = bySeq.get(seq)
      const entry = whole ? readWhole(row) : reader.brief(row)
      entries.push(entry)
      if (whole) length += textLength(entry.before) + textLength(entry.after)
      if (length >= maxPageLength) break
      if (performance.now() - since < maxBlockedMs) continue
      // The pause is the point.
      await nextTurn()
      since = performance.now()
    }
    return { entries, more: entries.length < seqs.length }
  }

  const neverWas = (id: number) => new AppError('not_found', `There is no task ${id}, and there never was.`)

  return {
    /** Oldest first. */
    after: (seq: number, limit: number, whole: boolean): Promise<Page> => read(seqsAfter.all(seq, limit + 1) as number[], limit, whole),

    /** Newest first, those before a position. Stays after the task is deleted. */
    async ofTask(id: number, before: number | undefined, limit: number, whole: boolean): Promise<Page & { total: number }> {
      const total = countOfTask.get(id) as number
      if (total === 0) throw neverWas(id)
      const seqs = seqsOfTask.all(id, before ?? Number.MAX_SAFE_INTEGER, limit + 1) as number[]
      return { ...(await read(seqs, limit, whole)), total }
    },

    /** One entry of a task, with all its texts. */
    entryOfTask(id: number, seq: number): JournalEntry {
      const row = ofTask.get(id, seq)
      if (row) return reader.whole(row)
      throw countOfTask.get(id) === 0 ? neverWas(id) : new AppError('not_found', `The history of task ${id} has no entry ${seq}.`)
    },
  }
}
