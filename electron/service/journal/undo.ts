// Undo: puts back what journal entries changed, newest first. What somebody else changed since is left alone and listed as a conflict. An
// undo is journalled like any write, so it can be undone itself (redo). One call is one transaction, which does not take long: of everything
// that an actor did it takes back a stretch, and says what is left.
import { broughtEnding } from '../../../shared/domain/agents/brought-by.ts'
import { withoutAddition } from '../../../shared/domain/tasks/appended.ts'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { type Row, same } from '../../../shared/domain/history/difference.ts'
import { requireUtc } from '../../../shared/domain/time/instant.ts'
import type { Entity, JournalEntry, UndoRequest, UndoResult } from '../../../shared/schema/journal.ts'
import { type Context, isSameWriter, type Writer } from '../context.ts'
import type { Db } from '../db/open.ts'
import { createEntryReader } from './entry-reader.ts'
import type { Journal, Recorder } from './journal.ts'
import { createJournalPositions } from './journal-positions.ts'

/** What undo needs of each kind of thing, and sync too. Every method journals what it does, with `undo_of` naming the entry it reverts. */
export interface Revertible {
  /** The fields as the journal knows them; undefined when it is gone. */
  read(id: number): Row | undefined
  remove(id: number, record: Recorder, undo_of: number): number
  /** Puts a deleted one back under its own id. Throws `conflict` when its place is taken. */
  restore(id: number, row: Row, record: Recorder, undo_of: number | null, cause: number | null): number
  assign(id: number, fields: Row, record: Recorder, undo_of: number | null, cause?: number | null): void
  /** Fields that follow from another one: they go back with it, never without it. */
  readonly follows?: Readonly<Record<string, string>>
}

/** One call takes back so many entries of an actor at most … */
const maxEntries = 1000
/** … and no more after so many milliseconds, once there are some: others wait for it. */
const maxBlockedMs = 40
const fewEntries = 10

/** What is known of an entry before its turn comes. */
type Chosen = Pick<JournalEntry, 'seq' | 'entity' | 'entity_id' | 'task_id' | 'cause' | 'undone_by'>

interface Choice {
  entries: Chosen[]
  /** Of an actor's entries: those between two positions. */
  stretch?: { name: string; kind: string | null; run: string | null; anyRun: number; brought: string; from: number; to: number }
}

/** In place of a run: all of them. */
const everyRun = '*'

const writerOf = ({ actor, run }: JournalEntry): Writer => ({ ...actor, run: run ?? undefined })

class Rollback extends Error {}

const wrote = ({ after, texts }: JournalEntry, field: string) =>
  (after !== null && Object.hasOwn(after, field)) || (texts !== undefined && Object.hasOwn(texts, field))

export function createUndo(db: Db, journal: Journal, now: () => Date, revertibles: Record<Entity, Revertible>) {
  const reader = createEntryReader(db)
  const positions = createJournalPositions(db, now)
  const bySeq = db.prepare('SELECT * FROM journal WHERE seq = ?')
  // An agent that takes in a message writes in its sender's name, which says so, and in its own run.
  const broughtNames = db
    .prepare("SELECT DISTINCT actor_name FROM journal WHERE actor_kind = 'email' AND substr(actor_name, -length(@ending)) = @ending")
    .pluck()
  const chosenColumns = 'seq, entity, entity_id, task_id, cause, undone_by'
  const chosenBySeq = db.prepare(`SELECT ${chosenColumns} FROM journal WHERE seq = ?`)
  // What an entry brought about (cause) follows that entry, and is not chosen for itself.
  const counted = "seq BETWEEN @from AND @to AND actor_kind <> 'system' AND undo_of IS NULL AND undone_by IS NULL AND cause IS NULL"
  const isNamed = '(actor_name = @name AND (@kind IS NULL OR actor_kind = @kind))'
  const isBrought = "(actor_kind = 'email' AND actor_name IN (SELECT value FROM json_each(@brought)))"
  const ofWriter = `FROM journal WHERE ${counted} AND (${isNamed} OR ${isBrought}) AND (@anyRun = 1 OR run IS @run)`
  const byWriter = db.prepare(`SELECT ${chosenColumns} ${ofWriter} ORDER BY seq DESC LIMIT ${maxEntries + 1}`)
  const countOfWriter = db.prepare(`SELECT count(*) ${ofWriter}`).pluck()
  const writersOf = db.prepare(`SELECT DISTINCT iif(${isNamed}, actor_kind, 'agent') AS kind, @name AS name, run FROM journal
    WHERE (${isNamed} OR ${isBrought}) AND ${counted} LIMIT 20`)
  const lastDelete = db.prepare("SELECT * FROM journal WHERE entity = ? AND entity_id = ? AND action = 'deleted' ORDER BY seq DESC LIMIT 1")
  const byCause = db.prepare('SELECT * FROM journal WHERE cause = ? ORDER BY seq')
  // That a reminder fired is nobody's work: it keeps nothing from being taken back.
  const counts = "seq > ? AND actor_kind <> 'system' AND undo_of IS NULL AND undone_by IS NULL ORDER BY seq"
  const laterOnEntity = db.prepare(`SELECT * FROM journal WHERE entity = ? AND entity_id = ? AND ${counts}`)
  const laterOnTask = db.prepare(`SELECT * FROM journal WHERE task_id = ? AND ${counts}`)
  const markUndone = db.prepare('UPDATE journal SET undone_by = ? WHERE seq = ?')
  const markRedone = db.prepare('UPDATE journal SET undone_by = NULL WHERE seq = ?')

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
    const broughtBy = (kind: string | null) => JSON.stringify(kind === null || kind === 'agent' ? broughtNames.all({ ending: broughtEnding(name) }) : [])
    const meant = askedRun === undefined ? meantWriter({ ...range, brought: broughtBy(range.kind) }, ctx.actor) : { kind: range.kind, run: askedRun }
    const stretch = { ...range, ...meant, anyRun: meant.run === everyRun ? 1 : 0, brought: broughtBy(meant.kind) }
    return { entries: byWriter.all(stretch) as Chosen[], stretch }
  }

  /** Whom a bare name means: the caller itself, or the only one who wrote under it. Nobody's work is taken back for that of a namesake. */
  function meantWriter(
    stretch: { name: string; kind: string | null; from: number; to: number; brought: string },
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

  function existing(seq: number): Chosen {
    const found = chosenBySeq.get(seq) as Chosen | undefined
    if (!found) throw new AppError('not_found', `There is no journal entry ${seq}.`)
    return found
  }

  function single(seq: number): Chosen {
    const entry = existing(seq)
    if (entry.undone_by !== null) throw new AppError('conflict', `Entry ${seq} is already undone, by entry ${entry.undone_by}. Undo that one to bring it back.`)
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

  function run(request: UndoRequest, ctx: Context): UndoResult {
    const { entries, stretch } = choose(request, ctx)
    const inSet = new Set(entries.map((entry) => entry.seq))
    const { from = null, to = null } = stretch ?? {}
    const result: UndoResult = { preview: request.preview ?? false, done: [], conflicts: [], entries: [], from, to, left: 0, next: null }

    journal.write(ctx.actor, (record) => {
      const recording: Recorder = (change) => {
        const seq = record(change)
        result.entries.push(seq)
        return seq
      }
      const whole = reader.together()
      const begun = performance.now()
      for (const [n, entry] of entries.entries()) {
        if (stretch && (n >= maxEntries || (n >= fewEntries && performance.now() - begun > maxBlockedMs))) {
          result.next = entry.seq
          result.left = countOfWriter.get({ ...stretch, to: entry.seq }) as number
          break
        }
        // Whether it was undone already is said as it was before this undo.
        attempt(entry, result, () => revert({ ...whole(bySeq.get(entry.seq)), undone_by: entry.undone_by }, inSet, recording, result))
      }
    })
    return result
  }

  /** Wholly or not at all: what cannot be is a conflict, and stands in the way of no other entry. */
  function attempt({ seq, entity, entity_id, task_id }: Chosen, result: UndoResult, act: () => void): void {
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
    const conflict = (reason: string) => result.conflicts.push({ seq, entity, entity_id, task_id, field: null, reason })
    const current = thing.read(entity_id)

    if (entry.undone_by !== null) return void conflict(`it is undone already, by entry ${entry.undone_by}`)
    if (entry.actor.kind === 'system') return void conflict('a reminder that fired cannot be taken back')
    if (entry.action === 'created') {
      if (!current) return void conflict(`the ${entity} is gone already`)
      const others = laterEntries(entry).find((later) => !inSet.has(later.seq) && !isSameWriter(writerOf(later), writerOf(entry)))
      if (others) return void conflict(`${others.actor.name} has worked on it since (entry ${others.seq})`)
      // Redoing a merge: what had moved back moves away again, before its task goes.
      for (const row of byCause.all(seq)) {
        const moved = reader.whole(row)
        if (moved.action === 'updated' && moved.undone_by === null) putBack(moved, record, seq)
      }
      finish(entry, thing.remove(entity_id, record, seq))
      result.done.push({ seq, entity, entity_id, task_id, action: 'removed', fields: [] })
      return
    }

    if (entry.action === 'deleted') {
      if (current) return void conflict(`the ${entity} is there already`)
      // Undone, redone and undone again: what it was like is in the entry that took it away last.
      const last = reader.whole(lastDelete.get(entity, entity_id))
      finish(last, restoreWithDependents(last, record))
      result.done.push({ seq, entity, entity_id, task_id, action: 'restored', fields: [] })
      return
    }

    if (!current) return void conflict(`the ${entity} was deleted since`)
    revertUpdate(entry, current, inSet, record, result)
  }

  /** Puts back the fields that nobody else changed since. */
  function revertUpdate(entry: JournalEntry, current: Row, inSet: ReadonlySet<number>, record: Recorder, result: UndoResult): void {
    const { seq, entity, entity_id, task_id } = entry
    const thing = revertibles[entity]
    const conflict = (reason: string, field: string) => result.conflicts.push({ seq, entity, entity_id, task_id, field, reason })
    const later = laterEntries(entry).filter((other) => other.entity === entity && !inSet.has(other.seq))
    const after = entry.after ?? {}
    const leaderOf = (field: string) => {
      const leader = thing.follows?.[field]
      return leader !== undefined && Object.hasOwn(after, leader) ? leader : undefined
    }
    const own = Object.keys(after).filter((field) => leaderOf(field) === undefined)
    const fields: Row = {}
    for (const field of own) {
      const rest = field === 'description' ? restOf(entry, current) : undefined
      if (rest !== undefined) {
        fields[field] = rest
        continue
      }
      const touched = later.find((other) => wrote(other, field) && !isSameWriter(writerOf(other), writerOf(entry)))
      if (touched) conflict(`${touched.actor.name} changed ${field} since (entry ${touched.seq})`, field)
      else if (!same(current[field], after[field])) conflict(`${field} was changed since`, field)
      else fields[field] = entry.before?.[field] ?? null
    }
    const isWhole = own.every((field) => Object.hasOwn(fields, field))
    for (const [field, value] of Object.entries(after)) {
      const leader = leaderOf(field)
      if (leader !== undefined && Object.hasOwn(fields, leader) && same(current[field], value)) fields[field] = entry.before?.[field] ?? null
    }
    const names = Object.keys(after).filter((field) => Object.hasOwn(fields, field))
    if (names.length === 0) return
    let written: number | undefined
    thing.assign(entity_id, fields, (change) => (written = record(change)), seq)
    if (isWhole && written !== undefined) finish(entry, written)
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
      const dependent = reader.whole(row)
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
    return rows.map(reader.brief)
  }

  /** Notes that `by` reverted the entry. If that was an undo itself, what it had reverted counts again, and so on, in turns. */
  function finish(entry: JournalEntry, by: number): void {
    markUndone.run(by, entry.seq)
    let undo = entry
    for (let counts = true; undo.undo_of !== null; counts = !counts) {
      if (counts) markRedone.run(undo.undo_of)
      else markUndone.run(undo.seq, undo.undo_of)
      undo = reader.brief(bySeq.get(undo.undo_of))
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
