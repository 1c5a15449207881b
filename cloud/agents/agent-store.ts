// SQL for the agents of a team and what each may write, and nothing else.
import { sql } from 'kysely'
import type { AgentPolicy } from '../../shared/schema/agent.ts'
import { sqlFor, type Tx } from '../db/database.ts'

export interface StoredAgent {
  name_key: string
  name: string
  policy: AgentPolicy
  calls: number
  first_seen_at: string
  last_seen_at: string
}

const columns = ['name_key', 'name', 'policy', 'calls', 'first_seen_at', 'last_seen_at'] as const
const ofTeam = (teamId: string) => sqlFor.selectFrom('agents').where('team_id', '=', teamId)

export const agentStore = {
  /** Last seen first. */
  all: (tx: Tx, teamId: string): Promise<StoredAgent[]> =>
    tx.all(ofTeam(teamId).select(columns).orderBy('last_seen_at', 'desc').orderBy('name')) as Promise<StoredAgent[]>,

  /** Of those for whom something is set. */
  policies: (tx: Tx, teamId: string): Promise<Pick<StoredAgent, 'name_key' | 'policy'>[]> =>
    tx.all(ofTeam(teamId).select(['name_key', 'policy']).where(sql<boolean>`policy::text <> '{}'`)) as Promise<StoredAgent[]>,

  policyForUpdate: async (tx: Tx, teamId: string, nameKey: string): Promise<AgentPolicy | undefined> =>
    (await tx.first(ofTeam(teamId).select('policy').where('name_key', '=', nameKey).forUpdate()))?.policy as AgentPolicy | undefined,

  async setPolicy(tx: Tx, teamId: string, agent: { name_key: string; name: string; policy: AgentPolicy; at: string }): Promise<void> {
    const { name_key, name, at } = agent
    const policy = JSON.stringify(agent.policy)
    await tx.run(
      sqlFor
        .insertInto('agents')
        .values({ team_id: teamId, name_key, name, policy, first_seen_at: at, last_seen_at: at })
        .onConflict((conflict) => conflict.columns(['team_id', 'name_key']).doUpdateSet({ policy })),
    )
    await tx.run(sqlFor.updateTable('team_counters').set({ policies: sql<number>`policies + 1` }).where('team_id', '=', teamId))
  },

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
