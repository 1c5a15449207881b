// Compares what is stored with what the journal says. SQLite checks the structure of its pages, not what stands in them: a bit that the
// disk turned over in a title is a title like any other to it.
import type Database from 'better-sqlite3'
import type { Row } from '../../../shared/domain/history/difference.ts'
import type { Entity, JournalEntry } from '../../../shared/schema/journal.ts'
import { taskLists } from '../../../shared/sync/synced-fields.ts'

export interface Found {
  count: number
  /** The first of them, such as "task 12: title". */
  names: string[]
}

export interface Differences extends Found {
  /** Attachments that texts name and that are lost or damaged, such as "plan.pdf (task 12)". */
  files: Found
}

const maxNames = 50

const tables: Record<Entity, string> = {
  task: 'tasks',
  comment: 'comments',
  schedule: 'schedules',
  contact: 'contacts',
  conversation: 'conversations',
  message: 'messages',
  origin: 'origins',
  list: 'lists',
}

/** What follows from the moment of the write or from the clock, and is not history. */
const derived = new Set(['id', 'version', 'updated_at', 'next_fire_at', 'last_fired_at'])
const json: ReadonlySet<string> = new Set([...taskLists, 'recipients', 'query'])

/** As the journal has it. */
function valueOf(row: Row, field: string): unknown {
  if (json.has(field)) return JSON.parse(row[field] as string)
  if (field === 'author') return { kind: row.author_kind, name: row.author_name }
  return field === 'enabled' ? row.enabled === 1 : row[field]
}

interface ChangedFields {
  after: string | null
  texts: string | null
}

/** Whether an entry is about a field that no newer one was. Long texts are put together from many entries, so only the newest is. */
function hasMore({ after, texts }: ChangedFields, compared: ReadonlySet<string>): boolean {
  const fields = [after, texts].flatMap((json) => (json === null ? [] : Object.keys(JSON.parse(json) as Row)))
  return fields.some((field) => !derived.has(field) && !compared.has(field))
}

/**
 * Reads the journal from its end, so that the newest value of each field is met first and only rows' numbers are kept in memory. Rows
 * that the journal never heard of are left alone. `read`: a row of the journal with its texts in full.
 */
export function findDifferences(db: Database.Database, read: (row: unknown) => JournalEntry): Found {
  const select = Object.fromEntries(Object.entries(tables).map(([entity, table]) => [entity, db.prepare(`SELECT * FROM ${table} WHERE id = ?`)]))
  /** By entity and id: the fields that were compared, or true when all were. */
  const seen = new Map<string, Map<number, Set<string> | true>>(Object.keys(tables).map((entity) => [entity, new Map()]))
  const found: Found = { count: 0, names: [] }
  function differs(name: string): void {
    found.count++
    if (found.names.length < maxNames) found.names.push(name)
  }

  for (const stored of db.prepare('SELECT * FROM journal ORDER BY seq DESC').iterate()) {
    const { entity, entity_id: id, seq, action } = stored as Pick<JournalEntry, 'entity' | 'entity_id' | 'seq' | 'action'>
    const rows = seen.get(entity)
    const known = rows?.get(id)
    if (!rows || known === true) continue
    const name = `${entity} ${id}`
    const row = select[entity]?.get(id) as Row | undefined
    const compared = known ?? new Set<string>()
    rows.set(id, action === 'updated' ? compared : true)
    if ((row === undefined) !== (action === 'deleted') && known === undefined) {
      differs(row ? `${name}: it was deleted` : `${name}: it is missing`)
      rows.set(id, true)
      continue
    }
    if (!row || action === 'deleted') continue
    try {
      if (!hasMore(stored as ChangedFields, compared)) continue
      for (const [field, value] of Object.entries(read(stored).after ?? {})) {
        if (derived.has(field) || compared.has(field)) continue
        compared.add(field)
        if (JSON.stringify(valueOf(row, field)) !== JSON.stringify(value)) differs(`${name}: ${field}`)
      }
    } catch (error) {
      differs(`entry ${seq} of the journal, about ${name} (${(error as Error).message})`)
    }
  }
  return found
}
