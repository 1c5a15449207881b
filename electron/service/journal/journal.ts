// The one function through which every write goes: the row changes and the journal entry commit together, or not at all.
import type { Row } from '../../../shared/domain/history/difference.ts'
import { partSpan } from '../../../shared/node/tracing/spans.ts'
import type { Entity, JournalEntry } from '../../../shared/schema/journal.ts'
import type { Writer } from '../context.ts'
import type { Db } from '../db/open.ts'
import { createEntryReader } from './entry-reader.ts'
import { createTextKeeper } from './text-keeper.ts'

export interface Change {
  entity: Entity
  entity_id: number
  /** The task it belongs to; null for contacts. */
  task_id: number | null
  action: JournalEntry['action']
  before: Row | null
  after: Row | null
  /** The entry that brought this one about. */
  cause?: number | null
  undo_of?: number | null
}

/** Appends an entry inside the running write; returns its seq. */
export type Recorder = (change: Change) => number

export interface Journal {
  /** Runs `change` in one transaction, during which `record` appends entries. Nested calls join the outer transaction. */
  write<T>(actor: Writer, change: (record: Recorder) => T): T
  /** The seq of the newest entry; 0 before the first. */
  head(): number
  /** Whether an entry has this seq. Entries are never removed, so a seq up to the head without one is of another life of the data. */
  has(seq: number): boolean
  /** Whether a field of a task ever stood here as this value. Not for texts, of which entries keep the differences only. */
  everHad(taskId: number, field: string, value: unknown): boolean
  /** Entries after a seq, oldest first, without their long texts: `texts` says what changed of them. */
  after(seq: number, limit: number): JournalEntry[]
  /** The same with all texts in full, read one by one: long texts add up. */
  wholeAfter(seq: number, limit: number): IterableIterator<JournalEntry>
  /**
   * Calls `wake` after each commit, soon and coalesced: a signal to read on from one's own cursor. With `concerns`, only after commits
   * in which a change was for this reader, with the seq from which on to look; asked inside the write, so it must be quick and read nothing.
   * (A change that was rolled back may wake a reader for nothing.) Returns how to stop.
   */
  onCommit(wake: (from: number) => void, concerns?: (change: Change) => boolean): () => void
}

const inDatabase = { kind: 'client', facts: { 'db.system.name': 'sqlite' } } as const

interface Reader {
  wake(from: number): void
  concerns: ((change: Change) => boolean) | undefined
  /** The first entry that is for this reader and that it was not woken for. */
  from: number | undefined
}

export function createJournal(db: Db, now: () => Date, committed: (head: number) => void): Journal {
  const insert = db.prepare(
    'INSERT INTO journal (at, actor_kind, actor_name, run, entity, entity_id, task_id, action, before, after, texts, cause, undo_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const selectHead = db.prepare('SELECT max(seq) FROM journal').pluck()
  const selectOne = db.prepare('SELECT 1 FROM journal WHERE seq = ?').pluck()
  const selectHad = db
    .prepare("SELECT 1 FROM journal WHERE task_id = @task AND entity = 'task' AND (before -> @field = @value OR after -> @field = @value) LIMIT 1")
    .pluck()
  const selectAfter = db.prepare('SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?')
  const selectSeqsAfter = db.prepare('SELECT seq FROM journal WHERE seq > ? ORDER BY seq LIMIT ?').pluck()
  const entries = createEntryReader(db)
  const texts = createTextKeeper(db)
  const readers = new Set<Reader>()
  let waking = false
  /** This is the only writer, so the newest seq can be kept between two writes. */
  let knownHead: number | undefined

  function wakeReaders(): void {
    committed((knownHead ??= readHead()))
    if (waking || readers.size === 0) return
    waking = true
    setImmediate(() => {
      waking = false
      for (const reader of readers) {
        const from = reader.from
        reader.from = undefined
        if (from !== undefined || !reader.concerns) reader.wake(from ?? 0)
      }
    })
  }

  const readHead = () => (selectHead.get() as number | null) ?? 0

  function noteFor(change: Change, seq: number): void {
    for (const reader of readers) if (reader.from === undefined && reader.concerns?.(change)) reader.from = seq
  }

  function recorder(actor: Writer): Recorder {
    const at = now().toISOString()
    return (change) => {
      const kept = texts.keep(change)
      const { lastInsertRowid } = insert.run(
        at,
        actor.kind,
        actor.name,
        actor.run ?? null,
        change.entity,
        change.entity_id,
        change.task_id,
        change.action,
        kept.before && JSON.stringify(kept.before),
        kept.after && JSON.stringify(kept.after),
        kept.texts && JSON.stringify(kept.texts),
        change.cause ?? null,
        change.undo_of ?? null,
      )
      const seq = Number(lastInsertRowid)
      texts.remember(change, kept, seq)
      knownHead = undefined
      noteFor(change, seq)
      return seq
    }
  }

  const transaction = db.transaction((run: () => unknown) => run())

  return {
    write<T>(actor: Writer, change: (record: Recorder) => T): T {
      if (db.inTransaction) return transaction(() => change(recorder(actor))) as T
      const result = partSpan('journal.write', inDatabase, () => transaction.immediate(() => change(recorder(actor)))) as T
      wakeReaders()
      return result
    },
    head: () => (db.inTransaction ? readHead() : (knownHead ??= readHead())),
    has: (seq) => selectOne.get(seq) !== undefined,
    everHad: (task, field, value) => selectHad.get({ task, field: `$.${field}`, value: JSON.stringify(value) }) !== undefined,
    after: (seq, limit) => selectAfter.all(seq, limit).map(entries.brief),
    wholeAfter: (seq, limit) => entries.inFull(selectSeqsAfter.all(seq, limit) as number[]),
    onCommit(wake, concerns) {
      const reader: Reader = { wake, concerns, from: undefined }
      readers.add(reader)
      return () => readers.delete(reader)
    },
  }
}
