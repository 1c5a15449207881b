// Which events a request to undo means: one, several, or a stretch of what one writer did.
import { AppError } from '../../shared/domain/app-error.ts'
import { chosenOf, everyRun, maxUndone, onlyWriter, readUndoRequest, requireNotUndone } from '../../shared/domain/history/undo-rules.ts'
import type { UndoRequest } from '../../shared/schema/journal.ts'
import type { TeamContext } from '../context.ts'
import type { EntryRow } from './entries.ts'
import type { Write } from './journal.ts'
import { type Stretch, undoStore } from './undo-store.ts'

interface Choice {
  /** Newest first. Of a stretch one more than `maxUndone`, if there are more. */
  rows: EntryRow[]
  stretch?: Stretch
}

export async function chooseEvents({ tx, teamId }: Write, request: UndoRequest, ctx: TeamContext): Promise<Choice> {
  const asked = readUndoRequest(request)
  if ('stretch' in asked) {
    const { name, kind, from, to, run } = asked.stretch
    const range = {
      from: 'seq' in from ? from.seq : await undoStore.since(tx, teamId, from.at),
      to: to === undefined ? Number.MAX_SAFE_INTEGER : 'seq' in to ? to.seq : await undoStore.until(tx, teamId, to.at),
    }
    const named: Stretch = { name, kind, run: run === everyRun ? undefined : run, ...range }
    const isOwn = ctx.run !== undefined && ctx.actor.name === name && (kind ?? ctx.actor.kind) === ctx.actor.kind
    const meant = isOwn
      ? { kind: ctx.actor.kind, run: ctx.run }
      : run === undefined
        ? onlyWriter(name, await undoStore.writersOf(tx, teamId, named))
        : undefined
    const stretch = { ...named, ...meant }
    return { rows: await undoStore.ofWriter(tx, teamId, stretch, maxUndone + 1), stretch }
  }
  const seqs = 'entries' in asked ? asked.entries : [asked.entry]
  const rows = await undoStore.some(tx, teamId, seqs)
  const found = new Set(rows.map(({ seq }) => seq))
  const missing = seqs.find((seq) => !found.has(seq))
  if (missing !== undefined) throw new AppError('not_found', `There is no journal entry ${missing}.`)
  if ('entry' in asked) for (const row of rows) requireNotUndone(row)
  return { rows: chosenOf(rows) }
}
