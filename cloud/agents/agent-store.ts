// SQL for the agents of a team and what each may write, and nothing else.
import { sql } from 'kysely'
import type { AgentBrake, AgentPolicy } from '../../shared/schema/agent.ts'
import { sqlFor, type Tx } from '../db/database.ts'

export interface StoredAgent {
  name_key: string
  name: string
  policy: AgentPolicy
  /** Why it may only propose, until a person has looked; null: it is not stopped. */
  brake: AgentBrake | null
  calls: number
  first_seen_at: string
  last_seen_at: string
}

/** What holds for a name. */
export interface Standing {
  name_key: string
  policy: AgentPolicy
  brake: AgentBrake | null
  /** Events after this one count for its brake. */
  counted_from: number
}

/** How much somebody wrote under a name. */
export interface Written {
  name: string
  writes: number
  deletes: number
}

const columns = ['name_key', 'name', 'policy', 'brake', 'calls', 'first_seen_at', 'last_seen_at'] as const
const ofTeam = (teamId: string) => sqlFor.selectFrom('agents').where('team_id', '=', teamId)

export const agentStore = {
  /** Last seen first. */
  all: (tx: Tx, teamId: string): Promise<StoredAgent[]> =>
    tx.all(ofTeam(teamId).select(columns).orderBy('last_seen_at', 'desc').orderBy('name')) as Promise<StoredAgent[]>,

  /** Of those for whom anything is set, or who were stopped. */
  standings: (tx: Tx, teamId: string): Promise<Standing[]> =>
    tx.all(
      ofTeam(teamId)
        .select(['name_key', 'policy', 'brake', 'counted_from'])
        .where(sql<boolean>`(policy::text <> '{}' OR brake IS NOT NULL OR counted_from > 0)`),
    ) as Promise<Standing[]>,

  standingForUpdate: (tx: Tx, teamId: string, nameKey: string): Promise<(Standing & { name: string }) | undefined> =>
    tx.first(ofTeam(teamId).select(['name_key', 'name', 'policy', 'brake', 'counted_from']).where('name_key', '=', nameKey).forUpdate()) as Promise<
      (Standing & { name: string }) | undefined
    >,

  /** `counted_from`: left out, it stays. */
  async set(
    tx: Tx,
    teamId: string,
    agent: { name_key: string; name: string; at: string } & Partial<Pick<Standing, 'policy' | 'brake' | 'counted_from'>>,
  ): Promise<void> {
    const { name_key, name, at, policy, brake, counted_from } = agent
    const given = {
      ...(policy === undefined ? {} : { policy: JSON.stringify(policy) }),
      ...(brake === undefined ? {} : { brake: brake && JSON.stringify(brake) }),
      ...(counted_from === undefined ? {} : { counted_from }),
    }
    await tx.run(
      sqlFor
        .insertInto('agents')
        .values({ team_id: teamId, name_key, name, first_seen_at: at, last_seen_at: at, ...given })
        .onConflict((conflict) => conflict.columns(['team_id', 'name_key']).doUpdateSet(given)),
    )
    await tx.run(sqlFor.updateTable('team_counters').set({ policies: sql<number>`policies + 1` }).where('team_id', '=', teamId))
  },

  /**
   * What agents wrote with tokens of their own since then. What follows from another write is no write of its own, nor is the status that came with
   * taking a task in hand; what devices bring was counted where it was written.
   */
  lately: (tx: Tx, teamId: string, since: string, above: number): Promise<Written[]> =>
    tx.all(
      sqlFor
        .selectFrom('event_queue as e')
        .select([
          'e.actor_name as name',
          sql<number>`count(*)::int`.as('writes'),
          sql<number>`(count(*) FILTER (WHERE e.kind LIKE '%.deleted'))::int`.as('deletes'),
        ])
        .where('e.team_id', '=', teamId)
        .where('e.actor_kind', '=', 'agent')
        .where('e.cause', 'is', null)
        .where('e.created_at', '>', since)
        .where('e.seq', '>', above)
        .where('e.entity', 'in', ['task', 'comment', 'schedule', 'contact', 'list'])
        .where(
          sql<boolean>`e.principal IN (SELECT 'token:' || id FROM api_tokens WHERE team_id = ${teamId} AND agent IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.team_id = ${teamId} AND c.entry = e.seq)`,
        )
        .groupBy('e.actor_name'),
    ),

  /** The number of the team's last event. */
  head: async (tx: Tx, teamId: string): Promise<number> =>
    (await tx.first(sqlFor.selectFrom('team_counters').select('events').where('team_id', '=', teamId)))?.events ?? 0,

  count: async (tx: Tx, teamId: string): Promise<number> => Number((await tx.first(ofTeam(teamId).select((row) => row.fn.countAll().as('n'))))?.n ?? 0),

  /** `isNew`: one that was never here may be entered. */
  called(tx: Tx, teamId: string, agent: { name_key: string; name: string; calls: number; at: string }, isNew: boolean): Promise<unknown> {
    const { name_key, name, calls, at } = agent
    const counted = { calls: sql<number>`agents.calls + ${calls}::bigint`, last_seen_at: at }
    if (!isNew) return tx.run(sqlFor.updateTable('agents').set(counted).where('team_id', '=', teamId).where('name_key', '=', name_key))
    return tx.run(
      sqlFor
        .insertInto('agents')
        .values({ team_id: teamId, name_key, name, calls, first_seen_at: at, last_seen_at: at })
        .onConflict((conflict) => conflict.columns(['team_id', 'name_key']).doUpdateSet(counted)),
    )
  },
}
