// Writes electron/service/db/schema.ts: what all migrations together make of an empty file. With --check only says whether the committed one is still
// true. A first start makes its tables from it at once, which takes a fifth of the time of the migrations.
import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { migrations } from '../../electron/service/db/migrations.ts'

const db = new Database(':memory:')
for (const sql of migrations) db.exec(sql)

/** As SQLite writes them itself. */
function rowsOf(table: string): string[] {
  const columns = db.prepare(`SELECT name FROM pragma_table_info(?)`).pluck().all(table) as string[]
  const rows = db
    .prepare(`SELECT ${columns.map((column) => `quote("${column}")`).join(', ')} FROM "${table}"`)
    .raw()
    .all() as string[][]
  return rows.map((row) => `INSERT INTO "${table}" VALUES (${row.join(', ')})`)
}

/** Tables first, in the order in which they were made; what the migrations wrote into them before the triggers, which have run for it. */
function statements(): string[] {
  const made = db.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all() as {
    type: string
    name: string
    sql: string
  }[]
  const own = made.filter(({ name }) => !name.startsWith('sqlite_'))
  const ofType = (...types: string[]) => own.filter(({ type }) => types.includes(type)).map(({ sql }) => sql)
  const rows = made.filter(({ type }) => type === 'table').flatMap(({ name }) => rowsOf(name))
  return [...ofType('table'), ...rows, ...ofType('index', 'view', 'trigger')]
}

const file = new URL('../../electron/service/db/schema.ts', import.meta.url)
const text = `// Made by \`node scripts/checks/schema.ts\` from the migrations: never change it by hand. The tables as they are now.

/** What makes a new list of an empty database; as many migrations are in it as \`migrations\` has. */
export const schema = /* sql */ \`
${statements()
  .map((sql) => `${sql.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')};`)
  .join('\n\n')}
\`
`
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('electron/service/db/schema.ts differs from the migrations: run `node scripts/checks/schema.ts` and commit the file.')
  process.exitCode = 1
}
