// Which tasks name a file: what a person hears of one that is lost.
import type Database from 'better-sqlite3'

const maxNamed = 50

const texts = `SELECT id AS task_id, description AS text FROM tasks WHERE description LIKE '%/attachments/' || :hash || '/%'
  UNION ALL SELECT task_id, body FROM comments WHERE body LIKE '%/attachments/' || :hash || '/%'`

function nameIn(text: string, hash: string): string {
  const encoded = new RegExp(`/attachments/${hash}/([\\w.%-]*)`).exec(text)?.[1] ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/** As "plan.pdf (task 12)"; those that no text names are left out. Any further ones are only counted. */
export function nameLostFiles(db: Database.Database, hashes: readonly string[]): { count: number; names: string[] } {
  const find = db.prepare(texts)
  const found = hashes.flatMap((hash) => {
    const places = find.all({ hash }) as { task_id: number; text: string }[]
    const [first] = places
    if (!first) return []
    return [`${nameIn(first.text, hash)} (task ${[...new Set(places.map(({ task_id }) => task_id))].join(', ')})`]
  })
  return { count: found.length, names: found.slice(0, maxNamed) }
}
