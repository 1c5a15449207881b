// Brings a database to this program's format. Kysely's migrator holds an advisory lock, so that two instances may start at once.
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { StartError } from '../../start-error.ts'
import { migrations } from './migrations.ts'
import { ensureRoles } from '../roles.ts'

/** Runs what is missing, as the login of the address. Throws StartError when the database is newer than this program, or cannot be reached. */
export async function migrate(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000, application_name: 'tandem-cloud migrate' })
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const provider = {
    getMigrations: () =>
      Promise.resolve(
        Object.fromEntries(
          Object.entries(migrations).map(([name, text]) => [
            name,
            {
              up: async (inside: Kysely<unknown>) => {
                // Writers of an older instance that still runs must not wait for us for long, nor we for them.
                await sql.raw("SET LOCAL lock_timeout = '10s'").execute(inside)
                await sql.raw(text).execute(inside)
              },
            },
          ]),
        ),
      ),
  }
  try {
    const client = await pool.connect()
    try {
      await ensureRoles(client)
    } finally {
      client.release()
    }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw startErrorOf(error)
  } finally {
    await db.destroy()
  }
}

function startErrorOf(error: unknown): StartError {
  const message = error instanceof Error ? error.message : String(error)
  if (/previously executed migration \S+ is missing/.test(message))
    return new StartError(
      `A newer version of Tandem Cloud has already upgraded this database (${message}). Update this installation to that version. Nothing was changed.`,
      { cause: error },
    )
  if ((error as { code?: string }).code === '42501')
    return new StartError(
      `The database login is not allowed to set up Tandem Cloud: ${message}. It must own the database: ask an administrator to run ALTER DATABASE your_database OWNER TO your_login;`,
      { cause: error },
    )
  return new StartError(`The database could not be set up: ${message}`, { cause: error })
}
