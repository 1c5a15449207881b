// Puts the long texts of history together again, for everyone who reads events: nobody else knows how they are kept.
import type { Row } from '../../../shared/domain/history/difference.ts'
import { type EntryTexts, wholeEntry } from '../../../shared/domain/history/entry-texts.ts'
import { withEdits } from '../../../shared/domain/history/text-edits.ts'
import type { Tx } from '../../db/database.ts'
import { longTextsStore, type TextRow } from './long-texts-store.ts'

/** A read of the team's own, that sends one query. */
type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** What an event was given instead of its long texts. */
interface Kept {
  before: unknown
  after: unknown
  texts: unknown
}

export type Whole<R> = Omit<R, 'texts'> & { texts: null }

export interface TextBehind {
  text: string
  /** From how many entries it was put together, but for the one that has it in full. */
  steps: number
}

/** A text as it was after one of the events; each step is made once. Throws when an event is missing, or does not fit. */
function textsOf(rows: readonly TextRow[]): (seq: number, field: string) => TextBehind {
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const known = new Map<string, TextBehind>()
  return function after(seq, field) {
    const name = `${seq} ${field}`
    const found = known.get(name)
    if (found) return found
    const row = bySeq.get(seq)
    if (!row) throw new Error(`history has no event ${seq}, which another one builds on`)
    const kept = row.texts?.[field]
    let behind: TextBehind = { text: row.after?.[field] as string, steps: 0 }
    if (kept?.edits) {
      const base = kept.base === undefined ? { text: row.before?.[field] as string, steps: 0 } : after(kept.base, field)
      behind = { text: withEdits(base.text, kept.edits), steps: base.steps + 1 }
    }
    known.set(name, behind)
    return behind
  }
}

const basesOf = (texts: EntryTexts): number[] => Object.values(texts).flatMap(({ base }) => base ?? [])

/** The rows with all texts in full, in their order. Where there are none to put together, nothing is read. */
export async function withWholeTexts<R extends Kept>(rows: readonly R[], teamId: string, read: Read): Promise<Whole<R>[]> {
  const seqs = [...new Set(rows.flatMap(({ texts }) => (texts ? basesOf(texts as EntryTexts) : [])))]
  const behind = textsOf(seqs.length === 0 ? [] : await read((tx) => longTextsStore.chain(tx, teamId, seqs)))
  return rows.map((row) => {
    if (!row.texts) return { ...row, texts: null }
    const stored = { before: row.before as Row | null, after: row.after as Row | null, texts: row.texts as EntryTexts }
    const { before, after } = wholeEntry(stored as Parameters<typeof wholeEntry>[0], (seq, field) => behind(seq, field).text)
    return { ...row, before, after, texts: null }
  })
}

export const wholeRow = async <R extends Kept>(row: R, teamId: string, read: Read): Promise<Whole<R>> =>
  (await withWholeTexts([row], teamId, read))[0] as Whole<R>

/** A text as it was after an event. */
export async function textBehind(tx: Tx, teamId: string, seq: number, field: string): Promise<TextBehind> {
  return textsOf(await longTextsStore.chain(tx, teamId, [seq]))(seq, field)
}
