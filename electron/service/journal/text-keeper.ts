// Which long texts the journal knows already, so that a new entry keeps only what changed.
import { createHash } from 'node:crypto'
import type { Row } from '../../../shared/domain/history/difference.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Db } from '../db/open.ts'
import { type EntryTexts, keepTexts, type KnownText } from '../../../shared/domain/history/entry-texts.ts'

type Change = Pick<JournalEntry, 'entity' | 'entity_id' | 'action' | 'before' | 'after'>

export interface KeptChange {
  before: Row | null
  after: Row | null
  texts: EntryTexts | null
  steps: Record<string, number>
}

/** In UTF-8 half of a surrogate pair is the same as any other. */
const digestOf = (text: string) =>
  createHash('sha256')
    .update(text, text.isWellFormed() ? 'utf8' : 'utf16le')
    .digest('base64url')

export function createTextKeeper(db: Db) {
  const find = db.prepare('SELECT seq, steps, digest FROM journal_texts WHERE entity = ? AND entity_id = ? AND field = ?')
  const put = db.prepare('INSERT OR REPLACE INTO journal_texts (entity, entity_id, field, seq, steps, digest) VALUES (?, ?, ?, ?, ?, ?)')
  return {
    /** What the entry of a change keeps. Creations and deletes keep their texts in full: there one can always begin to read. */
    keep({ entity, entity_id, action, before, after }: Change): KeptChange {
      if (action !== 'updated' || !before || !after) return { before, after, texts: null, steps: {} }
      return keepTexts(before, after, (field, text) => {
        const known = find.get(entity, entity_id, field) as KnownText | undefined
        return known?.digest === digestOf(text) ? known : undefined
      })
    },
    /** Once the entry is written. */
    remember({ entity, entity_id, after }: Change, { steps }: KeptChange, seq: number): void {
      for (const [field, count] of Object.entries(steps)) put.run(entity, entity_id, field, seq, count, digestOf(after?.[field] as string))
    },
  }
}
