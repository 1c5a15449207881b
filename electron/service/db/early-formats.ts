// Before the order of the migrations was settled, branches counted them differently: the same `user_version` stood for other tables.
// So the number of an early database says nothing; what is in it does.
import type Database from 'better-sqlite3'

/** From this format on the number alone says what is there. */
const settledFormat = 11

export const isEarly = (version: number): boolean => version > 0 && version < settledFormat

/** Runs those parts of the first migrations that the database lacks; what it has already stays as it is. */
export function completeEarly(db: Database.Database, known: readonly string[]): void {
  for (const sql of known.slice(0, settledFormat)) db.exec(onlyMissing(db, sql))
}

/** The migrations that follow for a database of this format, once an early one was completed. */
export const migrationsAfter = (version: number, known: readonly string[]): readonly string[] => known.slice(isEarly(version) ? settledFormat : version)

function onlyMissing(db: Database.Database, sql: string): string {
  const hasColumn = db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?')
  return sql
    .replaceAll(/\bCREATE (UNIQUE INDEX|INDEX|TABLE|TRIGGER) (?!IF )/g, 'CREATE $1 IF NOT EXISTS ')
    .replaceAll(/\bALTER TABLE (\w+) ADD COLUMN (\w+)[^;]*;/g, (statement, table: string, column: string) =>
      hasColumn.get(table, column) === undefined ? statement : '',
    )
}
