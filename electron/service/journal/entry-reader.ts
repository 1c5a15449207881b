// Reads entries of the journal: brief, as most readers want them, or with all texts in full.
import type { Row } from '../../../shared/domain/history/difference.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Db } from '../db/open.ts'
import { briefEntry, type EntryTexts, type StoredEntry, wholeEntry } from '../../../shared/domain/history/entry-texts.ts'

interface EntryRow extends Omit<StoredEntry, 'actor' | 'before' | 'after' | 'texts'> {
  actor_kind: StoredEntry['actor']['kind']
  actor_name: string
  before: string | null
  after: string | null
  texts: string | null
}

/** Texts that were read are kept up to this many characters, because the next entry most likely needs them too. */
const maxRemembered = 8_000_000

const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Row))

/** A row of the journal as its entry is stored. */
export function storedEntry(row: unknown): StoredEntry {
  const { actor_kind, actor_name, before, after, texts, ...rest } = row as EntryRow
  return { ...rest, actor: { kind: actor_kind, name: actor_name }, before: parsed(before), after: parsed(after), texts: parsed(texts) as EntryTexts | null }
}

export type EntryReader = ReturnType<typeof createEntryReader>

export function createEntryReader(db: Db) {
  const bySeq = db.prepare('SELECT * FROM journal WHERE seq = ?')
  const fieldsOf = db.prepare('SELECT action, before, after, texts FROM journal WHERE seq = ?')

  /** Reads one after the other, and need not take each step twice. Only while nothing that it reads is rolled back. */
  function together(): (row: unknown) => JournalEntry {
    const known = new Map<string, string>()
    let remembered = 0
    function textAfter(seq: number, field: string): string {
      const name = `${seq} ${field}`
      const before = known.get(name)
      if (before !== undefined) return before
      const row = fieldsOf.get(seq) as Pick<EntryRow, 'action' | 'before' | 'after' | 'texts'> | undefined
      if (!row) throw new Error(`the journal has no entry ${seq}, which another one builds on`)
      const entry = { ...row, before: parsed(row.before), after: parsed(row.after), texts: parsed(row.texts) } as unknown as StoredEntry
      const whole = wholeEntry(entry, textAfter)
      const text = (entry.action === 'deleted' ? whole.before : whole.after)?.[field] as string
      remembered += text.length
      if (remembered > maxRemembered) {
        known.clear()
        remembered = text.length
      }
      known.set(name, text)
      return text
    }
    return (row) => wholeEntry(storedEntry(row), textAfter)
  }

  return {
    brief: (row: unknown): JournalEntry => briefEntry(storedEntry(row)),
    whole: (row: unknown): JournalEntry => together()(row),
    together,
    /** The entries with these seqs in full, one by one. */
    *inFull(seqs: readonly number[]): IterableIterator<JournalEntry> {
      const whole = together()
      for (const seq of seqs) yield whole(bySeq.get(seq))
    },
  }
}
