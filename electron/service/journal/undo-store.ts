// SQL for taking entries of the journal back, and nothing else.
import { broughtEnding } from '../../../shared/domain/agents/brought-by.ts'
import type { Entity, JournalEntry } from '../../../shared/schema/journal.ts'
import type { Db } from '../db/open.ts'

/** What is known of an entry before its turn comes. */
export type Chosen = Pick<JournalEntry, 'seq' | 'entity' | 'entity_id' | 'task_id' | 'cause' | 'undone_by'>

/** Whose entries, and between which two positions. `kind` null: any. */
export interface NamedStretch {
  name: string
  kind: string | null
  from: number
  to: number
  /** JSON: the names under which this agent brought what others wrote. */
  brought: string
}

/** Of one run, or of all (`anyRun` 1). */
export interface Stretch extends NamedStretch {
  run: string | null
  anyRun: number
}

export type UndoStore = ReturnType<typeof createUndoStore>

export function createUndoStore(db: Db) {
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
  const byWriter = db.prepare(`SELECT ${chosenColumns} ${ofWriter} ORDER BY seq DESC LIMIT @limit`)
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

  return {
    row: (seq: number): unknown => bySeq.get(seq),
    chosen: (seq: number) => chosenBySeq.get(seq) as Chosen | undefined,
    /** Under which names an agent brought what others wrote. */
    broughtNamesOf: (agent: string) => broughtNames.all({ ending: broughtEnding(agent) }) as string[],
    /** Newest first. */
    ofWriter: (stretch: Stretch, limit: number) => byWriter.all({ ...stretch, limit }) as Chosen[],
    countOfWriter: (stretch: Stretch) => countOfWriter.get(stretch) as number,
    /** Who wrote under a name. */
    writersOf: (stretch: NamedStretch) => writersOf.all(stretch) as { kind: string; run: string | null }[],
    lastDeleteOf: (entity: Entity, id: number): unknown => lastDelete.get(entity, id),
    /** What an entry brought about. */
    causedBy: (seq: number): unknown[] => byCause.all(seq),
    /** Later writes that still count, oldest first: neither undone nor themselves an undo. Of a task with all that hangs on it. */
    laterThan: ({ entity, entity_id, seq }: Pick<Chosen, 'entity' | 'entity_id' | 'seq'>): unknown[] =>
      entity === 'task' ? laterOnTask.all(entity_id, seq) : laterOnEntity.all(entity, entity_id, seq),
    markUndone: (seq: number, by: number) => void markUndone.run(by, seq),
    markRedone: (seq: number) => void markRedone.run(seq),
    /** Wholly or not at all; inside another transaction, too. */
    atomically: <T>(act: () => T): T => db.transaction(act)(),
  }
}
