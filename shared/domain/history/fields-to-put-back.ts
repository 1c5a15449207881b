// Which fields of an update an undo puts back: those that are as it left them, and that nobody else changed since.
import type { JournalEntry } from '../../schema/journal.ts'
import { isSameWriter, type Writer } from '../people/writer.ts'
import { withoutAddition } from '../tasks/appended.ts'
import { type Row, same } from './difference.ts'

export const writerOf = ({ actor, run }: Pick<JournalEntry, 'actor' | 'run'>): Writer => ({ ...actor, run: run ?? undefined })

type Written = Pick<JournalEntry, 'actor' | 'run' | 'principal'>

/** Whether both were written by the same: where logins are known, with the same one. */
export const isSameAuthor = (a: Written, b: Written): boolean => isSameWriter(writerOf(a), writerOf(b)) && a.principal?.id === b.principal?.id

type Update = Written & Pick<JournalEntry, 'before' | 'after'>
type Later = Update & Pick<JournalEntry, 'seq' | 'texts'>

export interface PutBack {
  fields: Row
  /** Of `fields`, in the order of the update. */
  names: string[]
  conflicts: { field: string; reason: string }[]
  /** All that the update changed goes back. */
  isWhole: boolean
}

/** `later`: what happened to the same thing since and still counts. `follows`: fields that go back with another one, never without it. */
export function fieldsToPutBack(entry: Update, current: Row, later: readonly Later[], follows: Readonly<Record<string, string>> = {}): PutBack {
  const { before, after } = { before: entry.before ?? {}, after: entry.after ?? {} }
  const fields: Row = {}
  const conflicts: PutBack['conflicts'] = []
  const leaderOf = (field: string) => {
    const leader = follows[field]
    return leader !== undefined && Object.hasOwn(after, leader) ? leader : undefined
  }
  const own = Object.keys(after).filter((field) => leaderOf(field) === undefined)
  for (const field of own) {
    const rest = field === 'description' ? descriptionWithoutAddition(entry, current) : undefined
    const touched = later.find((other) => wrote(other, field) && !isSameAuthor(other, entry))
    if (rest !== undefined) fields[field] = rest
    else if (touched) conflicts.push({ field, reason: `${touched.actor.name} changed ${field} since (entry ${touched.seq})` })
    else if (!same(current[field], after[field])) conflicts.push({ field, reason: `${field} has been changed since` })
    else fields[field] = before[field] ?? null
  }
  const isWhole = own.every((field) => Object.hasOwn(fields, field))
  for (const [field, value] of Object.entries(after)) {
    const leader = leaderOf(field)
    if (leader !== undefined && Object.hasOwn(fields, leader) && same(current[field], value)) fields[field] = before[field] ?? null
  }
  return { fields, names: Object.keys(after).filter((field) => Object.hasOwn(fields, field)), conflicts, isWhole }
}

const wrote = ({ after, texts }: Later, field: string) =>
  (after !== null && Object.hasOwn(after, field)) || (texts !== undefined && Object.hasOwn(texts, field))

/** What is left of a description without what the entry added to it, when others went on writing below: they keep their text. */
function descriptionWithoutAddition({ before, after }: Update, current: Row): string | null | undefined {
  if (same(current.description, after?.description)) return undefined
  return withoutAddition(before?.description as string | null, after?.description as string | null, current.description as string | null)
}
