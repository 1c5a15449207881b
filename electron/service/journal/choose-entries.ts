// Which entries a request means: one, several, or a stretch of what one writer did.
import { AppError } from '../../../shared/domain/app-error.ts'
import { chosenOf, everyRun, maxUndone, onlyWriter, readUndoRequest, requireNotUndone } from '../../../shared/domain/history/undo-rules.ts'
import type { UndoRequest } from '../../../shared/schema/journal.ts'
import type { Context, Writer } from '../context.ts'
import type { createJournalPositions } from './journal-positions.ts'
import type { Chosen, NamedStretch, Stretch, UndoStore } from './undo-store.ts'

export interface Choice {
  /** Newest first. Of a stretch one more than `maxUndone`, if there are more. */
  entries: Chosen[]
  /** Of an actor's entries: those between two positions. */
  stretch?: Stretch
}

export function createEntryChoice(store: UndoStore, positions: ReturnType<typeof createJournalPositions>) {
  function choose(request: UndoRequest, ctx: Context): Choice {
    const asked = readUndoRequest(request)
    if ('entries' in asked) return { entries: chosenOf(asked.entries.map(existing)) }
    if ('entry' in asked) return { entries: [single(asked.entry)] }
    const { name, from, to, ...writer } = asked.stretch
    const head = positions.head()
    const range = {
      name,
      kind: writer.kind ?? null,
      from: 'seq' in from ? from.seq : positions.since(from.at),
      to: Math.min(to === undefined ? head : 'seq' in to ? to.seq : positions.until(to.at), head),
    }
    const broughtBy = (kind: string | null) => JSON.stringify(kind === null || kind === 'agent' ? store.broughtNamesOf(name) : [])
    const meant = writer.run === undefined ? meantWriter({ ...range, brought: broughtBy(range.kind) }, ctx.actor) : { kind: range.kind, run: writer.run }
    const stretch = { ...range, ...meant, anyRun: meant.run === everyRun ? 1 : 0, brought: broughtBy(meant.kind) }
    return { entries: store.ofWriter(stretch, maxUndone + 1), stretch }
  }

  /** Whom a bare name means: the caller itself, or the only one who wrote under it. */
  function meantWriter(stretch: NamedStretch, caller: Writer): { kind: string | null; run: string | null } {
    if (caller.run !== undefined && caller.name === stretch.name && (stretch.kind ?? caller.kind) === caller.kind) return { kind: caller.kind, run: caller.run }
    return onlyWriter(stretch.name, store.writersOf(stretch)) ?? { kind: stretch.kind, run: null }
  }

  function existing(seq: number): Chosen {
    const found = store.chosen(seq)
    if (!found) throw new AppError('not_found', `There is no journal entry ${seq}.`)
    return found
  }

  function single(seq: number): Chosen {
    const entry = existing(seq)
    requireNotUndone(entry)
    return entry
  }

  return choose
}
