// The four roles without login, none of which owns a table: tandem_login finds out who calls and reads nothing else; tandem_app works in one
// team; tandem_identity keeps accounts and sessions; tandem_courier does what belongs to no call. They belong to the whole server, not to one
// database, and creating roles is a privilege that many a login does not have: what is there already is left alone.
import { type ClientBase, escapeIdentifier } from 'pg'
import { StartError } from '../start-error.ts'

const lock = 48_302
export const roles = ['tandem_login', 'tandem_app', 'tandem_identity', 'tandem_courier'] as const

interface Standing {
  login: string
  missing: string[]
  /** Roles that the login cannot take. Since PostgreSQL 16 that is a right of its own, which the creator of a role lacks. */
  untaken: string[]
}

async function look(client: ClientBase): Promise<Standing> {
  const { rows } = await client.query<{ login: string; role: string; exists: boolean; can_take: boolean }>(
    `SELECT current_user AS login, role, r.oid IS NOT NULL AS exists,
       r.oid IS NOT NULL AND pg_has_role(r.oid, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) AS can_take
     FROM unnest($1::text[]) role LEFT JOIN pg_roles r ON r.rolname = role
     ORDER BY array_position($1::text[], role)`,
    [roles],
  )
  return {
    login: rows[0]?.login ?? '',
    missing: rows.filter(({ exists }) => !exists).map(({ role }) => role),
    untaken: rows.filter(({ can_take }) => !can_take).map(({ role }) => role),
  }
}

const statementsFor = ({ login, missing, untaken }: Standing): string[] => [
  ...missing.map((role) => `CREATE ROLE ${role} NOLOGIN;`),
  ...(untaken.length > 0 ? [`GRANT ${untaken.join(', ')} TO ${escapeIdentifier(login)};`] : []),
]

/** Makes what is missing. Throws StartError with the statement that an administrator has to run when the login may not. */
export async function ensureRoles(client: ClientBase): Promise<void> {
  // Of several instances that start at the same moment one does it.
  await client.query('SELECT pg_advisory_lock($1)', [lock])
  try {
    await make(client)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock])
  }
}

async function make(client: ClientBase): Promise<void> {
  const { missing } = await look(client)
  try {
    for (const role of missing)
      await client.query(`CREATE ROLE ${role} NOLOGIN`).catch((error: { code?: string }) => {
        // Another database of this server is set up at the same moment.
        if (error.code !== '42710' && error.code !== '23505') throw error
      })
    const { login, untaken } = await look(client)
    if (untaken.length > 0) await client.query(`GRANT ${untaken.join(', ')} TO ${escapeIdentifier(login)}`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const standing = await look(client)
    throw new StartError(
      `The database login '${standing.login}' is not allowed to set up its roles (${(error as Error).message}). Ask an administrator of the server to run this once, then start again: ${statementsFor(standing).join(' ')}`,
      { cause: error },
    )
  }
}
