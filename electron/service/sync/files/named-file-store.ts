// SQL for texts that name files, and nothing else.
import { attachmentsIn } from '../../../../shared/domain/attachments/attachment-link.ts'
import type { Db } from '../../db/open.ts'

export type NamedFileStore = ReturnType<typeof createNamedFileStore>

const names = "LIKE '%/attachments/%'"
/** Rows that are read before others have a turn. */
const pageRows = 2000

export function createNamedFileStore(db: Db) {
  const head = db.prepare('SELECT coalesce(max(seq), 0) FROM journal').pluck()
  const page = (table: string, text: string) =>
    db.prepare(`SELECT id, CASE WHEN ${text} ${names} THEN ${text} END AS text FROM ${table} WHERE id > ? ORDER BY id LIMIT ${pageRows}`)
  const pages = [page('tasks', 'description'), page('comments', 'body')]
  const written = db
    .prepare(
      `SELECT description FROM tasks WHERE id IN (SELECT entity_id FROM journal WHERE seq > @after AND entity = 'task') AND description ${names}
       UNION ALL SELECT body FROM comments WHERE id IN (SELECT entity_id FROM journal WHERE seq > @after AND entity = 'comment') AND body ${names}`,
    )
    .pluck()

  return {
    /** How far the journal is. */
    head: (): number => head.get() as number,

    /** The hashes that texts name, page by page. */
    *all(): Generator<Set<string>> {
      for (const read of pages)
        for (let last: number | undefined = 0; last !== undefined; ) {
          const rows = read.all(last) as { id: number; text: string | null }[]
          yield new Set(rows.flatMap(({ text }) => (text === null ? [] : [...attachmentsIn(text)])))
          last = rows.at(-1)?.id
        }
    },

    /** The hashes that texts name which were written after this position of the journal. */
    since(after: number): Set<string> {
      return new Set((written.all({ after }) as string[]).flatMap((text) => [...attachmentsIn(text)]))
    },
  }
}
