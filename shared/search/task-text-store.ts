// What search reads of the tasks, over a read-only connection of its own worker thread: the journal's newest entries, the texts as
// they are now, and which tasks a filter lets through.
import { type AttachmentRef, filesNamedIn, withoutAddresses } from '../domain/attachments/attachment-link.ts'
import { spelledAs } from '../domain/search/plain-words.ts'
import Database from 'better-sqlite3'
import { holdsTask, isOpen, waitsForTasks } from './what-tasks-wait-for.ts'
import type { DueRange, TaskFilter, WaitState } from '../domain/search/search-query.ts'

export interface TaskText {
  id: number
  title: string
  /** Empty when it has none. */
  description: string
  isDone: boolean
  labels: string[]
  requesters: string[]
  /** Oldest first; what people wrote in its conversations comes before its comments, unless the task says the same already. */
  comments: string[]
}

/** What was read of the files that texts name. */
export interface FileTexts {
  has(hash: string): boolean
  /** Empty: it has none. Undefined: it is not known yet. */
  text(hash: string): string | undefined
}
const noFileTexts: FileTexts = { has: () => false, text: () => undefined }

export interface NamedFile extends AttachmentRef {
  text: string | undefined
}

/** The tasks that entries of the journal touch, and how far they reach. */
export interface Touched {
  ids: number[]
  /** The seq of the last entry; undefined when there was none. */
  cursor: number | undefined
  /** There may be more. */
  full: boolean
}

/** So many of the newest are looked through for a word that begins with a few letters. */
const maxBegun = 50_000

/** Which tasks pass; ids beyond the end do not. */
export type Passing = Uint8Array

/** A comment or an origin that moved to another task changes both. */
const movedFrom = `CASE WHEN entity IN ('comment', 'origin') THEN json_extract(before, '$.task_id') END`
/** A message changes all tasks of its conversation. */
const conversationOf = `CASE WHEN entity = 'message' THEN coalesce(json_extract(after, '$.conversation_id'), json_extract(before, '$.conversation_id')) END`

const isEmptyFilter = (filter: TaskFilter) => Object.values(filter).every((list: readonly unknown[]) => list.length === 0)

const prepareReads = (db: Database.Database) => ({
  after: db.prepare(`SELECT seq, task_id, ${movedFrom} AS moved, ${conversationOf} AS conversation FROM journal WHERE seq > ? ORDER BY seq LIMIT ?`),
  task: db.prepare('SELECT id, title, description, status, labels, requesters FROM tasks WHERE id = ?'),
  comments: db.prepare('SELECT body FROM comments WHERE task_id = ? ORDER BY created_at, id').pluck(),
  namingFiles: db
    .prepare("SELECT id FROM tasks WHERE description LIKE '%/attachments/%' UNION SELECT task_id FROM comments WHERE body LIKE '%/attachments/%' ORDER BY 1")
    .pluck(),
  description: db.prepare('SELECT description FROM tasks WHERE id = ?').pluck(),
  tasksOf: db.prepare('SELECT DISTINCT task_id FROM origins WHERE conversation_id IN (SELECT value FROM json_each(?))').pluck(),
  messages: db
    .prepare('SELECT m.text FROM origins o JOIN messages m ON m.conversation_id = o.conversation_id WHERE o.task_id = ? ORDER BY m.sent_at, m.id LIMIT 200')
    .pluck(),
  pending: db.prepare('SELECT count(DISTINCT task_id) FROM journal WHERE seq > ?').pluck(),
  total: db.prepare('SELECT coalesce(sum(n), 0) FROM task_counts').pluck(),
  head: db.prepare('SELECT coalesce(max(seq), 0) FROM journal').pluck(),
  newest: db.prepare('SELECT coalesce(max(id), 0) FROM tasks').pluck(),
  begun: db.prepare(
    `SELECT id FROM (SELECT id, title FROM tasks ORDER BY id DESC LIMIT ${maxBegun}) WHERE title LIKE @first ESCAPE '\\' OR title LIKE @later ESCAPE '\\'`,
  ),
  from: db.prepare('SELECT min(id) FROM tasks WHERE id >= ?').pluck(),
})

/** What a filter asks for, as SQL; its values are added to `values`. */
function conditions(filter: TaskFilter, values: unknown[]): string[] {
  const sql: string[] = []
  const anyOf = (list: readonly string[], condition: (marks: string) => string) => {
    if (list.length === 0) return
    sql.push(condition(list.map(() => '?').join(', ')))
    values.push(...list)
  }
  anyOf(filter.status, (marks) => `status IN (${marks})`)
  anyOf(filter.priority, (marks) => `priority IN (${marks})`)
  anyOf(filter.label.flatMap(spelledAs), (marks) => `EXISTS (SELECT 1 FROM json_each(labels) WHERE lower(value) IN (${marks}))`)
  if (filter.requester.length > 0) {
    // "ana" means ana, ana@example.com and "Ana Silva" alike.
    const one = `(lower(value) = ? OR lower(value) LIKE ? ESCAPE '\\' OR lower(value) LIKE ? ESCAPE '\\')`
    sql.push(`EXISTS (SELECT 1 FROM json_each(requesters) WHERE ${filter.requester.map(() => one).join(' OR ')})`)
    for (const name of filter.requester) values.push(name, `${literally(name)}@%`, `${literally(name)} %`)
  }
  if (filter.assignee.length > 0) {
    const names = filter.assignee.filter((name) => name !== 'none')
    const one = `(lower(assignee) = ? OR lower(assignee) LIKE ? ESCAPE '\\' OR lower(assignee) LIKE ? ESCAPE '\\')`
    sql.push(`ifnull(${[...(names.length < filter.assignee.length ? ['assignee IS NULL'] : []), ...names.map(() => one)].join(' OR ')}, 0)`)
    for (const name of names) values.push(name, `${literally(name)}@%`, `${literally(name)} %`)
  }
  if (filter.waits.length > 0) {
    const states = filter.waits.map((state) => waitConditions[state])
    sql.push(`(${states.join(' OR ')})`)
  }
  for (const moment of ['created', 'updated'] as const) {
    if (filter[moment].length > 0) sql.push(`(${filter[moment].map((range) => rangeCondition(`date(${moment}_at, 'localtime')`, range, values)).join(' OR ')})`)
  }
  if (filter.due.length > 0) sql.push(`(${filter.due.map((range) => dueCondition(range, values)).join(' OR ')})`)
  return sql
}

/**
 * Whoever it is assigned to can begin: search does not know who asks. A claim that is stored holds, whatever the clock says: one that ends is
 * removed.
 */
const isReady = `(NOT ${waitsForTasks} AND NOT EXISTS (SELECT 1 FROM questions WHERE task_id = tasks.id AND ${isOpen})
  AND NOT EXISTS (SELECT 1 FROM proposals WHERE task_id = tasks.id AND ${holdsTask})
  AND NOT EXISTS (SELECT 1 FROM claims WHERE task_id = tasks.id))`

const waitConditions: Record<WaitState, string> = {
  ready: `(status IN ('backlog', 'todo') AND ${isReady})`,
  blocked: `(status IN ('backlog', 'todo') AND ${waitsForTasks})`,
  inbox: "(triage IS NOT NULL AND status <> 'done')",
}

function dueCondition(range: DueRange, values: unknown[]): string {
  if (range === 'none') return 'due IS NULL'
  if (range === 'any') return 'due IS NOT NULL'
  if (range === 'overdue')
    return "(due IS NOT NULL AND status <> 'done' AND due < iif(length(due) = 10, date('now', 'localtime'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))"
  return `(due IS NOT NULL AND ${rangeCondition('due', range, values)})`
}

function rangeCondition(what: string, range: DueRange, values: unknown[]): string {
  if (typeof range === 'string') return 'FALSE'
  const bounds = [[`${what} >= ?`, range.from] as const, [`${what} < ?`, range.before] as const].filter(([, bound]) => bound !== undefined)
  values.push(...bounds.map(([, bound]) => bound))
  return bounds.map(([condition]) => condition).join(' AND ')
}

/** For LIKE: what is a pattern in it stands for itself. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

function where(only: TaskFilter, not: TaskFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = []
  const positive = conditions(only, values)
  const negative = conditions(not, values).map((condition) => `NOT ${condition}`)
  return { sql: [...positive, ...negative].join(' AND ') || 'TRUE', values }
}

export class TaskTextStore {
  readonly #db: Database.Database
  readonly #reads: ReturnType<typeof prepareReads>
  readonly #isOwn: boolean

  readonly #fileTexts: FileTexts

  /** A file, or a connection that somebody else closes. */
  constructor(database: string | Database.Database, fileTexts = noFileTexts) {
    this.#fileTexts = fileTexts
    this.#isOwn = typeof database === 'string'
    this.#db = typeof database === 'string' ? new Database(database, { readonly: true, fileMustExist: true }) : database
    this.#db.pragma('busy_timeout = 5000')
    this.#db.pragma('cache_size = -2000')
    this.#reads = prepareReads(this.#db)
  }

  touchedAfter(cursor: number, limit: number): Touched {
    const { after, tasksOf } = this.#reads
    const rows = after.all(cursor, limit) as ({ seq: number } & Record<'task_id' | 'moved' | 'conversation', number | null>)[]
    const conversations = new Set(rows.map((row) => row.conversation).filter((id) => id !== null))
    const ofConversations = conversations.size > 0 ? (tasksOf.all(JSON.stringify([...conversations])) as number[]) : []
    const ids = new Set([...rows.flatMap((row) => [row.task_id, row.moved]).filter((id) => id !== null), ...ofConversations])
    return { ids: [...ids], cursor: rows.at(-1)?.seq, full: rows.length === limit }
  }

  /** The task as it is now; undefined when it is gone. */
  read(id: number): TaskText | undefined {
    const { task, comments, messages } = this.#reads
    const row = task.get(id) as { id: number; title: string; description: string | null; status: string; labels: string; requesters: string } | undefined
    if (!row) return undefined
    const written = comments.all(id) as string[]
    const said = (text: string) => text === '' || row.description?.includes(text) || written.some((comment) => comment.includes(text))
    return {
      id: row.id,
      title: row.title,
      description: withoutAddresses(row.description ?? ''),
      isDone: row.status === 'done',
      labels: JSON.parse(row.labels) as string[],
      requesters: JSON.parse(row.requesters) as string[],
      comments: [...(messages.all(id) as string[]).filter((text) => !said(text)), ...written].map(withoutAddresses),
    }
  }

  /** The files that its description and comments name; none where it is gone. */
  filesOf(id: number): NamedFile[] {
    const { description, comments } = this.#reads
    const own = description.get(id) as string | null | undefined
    if (own === undefined) return []
    const files = filesNamedIn([own ?? '', ...(comments.all(id) as string[])])
    return files.map((file) => ({ ...file, text: this.#fileTexts.text(file.hash) }))
  }

  hasFileText(hash: string): boolean {
    return this.#fileTexts.has(hash)
  }

  /** Every task that may name a file: all texts are looked through. */
  namingFiles(): number[] {
    return this.#reads.namingFiles.all() as number[]
  }

  /** Undefined: everything passes. */
  passing(only: TaskFilter, not: TaskFilter): Passing | undefined {
    if (isEmptyFilter(only) && isEmptyFilter(not)) return undefined
    const { sql, values } = where(only, not)
    const passing = new Uint8Array(this.newestId() + 1)
    for (const id of this.#db.prepare(`SELECT id FROM tasks WHERE ${sql}`).pluck().iterate(values)) passing[id as number] = 1
    return passing
  }

  /** Newest first. */
  newest(only: TaskFilter, not: TaskFilter, limit: number): number[] {
    const { sql, values } = where(only, not)
    return this.#db
      .prepare(`SELECT id FROM tasks WHERE ${sql} ORDER BY id DESC LIMIT ?`)
      .pluck()
      .all([...values, limit]) as number[]
  }

  newestId(): number {
    return this.#reads.newest.get() as number
  }

  /** Of the newest tasks those in whose title a word begins with a few letters, the newest first. */
  begunWith(text: string, limit: number, passing: Passing | undefined): { id: number; score: number }[] {
    const found: { id: number; score: number }[] = []
    const beginning = `${literally(text)}%`
    for (const { id } of this.#reads.begun.iterate({ first: beginning, later: `% ${beginning}` }) as IterableIterator<{ id: number }>) {
      if (!passing || passing[id] === 1) found.push({ id, score: 1 })
      if (found.length >= limit) break
    }
    return found
  }

  /** At most so many tasks, old and new ones alike. */
  sample(count: number): number[] {
    const last = this.newestId()
    const ids = Array.from({ length: count }, (_, i) => this.#reads.from.get(Math.floor((i * last) / count) + 1) as number | null)
    return [...new Set(ids.filter((id) => id !== null))]
  }

  /** How many tasks have changed since. */
  pendingAfter(cursor: number): number {
    return this.#reads.pending.get(cursor) as number
  }

  total(): number {
    return this.#reads.total.get() as number
  }

  head(): number {
    return this.#reads.head.get() as number
  }

  close(): void {
    if (this.#isOwn) this.#db.close()
  }
}
