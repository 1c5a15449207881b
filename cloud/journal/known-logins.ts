// Who a login is: its name now, and of a token whose it is. Also of those that have ended.
import { sql } from 'kysely'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { sqlFor, type Tx } from '../db/database.ts'

/** What is known of a login that wrote. */
export interface KnownLogin {
  name: string | null
  owner_id: string | null
  owner_name: string | null
  /** Who made it for them. */
  made_by: string | null
  made_by_name: string | null
}

/** In this direction, so that the keys of the other tables serve. */
const idAfter = (kind: string) => sql<string>`CASE WHEN w.principal LIKE ${`${kind}%`} THEN substr(w.principal, ${kind.length + 1}::int)::uuid END`

/** Tokens by the event of their beginning, which stays when they have ended. */
const knownOf = (teamId: string, principals: readonly string[]) =>
  sqlFor
    .selectFrom(sql<{ principal: string }>`unnest(${[...principals]}::text[])`.as<'w'>(sql`w(principal)`))
    .leftJoin('users as u', (join) => join.on('u.id', '=', idAfter('user:')))
    .leftJoin('event_queue as t', (join) =>
      join
        .on('t.team_id', '=', teamId)
        .on('t.kind', '=', 'token.created')
        .on('t.entity_id', '=', sql<string>`${idAfter('token:')}::text`),
    )
    .leftJoin('users as o', (join) => join.on('o.id', '=', sql<string>`(t.after ->> 'created_by')::uuid`))
    .leftJoin('users as m', (join) => join.on('m.id', '=', sql<string>`(t.after ->> 'made_by')::uuid`))
    .select([sql<string | null>`t.after ->> 'made_by'`.as('made_by'), sql<string | null>`coalesce(m.name, m.email)`.as('made_by_name')])
    .select(['w.principal', sql<string | null>`coalesce(u.name, u.email, t.after ->> 'name')`.as('name')])
    .select([sql<string | null>`t.after ->> 'created_by'`.as('owner_id'), sql<string | null>`coalesce(o.name, o.email)`.as('owner_name')])

/** By "user:ID" and "token:ID". */
export async function knownLogins(tx: Tx, teamId: string, principals: readonly string[]): Promise<Map<string, KnownLogin>> {
  const asked = [...new Set(principals)]
  const rows = asked.length === 0 ? [] : await tx.all(knownOf(teamId, asked))
  return new Map(rows.map(({ principal, ...known }) => [principal, known]))
}

/** As history and proposals show it; of Tandem itself nothing. */
export function principalOf(principal: string, known: KnownLogin | undefined): Pick<JournalEntry, 'principal'> {
  const [, kind, id] = /^(user|token):([0-9a-f-]{36})$/.exec(principal) ?? []
  if (id === undefined) return {}
  const name = known?.name ?? null
  if (kind === 'user') return { principal: { kind: 'person', id, name } }
  const owner = known?.owner_id ? { id: known.owner_id, name: known.owner_name } : null
  const made = known?.made_by ? { made_by: { id: known.made_by, name: known.made_by_name } } : {}
  return { principal: { kind: 'token', id, name, owner, ...made } }
}
