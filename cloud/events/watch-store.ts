// SQL for what streams are watched by, many at a time, and nothing else.
import { sql } from 'kysely'
import { sqlFor } from '../db/database.ts'

/** The last event of each team. */
export const heads = (teams: readonly string[]) =>
  sqlFor
    .selectFrom('team_counters')
    .select(['team_id', 'events'])
    .where('team_id', '=', sql<string>`any(${teams}::uuid[])`)
    .$castTo<{ team_id: string; events: number }>()

/** Those of the teams in which work waits for a consumer. */
export const teamsWithWork = (teams: readonly string[], now: string) =>
  sqlFor
    .selectFrom('event_leases')
    .select('team_id')
    .distinct()
    .where('team_id', '=', sql<string>`any(${teams}::uuid[])`)
    .where('done_at', 'is', null)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', now)]))

export const liveSessions = (hashes: readonly Buffer[], now: string) =>
  sqlFor
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('expires_at', '>', now)
    .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM users u WHERE u.id = sessions.user_id AND u.locked_at IS NOT NULL)`)

export const liveTokens = (tokens: readonly { id: string; teamId: string }[], now: string) =>
  sqlFor
    .selectFrom(
      sql<{ team_id: string; id: string }>`unnest(${tokens.map(({ teamId }) => teamId)}::uuid[], ${tokens.map(({ id }) => id)}::uuid[])`.as<'w'>(
        sql`w(team_id, id)`,
      ),
    )
    .innerJoin('api_tokens as t', (join) => join.onRef('t.team_id', '=', 'w.team_id').onRef('t.id', '=', 'w.id'))
    .where((row) => row.or([row('t.expires_at', 'is', null), row('t.expires_at', '>', now)]))
    .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM users u WHERE u.id IN (t.created_by, t.made_by) AND u.locked_at IS NOT NULL)`)
    .select('t.id')

/** Those of the teams that are there, since when an operator has locked them, and where they are on their way. */
export const teamLocks = (teams: readonly string[]) =>
  sqlFor.selectFrom('team_counters').select(['team_id', 'locked_at', 'move']).where('team_id', '=', sql<string>`any(${teams}::uuid[])`)
