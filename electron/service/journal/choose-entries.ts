// Which entries a request means: one, several, or a stretch of what one writer did.
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { requireUtc } from '../../../shared/domain/time/instant.ts'
import type { UndoRequest } from '../../../shared/schema/journal.ts'
import type { Context, Writer } from '../context.ts'
import type { createJournalPositions } from './journal-positions.ts'
import type { Chosen, NamedStretch, Stretch, UndoStore } from './undo-store.ts'

export interface Choice {
  /** Newest first. Of a stretch one more than `maxEntries`, if there are more. */
  entries: Chosen[]
  /** Of an actor's entries: those between two positions. */
  stretch?: Stretch
}

/** One call takes back so many entries of an actor at most. */
export const maxEntries = 1000

/** In place of a run: all of them. */
const everyRun = '*'

export function createEntryChoice(store: UndoStore, positions: ReturnType<typeof createJournalPositions>) {
  function choose(request: UndoRequest, ctx: Context): Choice {
    const { entry, entries, actor: name, kind: askedKind, run: askedRun, since, until, from, to } = request
    const isStretch = [name, askedKind, askedRun, since, until, from, to].some((part) => part !== undefined)
    if ([entry !== undefined, entries !== undefined, isStretch].filter(Boolean).length > 1)
      throw new AppError('invalid', 'Send either entry, or entries, or actor and since.')
    if (entries !== undefined) return { entries: several(entries) }
    if (entry !== undefined) return { entries: [single(entry)] }
    if (name === undefined || (since === undefined && from === undefined))
      throw invalidField('', 'Send entry (a journal seq), entries (several), or actor and since (an RFC 3339 moment) or from (a journal seq).')
    if (since !== undefined && from !== undefined) throw invalidField('/from', 'Send since or from, not both.')
    if (until !== undefined && to !== undefined) throw invalidField('/to', 'Send until or to, not both.')
    const range = {
      name,
      kind: askedKind ?? null,
      from: from ?? positions.since(requireUtc('/since', since as string)),
      to: Math.min(to ?? (until === undefined ? positions.head() : positions.until(requireUtc('/until', until))), positions.head()),
    }
    const broughtBy = (kind: string | null) => JSON.stringify(kind === null || kind === 'agent' ? store.broughtNamesOf(name) : [])
    const meant = askedRun === undefined ? meantWriter({ ...range, brought: broughtBy(range.kind) }, ctx.actor) : { kind: range.kind, run: askedRun }
    const stretch = { ...range, ...meant, anyRun: meant.run === everyRun ? 1 : 0, brought: broughtBy(meant.kind) }
    return { entries: store.ofWriter(stretch, maxEntries + 1), stretch }
  }

  /** Whom a bare name means: the caller itself, or the only one who wrote under it. Nobody's work is taken back for that of another of the same name. */
  function meantWriter(stretch: NamedStretch, caller: Writer): { kind: string | null; run: string | null } {
    if (caller.run !== undefined && caller.name === stretch.name && (stretch.kind ?? caller.kind) === caller.kind) return { kind: caller.kind, run: caller.run }
    const writers = store.writersOf(stretch)
    if (writers.length > 1) {
      const known = writers.map(({ kind, run }) => `kind ${kind}, run ${run === null ? 'null' : `"${run}"`}`)
      throw new AppError(
        'conflict',
        `Several writers used the name ${stretch.name} in that time: ${known.join('; ')}. Send the kind and run of the one you mean, or run "*" for all.`,
        { extra: { writers } },
      )
    }
    return writers[0] ?? { kind: stretch.kind, run: null }
  }

  function existing(seq: number): Chosen {
    const found = store.chosen(seq)
    if (!found) throw new AppError('not_found', `There is no journal entry ${seq}.`)
    return found
  }

  function single(seq: number): Chosen {
    const entry = existing(seq)
    if (entry.undone_by !== null) throw new AppError('conflict', `Entry ${seq} was already undone by entry ${entry.undone_by}. Undo that one to restore it.`)
    return entry
  }

  /** What one of them brought about follows it, and is not chosen for itself. */
  function several(seqs: readonly number[]): Chosen[] {
    const wanted = new Set(seqs)
    return [...seqs]
      .sort((a, b) => b - a)
      .map(existing)
      .filter(({ cause }) => cause === null || !wanted.has(cause))
  }

  return choose
}
