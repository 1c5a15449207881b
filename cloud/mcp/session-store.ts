// SQL for sessions of the 2025 protocol era, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export interface StoredSession {
  id: string
  token_id: string
  /** The message with which it began: any instance that begins with it again has the same session. */
  initialize: unknown
  /** As the journal names it. */
  run: string
  used_at: string
}

const ofTeam = (team: string) => sqlFor.selectFrom('mcp_sessions').where('team_id', '=', team)

export const sessionStore = {
  insert: (tx: Tx, team: string, { initialize, ...row }: StoredSession) =>
    tx.run(sqlFor.insertInto('mcp_sessions').values({ team_id: team, ...row, initialize: JSON.stringify(initialize), created_at: row.used_at })),

  /** One that this token began and that was used since then. */
  find: (tx: Tx, team: string, { id, token, since }: { id: string; token: string; since: string }): Promise<StoredSession | undefined> =>
    tx.first(
      ofTeam(team).select(['id', 'token_id', 'initialize', 'run', 'used_at']).where('id', '=', id).where('token_id', '=', token).where('used_at', '>', since),
    ),

  use: (tx: Tx, team: string, id: string, at: string) =>
    tx.run(sqlFor.updateTable('mcp_sessions').set({ used_at: at }).where('team_id', '=', team).where('id', '=', id)),

  remove: (tx: Tx, team: string, id: string) => tx.run(sqlFor.deleteFrom('mcp_sessions').where('team_id', '=', team).where('id', '=', id)),

  /** Whether a run has another session. */
  hasRun: async (tx: Tx, team: string, run: string): Promise<boolean> =>
    (await tx.first(ofTeam(team).select('id').where('run', '=', run).limit(1))) !== undefined,

  /** Those that nobody used since then, and of the others all but the newest so many. */
  removeOld: (tx: Tx, team: string, since: string, max: number) =>
    tx.run(
      sqlFor
        .deleteFrom('mcp_sessions')
        .where('team_id', '=', team)
        .where(sql<boolean>`(used_at <= ${since} OR id IN (SELECT id FROM mcp_sessions WHERE team_id = ${team} ORDER BY used_at DESC, id OFFSET ${max}::int))`),
    ),
}
