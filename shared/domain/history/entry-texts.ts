// How an entry of the journal keeps long texts: what changed, not the text before and after. An entry knows the one that had the text before
// (`base`), and every so often one has it in full, so that reading goes a bounded number of steps back. Pure: who reads the rows is told by
// arguments. Entries that were written before there was this hold both texts in full, and are read as they are.
import type { Row } from './difference.ts'
import { editsBetween, type TextEdit, withEdits } from './text-edits.ts'
import type { JournalEntry, TextChange } from '../../schema/journal.ts'

/** Longer texts (in UTF-16 units) are long: only what changed is kept of them, and shown unless one asks for more. */
export const longText = 1000
/** So many entries in a row keep only what changed; then one keeps the text in full. */
const maxSteps = 50
/** Of what was added and taken out, so much is shown. */
const excerptLength = 300

/** What an entry keeps of a long text instead of it. */
export interface KeptText {
  /** The entry after which the text was what it is before this one; where it is missing, `before` has the text itself. */
  base?: number
  /** What makes the text after of the text before; where they are missing, `after` has the text itself. */
  edits?: TextEdit[]
  /** For readers who want no whole texts. */
  change: TextChange
}

/** By field. null stands in `before` and `after` for what is here. */
export type EntryTexts = Record<string, KeptText>

/** An entry as it is stored. `texts` is null when `before` and `after` have everything. */
export interface StoredEntry extends Omit<JournalEntry, 'texts'> {
  texts: EntryTexts | null
}

/** The newest entry that knows a long text, how many steps it takes to read it there, and a digest of the text. */
export interface KnownText {
  seq: number
  steps: number
  digest: string
}

export interface Kept {
  before: Row
  after: Row
  texts: EntryTexts | null
  /** By field: how many steps it takes to read the text after this entry. */
  steps: Record<string, number>
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > longText
const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const excerpt = (text: string) => (text.length > excerptLength ? text.slice(0, excerptLength).toWellFormed() : text)

function changeOf(before: string | null, after: string | null, first = editsBetween(before ?? '', after ?? '')[0]): TextChange {
  const [at, removed, added] = first ?? [0, '', '']
  return { before: before?.length ?? null, after: after?.length ?? null, at, removed: excerpt(removed), added: excerpt(added) }
}

/**
 * What is to be kept of an update. `known` answers what the journal knows of a field's text before it, if it is this very text: the caller
 * compares digests, so that a change is never kept as one of another text.
 */
export function keepTexts(before: Row, after: Row, known: (field: string, text: string) => KnownText | undefined): Kept {
  const kept: Kept = { before, after, texts: null, steps: {} }
  for (const field of Object.keys(after)) {
    const [was, is] = [before[field], after[field]]
    if ((!isLong(was) && !isLong(is)) || typeof is !== 'string') continue
    kept.steps[field] = 0
    if (typeof was !== 'string') continue
    const base = known(field, was)
    const edits = editsBetween(was, is)
    const text: KeptText = { change: changeOf(was, is, edits[0]) }
    if (base) {
      text.base = base.seq
      kept.before = { ...kept.before, [field]: null }
    }
    if ((base?.steps ?? 0) < maxSteps && JSON.stringify(edits).length * 2 < is.length) {
      text.edits = edits
      kept.after = { ...kept.after, [field]: null }
      kept.steps[field] = (base?.steps ?? 0) + 1
    }
    if (text.base !== undefined || text.edits) kept.texts = { ...kept.texts, [field]: text }
  }
  return kept
}

/** The entry with its texts in full. `textAfter`: the text of a field after another entry. Throws when the journal contradicts itself. */
export function wholeEntry({ texts, ...entry }: StoredEntry, textAfter: (seq: number, field: string) => string): JournalEntry {
  if (!texts) return entry
  const before = { ...entry.before }
  const after = { ...entry.after }
  for (const [field, { base, edits }] of Object.entries(texts)) {
    if (base !== undefined) before[field] = textAfter(base, field)
    if (edits) after[field] = withEdits(before[field] as string, edits)
  }
  return { ...entry, before, after }
}

/** The entry without long texts; `texts` says how long they were and are, and where they first differ. */
export function briefEntry({ texts, ...entry }: StoredEntry): JournalEntry {
  const names = new Set(Object.keys(texts ?? {}))
  for (const fields of [entry.before, entry.after]) for (const field in fields) if (isLong(fields[field])) names.add(field)
  if (names.size === 0) return entry
  const without = (fields: Row | null) => fields && Object.fromEntries(Object.entries(fields).filter(([field]) => !names.has(field)))
  const changes = [...names].map((field) => [field, texts?.[field]?.change ?? changeOf(textOr(entry.before?.[field]), textOr(entry.after?.[field]))])
  return { ...entry, before: without(entry.before), after: without(entry.after), texts: Object.fromEntries(changes) as Record<string, TextChange> }
}

/** For whoever reads the journal from its beginning: the fields after an entry, given the row as it was. Throws when they do not fit. */
export function fieldsAfter({ after, texts }: Pick<StoredEntry, 'after' | 'texts'>, row: Row): Row | null {
  if (!texts || !after) return after
  const edited = Object.entries(texts).flatMap(([field, { edits }]) => (edits ? [[field, withEdits(row[field] as string, edits)]] : []))
  return { ...after, ...(Object.fromEntries(edited) as Row) }
}

/** How long its texts are together. */
export const textLength = (fields: Row | null): number =>
  Object.values(fields ?? {}).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
