// SQL for the copy of a team's list that the index reads: one SQLite file, with the tables that search reads of a desktop's (task-text-store.ts),
// so that both are asked in the same words. It holds nothing that cannot be read again.
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import { filesNamedIn } from '../../shared/domain/attachments/attachment-link.ts'
import { spelledAs } from '../../shared/domain/search/plain-words.ts'
import { keepWalShort } from '../../shared/search/short-wal.ts'
import type { CopiedComment, CopySize, CopyState, ListChange } from './list-change.ts'

/** Change when the tables change: a copy of another format is read in again. */
const format = 2

/** Files whose text is asked for at once. */
const maxAwaited = 500

const tables = `
  CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT, status TEXT NOT NULL, priority TEXT NOT NULL,
    labels TEXT NOT NULL, requesters TEXT NOT NULL, assignee TEXT, due TEXT, triage TEXT, dedupe_key TEXT, parent_uid TEXT, blocker_uids TEXT NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX tasks_by_parent ON tasks (parent_uid) WHERE parent_uid IS NOT NULL;
  CREATE INDEX tasks_by_dedupe_key ON tasks (dedupe_key) WHERE dedupe_key IS NOT NULL;
  CREATE TABLE comments (id INTEGER PRIMARY KEY, task_id INTEGER NOT NULL, body TEXT NOT NULL, created_at TEXT NOT NULL) STRICT;
  CREATE INDEX comments_by_task ON comments (task_id);
  CREATE TABLE named_files (task_id INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (task_id, hash)) STRICT, WITHOUT ROWID;
  CREATE INDEX named_files_by_hash ON named_files (hash);
  CREATE TABLE file_texts (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE questions (task_id INTEGER PRIMARY KEY, state TEXT NOT NULL, entry INTEGER) STRICT;
  CREATE TABLE claims (task_id INTEGER PRIMARY KEY) STRICT;
  -- Of each task the last change that arrived here: what reads it follows by a position of its own.
  CREATE TABLE journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, task_id INTEGER NOT NULL UNIQUE, before TEXT, after TEXT, undone_by INTEGER
  ) STRICT;
  CREATE VIEW task_counts AS SELECT count(*) AS n FROM tasks;
  -- A team's mails stay on the desktops that read them, and what waits for a person's yes holds no task here.
  CREATE TABLE origins (task_id INTEGER, conversation_id INTEGER) STRICT;
  CREATE TABLE messages (id INTEGER, conversation_id INTEGER, text TEXT, sent_at TEXT) STRICT;
  CREATE TABLE proposals (task_id INTEGER, state TEXT, tool TEXT) STRICT;`

const prepare = (db: Database.Database) => ({
  read: db.prepare('SELECT value FROM state WHERE name = ?').pluck(),
  set: db.prepare('INSERT INTO state VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value'),
  dropTask: db.prepare('DELETE FROM tasks WHERE id = ?'),
  dropComments: db.prepare('DELETE FROM comments WHERE task_id = ?'),
  addTask: db.prepare(`INSERT OR REPLACE INTO tasks VALUES
    (@id, @uid, @title, @description, @status, @priority, @labels, @requesters, @assignee, @due, @triage, @dedupe_key, @parent_uid, @blocker_uids, @created_at, @updated_at)`),
  addComment: db.prepare('INSERT OR REPLACE INTO comments VALUES (@id, @task_id, @body, @created_at)'),
  note: db.prepare("INSERT OR REPLACE INTO journal (entity, task_id) VALUES ('task', ?)"),
  dropNamed: db.prepare('DELETE FROM named_files WHERE task_id = ?'),
  name: db.prepare('INSERT OR IGNORE INTO named_files VALUES (?, ?)'),
  addText: db.prepare('INSERT OR IGNORE INTO file_texts VALUES (?, ?)'),
  noteNaming: db.prepare("INSERT OR REPLACE INTO journal (entity, task_id) SELECT 'task', task_id FROM named_files WHERE hash = ?"),
  dropUnnamed: db.prepare('DELETE FROM file_texts WHERE hash NOT IN (SELECT hash FROM named_files)'),
  awaited: db
    .prepare(`SELECT hash FROM named_files WHERE hash NOT IN (SELECT hash FROM file_texts) GROUP BY hash ORDER BY max(task_id) DESC LIMIT ${maxAwaited}`)
    .pluck(),
  text: db.prepare('SELECT text FROM file_texts WHERE hash = ?').pluck(),
  hasText: db.prepare('SELECT 1 FROM file_texts WHERE hash = ?').pluck(),
  noAsked: db.prepare('DELETE FROM questions'),
  ask: db.prepare("INSERT OR IGNORE INTO questions VALUES (?, 'open', NULL)"),
  noClaimed: db.prepare('DELETE FROM claims'),
  count: db.prepare('SELECT count(*) FROM tasks').pluck(),
  byKeys: db.prepare('SELECT id FROM tasks WHERE dedupe_key IN (SELECT value FROM json_each(?))').pluck(),
  claim: db.prepare('INSERT OR IGNORE INTO claims VALUES (?)'),
})

export type ListCopy = ReturnType<typeof openListCopy>

/** `origin`: of which team and of which history it is. A file of another one, or a damaged one, fails to open: it is to be removed. */
export function openListCopy(file: string, origin: string) {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = OFF')
    keepWalShort(db)
    db.pragma('cache_size = -2000')
    const identity = `${format} ${origin}`
    const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'state'").get() !== undefined
    if (!isThere)
      db.transaction(() => {
        db.exec(tables)
        db.prepare("INSERT INTO state VALUES ('identity', ?), ('epoch', ?)").run(identity, randomUUID())
      }).immediate()
    const statements = prepare(db)
    if (statements.read.get('identity') !== identity) throw new Error('The copy is of another list.')
    return { db, ...operations(db, statements) }
  } catch (error) {
    db.close()
    throw error
  }
}

function operations(db: Database.Database, statements: ReturnType<typeof prepare>) {
  const number = (name: string): number | undefined => {
    const value = statements.read.get(name) as string | undefined
    return value === undefined || value === '' ? undefined : Number(value)
  }
  return {
    /** Names this very copy: what was indexed of an earlier one counts for nothing. */
    epoch: (): string => statements.read.get('epoch') as string,
    /** Undefined: nothing was read yet. */
    state(): CopyState | undefined {
      const cursor = number('cursor')
      return cursor === undefined ? undefined : { cursor, filledTo: number('filled_to') }
    },
    apply({ ids, tasks, comments, texts = [], holds, state }: ListChange): void {
      db.transaction(() => {
        for (const id of ids) {
          statements.dropTask.run(id)
          statements.dropComments.run(id)
          statements.dropNamed.run(id)
        }
        const commentsOf = Map.groupBy(comments, ({ task_id }: CopiedComment) => task_id)
        for (const task of tasks) {
          const lists = { labels: task.labels, requesters: task.requesters, blocker_uids: task.blocker_uids }
          statements.addTask.run({ ...task, ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, JSON.stringify(list)])) })
          const said = (commentsOf.get(task.id) ?? []).map(({ body }) => body)
          for (const { hash } of filesNamedIn([task.description ?? '', ...said])) statements.name.run(task.id, hash)
        }
        for (const comment of comments) statements.addComment.run(comment)
        for (const id of new Set([...ids, ...tasks.map((task) => task.id)])) statements.note.run(id)
        if (ids.length > 0) statements.dropUnnamed.run()
        for (const { hash, text } of texts) {
          statements.addText.run(hash, text)
          statements.noteNaming.run(hash)
        }
        if (holds) {
          statements.noAsked.run()
          for (const id of holds.asked) statements.ask.run(id)
          statements.noClaimed.run()
          for (const id of holds.claimed) statements.claim.run(id)
        }
        statements.set.run('cursor', String(state.cursor))
        statements.set.run('filled_to', state.filledTo === undefined ? '' : String(state.filledTo))
      }).immediate()
    },
    size: (): CopySize => ({ tasks: statements.count.get() as number, awaited: statements.awaited.all() as string[] }),
    fileTexts: {
      has: (hash: string): boolean => statements.hasText.get(hash) !== undefined,
      text: (hash: string): string | undefined => statements.text.get(hash) as string | undefined,
    },
    byKeys: (keys: readonly string[]): number[] => statements.byKeys.all(JSON.stringify(keys.flatMap(spelledAs))) as number[],
    close: (): void => void db.close(),
  }
}
