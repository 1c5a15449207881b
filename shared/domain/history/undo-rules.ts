// What taking back an entry means, and what stands in its way: once for the service of a machine and for the cloud.
import { AppError, invalidField } from '../app-error.ts'
import { requireUtc } from '../time/instant.ts'
import type { JournalEntry, UndoRequest } from '../../schema/journal.ts'
import { isSameAuthor } from './fields-to-put-back.ts'

/** Of what Tandem does by itself, only a completed task that it brought back is anybody's business to take back. */
const isFiring = ({ actor, entity }: JournalEntry) => actor.kind === 'system' && entity !== 'task'

/** What undo does with an entry, or why it leaves it. `isThere`: what it wrote about is. */
export function reversalOf(entry: JournalEntry, isThere: boolean): 'remove' | 'restore' | 'putBack' | { refused: string } {
  const { action, entity, undone_by } = entry
  if (undone_by !== null) return { refused: `it was already undone by entry ${undone_by}` }
  if (isFiring(entry)) return { refused: 'a reminder that fired cannot be undone' }
  if (action === 'created') return isThere ? 'remove' : { refused: `the ${entity} is gone already` }
  if (action === 'deleted') return isThere ? { refused: `the ${entity} is there already` } : 'restore'
  return isThere ? 'putBack' : { refused: `the ${entity} was deleted since` }
}

/** Why what an entry created stays: somebody else has worked on it. `later`: what happened to it since and still counts. */
export function usedSince(entry: JournalEntry, later: readonly JournalEntry[], inSet: ReadonlySet<number>): string | undefined {
  const other = later.find((one) => !inSet.has(one.seq) && !isSameAuthor(one, entry))
  return other && `${other.actor.name} has worked on it since (entry ${other.seq})`
}

/** One call takes back so many entries of an actor at most. */
export const maxUndone = 1000

/** In place of a run: all of them. */
export const everyRun = '*'

/** A stretch of what one writer did, as it was asked for. */
export interface AskedStretch {
  name: string
  kind: UndoRequest['kind']
  run: UndoRequest['run']
  from: { seq: number } | { at: string }
  to: { seq: number } | { at: string } | undefined
}

/** What a request means. Throws `invalid` for one that means nothing, or two things at once. */
export function readUndoRequest(request: UndoRequest): { entry: number } | { entries: readonly number[] } | { stretch: AskedStretch } {
  const { entry, entries, actor: name, kind, run, since, until, from, to } = request
  const isStretch = [name, kind, run, since, until, from, to].some((part) => part !== undefined)
  if ([entry !== undefined, entries !== undefined, isStretch].filter(Boolean).length > 1)
    throw new AppError('invalid', 'Send either entry, or entries, or actor and since.')
  if (entries !== undefined) return { entries }
  if (entry !== undefined) return { entry }
  if (name === undefined || (since === undefined && from === undefined))
    throw invalidField('', 'Send entry (a journal seq), entries (several), or actor and since (an RFC 3339 moment) or from (a journal seq).')
  if (since !== undefined && from !== undefined) throw invalidField('/from', 'Send since or from, not both.')
  if (until !== undefined && to !== undefined) throw invalidField('/to', 'Send until or to, not both.')
  return {
    stretch: {
      name,
      kind,
      run,
      from: from === undefined ? { at: requireUtc('/since', since as string) } : { seq: from },
      to: to !== undefined ? { seq: to } : until === undefined ? undefined : { at: requireUtc('/until', until) },
    },
  }
}

/** Throws `conflict` where a name could mean several writers: nobody's work is taken back for that of another of the same name. */
export function onlyWriter<W extends { kind: string; run: string | null }>(name: string, writers: readonly W[]): W | undefined {
  if (writers.length <= 1) return writers[0]
  const known = writers.map(({ kind, run }) => `kind ${kind}, run ${run === null ? 'null' : `"${run}"`}`)
  throw new AppError(
    'conflict',
    `Several writers used the name ${name} in that time: ${known.join('; ')}. Send the kind and run of the one you mean, or run "*" for all.`,
    { extra: { writers } },
  )
}

/** Of several: what one of them brought about follows it, and is not chosen for itself. Newest first. */
export function chosenOf<E extends { seq: number; cause: number | null }>(entries: readonly E[]): E[] {
  const wanted = new Set(entries.map(({ seq }) => seq))
  return entries.toSorted((a, b) => b.seq - a.seq).filter(({ cause }) => cause === null || !wanted.has(cause))
}

/** Of an entry that is asked for by itself. Throws `conflict`. */
export function requireNotUndone({ seq, undone_by }: Pick<JournalEntry, 'seq' | 'undone_by'>): void {
  if (undone_by !== null) throw new AppError('conflict', `Entry ${seq} was already undone by entry ${undone_by}. Undo that one to restore it.`)
}
