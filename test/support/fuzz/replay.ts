// Rebuilds every row from the journal alone and compares it with the tables [J3].
import Database from 'better-sqlite3'
import { createEntryReader, storedEntry } from '../../../electron/service/journal/entry-reader.ts'
import { fieldsAfter } from '../../../shared/domain/history/entry-texts.ts'
import { taskLists, withAllFields } from '../../../shared/sync/synced-fields.ts'

type Row = Record<string, unknown>
const tables = {
  task: 'tasks',
  comment: 'comments',
  schedule: 'schedules',
  contact: 'contacts',
  conversation: 'conversations',
  message: 'messages',
  origin: 'origins',
  list: 'lists',
} as const
/** What follows from the moment of the write or from the clock, and is not history. */
const derived = new Set(['updated_at', 'next_fire_at', 'last_fired_at'])

function rowOf(entity: string, { author_kind, author_name, ...row }: Row): Row {
  if (entity === 'task') return { ...row, ...Object.fromEntries(taskLists.map((field) => [field, JSON.parse(row[field] as string)])) }
  if (entity === 'comment') return { ...row, author: { kind: author_kind, name: author_name } }
  if (entity === 'list') return { ...row, query: JSON.parse(row.query as string) }
  if (entity === 'message') return { ...row, recipients: JSON.parse(row.recipients as string) }
  return entity === 'schedule' ? { ...row, enabled: row.enabled === 1 } : row
}

function without(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !derived.has(name)))
}

export interface Rebuilt {
  /** By "task 7". */
  fromJournal: Record<string, Row>
  fromTables: Record<string, Row>
  entries: number
}

/** Both pictures of the data; a test expects them to be equal. Throws when the journal contradicts itself. */
export function rebuild(databaseFile: string): Rebuilt {
  const db = new Database(databaseFile, { readonly: true })
  try {
    const rows = new Map<string, Row>()
    const lastVersion = new Map<string, number>()
    const whole = createEntryReader(db).together()
    let entries = 0
    for (const row of db.prepare('SELECT * FROM journal ORDER BY seq').all()) {
      entries++
      const entry = storedEntry(row)
      const name = `${entry.entity} ${entry.entity_id}`
      const now = rows.get(name)
      // Twice: as one who reads it all from the beginning, and as one who wants this entry alone.
      const after = fieldsAfter(entry, now ?? {})
      const { before, after: alone } = whole(row)
      if (JSON.stringify(after) !== JSON.stringify(alone)) throw new Error(`entry ${entry.seq}: read alone, ${name} is something else`)
      if ((entry.action === 'created') !== (now === undefined))
        throw new Error(`entry ${entry.seq}: ${entry.action} of ${name}, which is ${now ? 'there' : 'not there'}`)
      for (const [field, value] of Object.entries(before ?? {})) {
        if (!derived.has(field) && JSON.stringify(now?.[field]) !== JSON.stringify(value))
          throw new Error(`entry ${entry.seq}: ${name}.${field} was ${JSON.stringify(now?.[field])}, not ${JSON.stringify(value)}`)
      }
      // An import brings the version along; after that it grows by one.
      const version = (after?.version as number | undefined) ?? (lastVersion.get(name) ?? 0) + 1
      if (entry.action === 'deleted') rows.delete(name)
      else {
        // An entry from before a field was added does not name it.
        const fields: Row = { ...now, ...after }
        rows.set(name, { ...(entry.entity === 'task' ? withAllFields(fields) : fields), id: entry.entity_id, version })
        lastVersion.set(name, version)
      }
    }
    const fromTables: Record<string, Row> = {}
    for (const [entity, table] of Object.entries(tables))
      for (const row of db.prepare(`SELECT * FROM ${table}`).all() as Row[]) fromTables[`${entity} ${row.id as number}`] = without(rowOf(entity, row))
    return { fromJournal: Object.fromEntries([...rows].map(([name, row]) => [name, without(row)])), fromTables, entries }
  } finally {
    db.close()
  }
}
