// What a start asks the server before it changes anything: is it there, does it take writes, and does a connection keep what it is told?
import { Client, escapeIdentifier } from 'pg'
import { StartError } from '../../start-error.ts'
import { roles } from '../roles.ts'

const connectTimeoutMs = 10_000

async function connected(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
    application_name: 'tandem-cloud start',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(`The database cannot be reached: ${wordsOf(error)}. Check DATABASE_URL and that PostgreSQL is running there.`, { cause: error })
  }
  return client
}

/** Where a name has several addresses, each has an error of its own and the whole has no words. */
function wordsOf(error: unknown): string {
  const { message, errors, code } = error as { message?: string; errors?: Error[]; code?: string }
  return message || errors?.map((one) => one.message).join(', ') || String(code)
}

const processOf = async (client: Client): Promise<number> => (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0

/**
 * Do single statements of one connection meet single processes of the server? A pooler that gives a process away after each transaction lets
 * another connection have it while the first one is still open; then roles and time limits get lost between two statements.
 */
async function refuseSharedProcesses(one: Client, other: Client): Promise<void> {
  const own = await processOf(one)
  let isShared: boolean
  try {
    await other.query('BEGIN')
    isShared = (await processOf(other)) === own
    for (let again = 0; again < 3 && !isShared; again++) isShared = (await processOf(one)) !== own
    await other.query('COMMIT')
  } catch {
    // A pooler that gives a process away after each statement refuses transactions.
    isShared = true
  }
  if (isShared)
    throw new StartError(
      'A pooler between Tandem Cloud and the database gives its connections away after each transaction, so that the role and the time limits of a connection get lost and a query could run with the rights of the owner. Set TANDEM_DATABASE_POOLING=transaction (see "Deploy" in cloud/README.md), let it pool sessions (PgBouncer: pool_mode = session), or put the server itself into DATABASE_URL.',
    )
}

/** Throws StartError in words for the operator. Changes nothing. `pooling`: what the operator says of a pooler in between. */
export async function checkServer(url: string, pooling: 'session' | 'transaction' = 'session'): Promise<void> {
  const one = await connected(url)
  try {
    const { rows } = await one.query<{ is_standby: boolean; read_only: string }>(
      "SELECT pg_is_in_recovery() AS is_standby, current_setting('transaction_read_only') AS read_only",
    )
    if (rows[0]?.is_standby)
      throw new StartError(
        'The database is a standby, which accepts no writes. Set DATABASE_URL to the primary, or list both servers (…@host1:5432,host2:5432/…) to use whichever accepts writes.',
      )
    if (rows[0]?.read_only === 'on')
      throw new StartError('The database is read-only (default_transaction_read_only is on): Tandem Cloud needs to write to it. Nothing was changed.')
    if (pooling === 'transaction') return
    const other = await connected(url)
    try {
      await refuseSharedProcesses(one, other)
    } finally {
      await other.end().catch(() => undefined)
    }
  } finally {
    await one.end().catch(() => undefined)
  }
}

interface Rights {
  login: string
  is_mighty: boolean
  /** Does each grant of a role say whether it is inherited? Before PostgreSQL 16 the role says it. */
  grants_say: boolean
  can_take: boolean
  /** Tables that it may use outside of every role. */
  tables: number
}

/**
 * A login apart from the owner must be able to take the four roles and nothing else: a statement that lost its role finds nothing then. Throws
 * StartError with the statements that make it so. Asked once the tables are there.
 */
export async function checkLogin(url: string): Promise<void> {
  const client = await connected(url)
  let rights: Rights
  try {
    const { rows } = await client.query<Rights>(
      `SELECT session_user AS login, r.rolsuper OR r.rolbypassrls AS is_mighty,
         current_setting('server_version_num')::int >= 160000 AS grants_say,
         (SELECT bool_and(pg_has_role(session_user, name, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END))
            FROM unnest($1::text[]) name) AS can_take,
         (SELECT count(*)::int FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
            AND (has_any_column_privilege(session_user, c.oid, 'SELECT, INSERT, UPDATE') OR has_table_privilege(session_user, c.oid, 'DELETE, TRUNCATE'))) AS tables
       FROM pg_roles r WHERE r.rolname = session_user`,
      [roles],
    )
    rights = rows[0] as Rights
  } finally {
    await client.end().catch(() => undefined)
  }
  const { tables, grants_say: grantsSay } = rights
  const login = escapeIdentifier(rights.login)
  const statements = `ALTER ROLE ${login} NOSUPERUSER NOBYPASSRLS NOINHERIT; GRANT ${roles.join(', ')} TO ${login}${grantsSay ? ' WITH INHERIT FALSE' : ''};`
  if (rights.is_mighty || tables > 0 || !rights.can_take)
    throw new StartError(
      `The database login '${rights.login}' in DATABASE_URL must be able to take the four roles and have no rights of its own${tables > 0 ? `, but it may use ${tables} tables outside of them` : ''}. If it owns the database, name another one. Else ask an administrator of the server to run this once, then start again: ${statements}`,
    )
}
