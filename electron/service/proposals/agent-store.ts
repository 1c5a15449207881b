// SQL for the agents that were here, and nothing else.
import type { Agent as WholeAgent, AgentPolicy } from '../../../shared/schema/agent.ts'
import type { Db } from '../db/open.ts'

/** As it is stored: who is stopped is kept elsewhere. */
type Agent = Omit<WholeAgent, 'brake'>

export type AgentStore = ReturnType<typeof createAgentStore>

const read = (row: unknown): Agent => ({ ...(row as Agent), policy: JSON.parse((row as { policy: string }).policy) as AgentPolicy })

export function createAgentStore(db: Db) {
  const all = db.prepare('SELECT * FROM agents ORDER BY last_seen_at DESC, name')
  const policy = db.prepare('SELECT policy FROM agents WHERE name = ?').pluck()
  const setPolicy = db.prepare('INSERT INTO agents VALUES (@name, @policy, 0, 0, 0, @at, @at) ON CONFLICT (name) DO UPDATE SET policy = excluded.policy')
  const count = db.prepare(
    `INSERT INTO agents VALUES (@name, '{}', @calls, @tokens_in, @tokens_out, @at, @at) ON CONFLICT (name) DO UPDATE SET
     calls = calls + @calls, tokens_in = tokens_in + @tokens_in, tokens_out = tokens_out + @tokens_out, last_seen_at = @at`,
  )
  return {
    all: (): Agent[] => all.all().map(read),
    policy(name: string): AgentPolicy | undefined {
      const json = policy.get(name) as string | undefined
      return json === undefined ? undefined : (JSON.parse(json) as AgentPolicy)
    },
    setPolicy: (name: string, value: AgentPolicy, at: string): void => void setPolicy.run({ name, policy: JSON.stringify(value), at }),
    count: (name: string, spent: { calls: number; tokens_in: number; tokens_out: number }, at: string): void => void count.run({ name, ...spent, at }),
  }
}
