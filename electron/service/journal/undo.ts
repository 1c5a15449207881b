// Undo: puts back what journal entries changed, newest first, in one transaction. What somebody else changed since is left alone
// and listed as a conflict. An undo is journalled like any write, so it can be undone itself (redo).
import { broughtEnding } from '../../../shared/domain/brought-by.ts'
import { withoutAddition } from '../../../shared/domain/appended.ts'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { type Row, same } from '../../../shared/domain/difference.ts'
import { requireUtc } from '../../../shared/domain/instant.ts'
import type { Entity, JournalEntry, UndoRequest, UndoResult } from '../../../shared/schema/journal.ts'
import { type Context, isSameWriter, type Writer } from '../context.ts'
import type { Db } from '../db/open.ts'
import { type Journal, type Recorder, readEntry } from './journal.ts'

/** What undo needs of each kind of thing, and sync too. Every method journals what it does, with `undo_of` naming the entry it reverts. */
export interface Revertible {
  /** The fields as the journal knows them; undefined when it is gone. */
  read(id: number): Row | undefined
  remove(id: number, record: Recorder, undo_of: number): number
  /** Puts a deleted one back under its own id. Throws `conflict` when its place is taken. */
  restore(id: number, row: Row, record: Recorder, undo_of: number | null, cause: number | null): number
  assign(id: number, fields: Row, record: Recorder, undo_of: number | null, cause?: number | null): void
}

const mostEntries = 100_000
const lastMoment = '9999-12-31T23:59:59.999Z'

/** In place of a run: all of them. */
const everyRun = '*'

const writerOf = ({ actor, run }: JournalEntry): Writer => ({ ...actor, run: run ?? undefined })

class Rollback extends Error {}

export function createUndo(db: Db, journal: Journal, revertibles: Record<Entity, Revertible>) {
  const bySeq = db.prepare('SELECT * FROM journal WHERE seq = ?')
  // An agent that takes in a message writes in its sender's name, which says so.
  const broughtNames = db
    .prepare("SELECT DISTINCT actor_name FROM journal WHERE actor_kind = 'email' AND substr(actor_name, -length(@ending)) = @ending")
    .pluck()
  // What an entry brought about (cause) follows that entry, and is not chosen for itself.
  const counted = "at >= @since AND at <= @until AND actor_kind <> 'system' AND undo_of IS NULL AND undone_by IS NULL AND cause IS NULL"
  const isNamed = '(actor_name = @name AND (@kind IS NULL OR actor_kind = @kind))'
  const byWriter = db.prepare(`SELECT * FROM journal WHERE ${counted} AND (${isNamed} AND (@anyRun = 1 OR run IS @run)
    OR actor_name IN (SELECT value FROM json_each(@brought))) ORDER BY seq DESC LIMIT @most`)
  const writersOf = db.prepare(`SELECT DISTINCT actor_kind AS kind, actor_name AS name, run FROM journal WHERE ${isNamed} AND ${counted} LIMIT 20`)
  const lastDelete = db.prepare("SELECT * FROM journal WHERE entity = ? AND entity_id = ? AND action = 'deleted' ORDER BY seq DESC LIMIT 1")
  const byCause = db.prepare('SELECT * FROM journal WHERE cause = ? ORDER BY seq')
  // That a reminder fired is nobody's work: it keeps nothing from being taken back.
  const counts = "seq > ? AND actor_kind <> 'system' AND undo_of IS NULL AND undone_by IS NULL ORDER BY seq"
  const laterOnEntity = db.prepare(`SELECT * FROM journal WHERE entity = ? AND entity_id = ? AND ${counts}`)
  const laterOnTask = db.prepare(`SELECT * FROM journal WHERE task_id = ? AND ${counts}`)
  const markUndone = db.prepare('UPDATE journal SET undone_by = ? WHERE seq = ?')
  const markRedone = db.prepare('UPDATE journal SET undone_by = NULL WHERE seq = ?')

  function chosen(request: UndoRequest, ctx: Context): JournalEntry[] {
    const { actor: name, kind: askedKind, run: askedRun } = request
    const isStretch = [name, askedKind, askedRun, request.since, request.until].some((part) => part !== undefined)
    if ([request.entry !== undefined, request.entries !== undefined, isStretch].filter(Boolean).length > 1)
      throw new AppError('invalid', 'Send either entry, or entries, or actor and since.')
    if (request.entries !== undefined) return several(request.entries)
    if (request.entry !== undefined) {
      const row = bySeq.get(request.entry)
      if (!row) throw new AppError('not_found', `There is no journal entry ${request.entry}.`)
      const entry = readEntry(row)
      if (entry.undone_by !== null)
        throw new AppError('conflict', `Entry ${entry.seq} is already undone, by entry ${entry.undone_by}. Undo that one to bring it back.`)
      return [entry]
    }
    if (name === undefined || request.since === undefined)
      throw invalidField('', 'Send entry (a journal seq), entries (several), or actor and since (an RFC 3339 moment).')
    const until = request.until === undefined ? lastMoment : requireUtc('/until', request.until)
    const stretch = { name, kind: askedKind ?? null, since: requireUtc('/since', request.since), until }
    const { kind, run } = askedRun === undefined ? meantWriter(stretch, ctx.actor) : { kind: stretch.kind, run: askedRun }
    const brought = JSON.stringify(kind === null || kind === 'agent' ? broughtNames.all({ ending: broughtEnding(name) }) : [])
    return byWriter.all({ ...stretch, kind, run, anyRun: run === everyRun ? 1 : 0, brought, most: mostEntries }).map(readEntry)
  }

  /** Whom a bare name means: the caller itself, or the only one who wrote under it. Nobody's work is taken back for that of a namesake. */
  function meantWriter(
    stretch: { name: string; kind: string | null; since: string; until: string },
    caller: Writer,
  ): { kind: string | null; run: string | null } {
    if (caller.run !== undefined && caller.name === stretch.name && (stretch.kind ?? caller.kind) === caller.kind) return { kind: caller.kind, run: caller.run }
    const writers = writersOf.all(stretch) as { kind: string; run: string | null }[]
    if (writers.length > 1) {
      const known = writers.map(({ kind, run }) => `kind ${kind}, run ${run === null ? 'null' : `"${run}"`}`)
      throw new AppError(
        'conflict',
        `Several wrote under the name ${stretch.name} in that time: ${known.join('; ')}. Send the kind and run of the one that you mean, or run "*" for all of them.`,
        { extra: { writers } },
      )
    }
    return writers[0] ?? { kind: stretch.kind, run: null }
  }

  /** What one of them brought about follows it, and is not chosen for itself. */
  function several(seqs: readonly number[]): JournalEntry[] {
    const wanted = new Set(seqs)
    const found = [...seqs]
      .sort((a, b) => b - a)
      .map((seq) => {
        const row = bySeq.get(seq)
        if (!row) throw new AppError('not_found', `There is no journal entry ${seq}.`)
        return readEntry(row)
      })
    return found.filter(({ cause }) => cause === null || !wanted.has(cause))
  }

  function run(request: UndoRequest, ctx: Context): UndoResult {
    const entries = chosen(request, ctx)
    const inSet = new Set(entries.map((entry) => entry.seq))
    const result: UndoResult = { preview: request.preview ?? false, done: [], conflicts: [], entries: [] }

    journal.write(ctx.actor, (record) => {
      const recording: Recorder = (change) => {
        const seq = record(change)
        result.entries.push(seq)
        return seq
      }
      for (const entry of entries) attempt(entry, result, () => revert(entry, inSet, recording, result))
    })
    return result
  }

  /** Wholly or not at all: what cannot be is a conflict, and stands in the way of no other entry. */
  function attempt({ seq, entity, entity_id, task_id }: JournalEntry, result: UndoResult, act: () => void): void {
    const { entries, conflicts } = result
    const [written, told] = [entries.length, conflicts.length]
    try {
      db.transaction(act)()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      entries.length = written
      conflicts.length = told
      conflicts.push({ seq, entity, entity_id, task_id, field: null, reason: error.message })
    }
  }

  function revert(entry: JournalEntry, inSet: ReadonlySet<number>, record: Recorder, result: UndoResult): void {
    const { seq, entity, entity_id, task_id } = entry
    const thing = revertibles[entity]
    const conflict = (reason: string, field: string | null = null) => result.conflicts.push({ seq, entity, entity_id, task_id, field, reason })
    const current = thing.read(entity_id)

    if (entry.undone_by !== null) return void conflict(`it is undone already, by entry ${entry.undone_by}`)
    if (entry.actor.kind === 'system') return void conflict('a reminder that fired cannot be taken back')
    if (entry.action === 'created') {
      if (!current) return void conflict(`the ${entity} is gone already`)
      const others = laterEntries(entry).find((later) => !inSet.has(later.seq) && !isSameWriter(writerOf(later), writerOf(entry)))
      if (others) return void conflict(`${others.actor.name} has worked on it since (entry ${others.seq})`)
      // Redoing a merge: what had moved back moves away again, before its task goes.
      for (const row of byCause.all(seq)) {
        const moved = readEntry(row)
        if (moved.action === 'updated' && moved.undone_by === null) putBack(moved, record, seq)
      }
      finish(entry, thing.remove(entity_id, record, seq))
      result.done.push({ seq, entity, entity_id, task_id, action: 'removed', fields: [] })
      return
    }

    if (entry.action === 'deleted') {
      if (current) return void conflict(`the ${entity} is there already`)
      // Undone, redone and undone again: what it was like is in the entry that took it away last.
      const last = readEntry(lastDelete.get(entity, entity_id))
      finish(last, restoreWithDependents(last, record))
      result.done.push({ seq, entity, entity_id, task_id, action: 'restored', fields: [] })
      return
    }

    if (!current) return void conflict(`the ${entity} was deleted since`)
    const later = laterEntries(entry).filter((other) => other.entity === entity && !inSet.has(other.seq))
    const fields: Row = {}
    for (const [field, value] of Object.entries(entry.after ?? {})) {
      const rest = field === 'description' ? restOf(entry, current) : undefined
      if (rest !== undefined) {
        fields[field] = rest
        continue
      }
      const touched = later.find((other) => other.after && Object.hasOwn(other.after, field) && !isSameWriter(writerOf(other), writerOf(entry)))
      if (touched) conflict(`${touched.actor.name} changed ${field} since (entry ${touched.seq})`, field)
      else if (!same(current[field], value)) conflict(`${field} was changed since`, field)
      else fields[field] = entry.before?.[field] ?? null
    }
    const names = Object.keys(fields)
    if (names.length === 0) return
    let written: number | undefined
    thing.assign(entity_id, fields, (change) => (written = record(change)), seq)
    if (names.length === Object.keys(entry.after ?? {}).length && written !== undefined) finish(entry, written)
    result.done.push({ seq, entity, entity_id, task_id, action: 'reverted', fields: names })
  }

  /** What is left of a description without what the entry added to it, when others went on writing below: they keep their text. */
  function restOf({ before, after }: JournalEntry, current: Row): string | null | undefined {
    if (same(current.description, after?.description)) return undefined
    return withoutAddition(before?.description as string | null, after?.description as string | null, current.description as string | null)
  }

  function restoreWithDependents(entry: JournalEntry, record: Recorder): number {
    const restored = revertibles[entry.entity].restore(entry.entity_id, entry.before ?? {}, record, entry.seq, null)
    for (const row of byCause.all(entry.seq)) {
      const dependent = readEntry(row)
      if (dependent.undone_by !== null) continue
      if (dependent.action === 'updated') putBack(dependent, record, restored)
      // It may have come back by itself, with another task.
      if (dependent.action !== 'deleted' || revertibles[dependent.entity].read(dependent.entity_id)) continue
      finish(dependent, revertibles[dependent.entity].restore(dependent.entity_id, dependent.before ?? {}, record, dependent.seq, restored))
    }
    return restored
  }

  /** What a merge moved away moves back, as far as nobody has changed it since. */
  function putBack(entry: JournalEntry, record: Recorder, cause: number): void {
    const thing = revertibles[entry.entity]
    const current = thing.read(entry.entity_id)
    const moved = Object.entries(entry.after ?? {}).filter(([field, value]) => current && same(current[field], value))
    if (moved.length === 0) return
    let written: number | undefined
    const fields = Object.fromEntries(moved.map(([field]) => [field, entry.before?.[field] ?? null]))
    thing.assign(entry.entity_id, fields, (change) => (written = record(change)), entry.seq, cause)
    if (written !== undefined) finish(entry, written)
  }

  /** Later writes that still count: neither undone nor themselves an undo. */
  function laterEntries(entry: JournalEntry): JournalEntry[] {
    const rows = entry.entity === 'task' ? laterOnTask.all(entry.entity_id, entry.seq) : laterOnEntity.all(entry.entity, entry.entity_id, entry.seq)
    return rows.map(readEntry)
  }

  /** Notes that `by` reverted the entry. If that was an undo itself, what it had reverted counts again, and so on, in turns. */
  function finish(entry: JournalEntry, by: number): void {
    markUndone.run(by, entry.seq)
    let undo = entry
    for (let counts = true; undo.undo_of !== null; counts = !counts) {
      if (counts) markRedone.run(undo.undo_of)
      else markUndone.run(undo.seq, undo.undo_of)
      undo = readEntry(bySeq.get(undo.undo_of))
    }
  }

  return {
    undo(request: UndoRequest, ctx: Context): UndoResult {
      if (!request.preview) return run(request, ctx)
      // A preview is the real thing, rolled back: it cannot promise what the undo would not do.
      let result: UndoResult | undefined
      try {
        db.transaction(() => {
          result = run(request, ctx)
          throw new Rollback()
        })()
      } catch (error) {
        if (!(error instanceof Rollback)) throw error
      }
      return { ...(result as UndoResult), entries: [] }
    },
  }
}
