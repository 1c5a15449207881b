// The agents that call with tokens of a team, and what each may write. Whether one may write something is asked here, and only here.
import { everyAgent, policyVerdict } from '../../shared/domain/agents/policy-verdict.ts'
import type { WriteVerdict } from '../../shared/domain/agents/write-verdict.ts'
import { AppError, type FieldError } from '../../shared/domain/app-error.ts'
import { folded } from '../../shared/domain/people/same-name.ts'
import type { Agent, AgentPolicy, WriteKind } from '../../shared/schema/agent.ts'
import type { Caller, TeamAccess, TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import { agentStore } from './agent-store.ts'

export type Agents = ReturnType<typeof createAgents>

/** Names are made up by callers, and must not fill the database. */
const maxAgents = 500
const maxTeams = 1000
const writeEvery = 5000

/** What the cloud cannot keep to it does not promise. */
function requireKept({ brake, outside, status }: AgentPolicy): void {
  const errors: FieldError[] = []
  const here = (pointer: string, what: string) => errors.push({ pointer, detail: `the cloud ${what}: set this on a desktop` })
  if (brake !== undefined) here('/brake', 'does not count how much an agent writes')
  if (outside !== undefined) here('/outside', 'does not know what a run has read')
  if (status === 'proven') here('/status', 'does not ask for proof; allow, propose or deny')
  if (errors.length > 0) throw new AppError('invalid', errors.map(({ detail }) => detail).join('; '), { errors })
}

interface Seen {
  teamId: string
  name: string
  calls: number
}

export function createAgents({ journal, onError }: { journal: Journal; onError: (error: unknown) => void }) {
  /** By team: the policies of a number of `team.policies`. */
  const known = new Map<string, { number: number; byName: Map<string, AgentPolicy> }>()
  // A call must not cost a write of its own: counts are kept here and written every few seconds.
  let unwritten = new Map<string, Seen>()
  let writing = Promise.resolve()
  const timer = setInterval(() => void write(), writeEvery).unref()

  async function policiesOf(team: Pick<TeamAccess, 'id' | 'policies'>): Promise<Map<string, AgentPolicy>> {
    if (team.policies === 0) return new Map()
    const cached = known.get(team.id)
    if (cached?.number === team.policies) return cached.byName
    const rows = await journal.read(team, (tx) => agentStore.policies(tx, team.id))
    const byName = new Map(rows.map(({ name_key, policy }) => [name_key, policy]))
    if (known.size >= maxTeams) known.clear()
    known.set(team.id, { number: team.policies, byName })
    return byName
  }

  /** What is set in a team for a name; {} where nothing is. */
  async function policyOf(team: Pick<TeamAccess, 'id' | 'policies'>): Promise<(name: string) => AgentPolicy> {
    const policies = await policiesOf(team)
    return (name) => policies.get(folded(name)) ?? {}
  }

  function write(): Promise<void> {
    const seen = [...unwritten.values()]
    unwritten = new Map()
    if (seen.length > 0) writing = writing.then(() => writeSeen(seen)).catch(onError)
    return writing
  }

  async function writeSeen(seen: readonly Seen[]): Promise<void> {
    const at = journal.now().toISOString()
    for (const [teamId, agents] of Map.groupBy(seen, (one) => one.teamId)) {
      await journal.write({ team: { id: teamId }, actor: { kind: 'system', name: 'tandem' }, principal: '' }, async ({ tx }) => {
        const hasRoom = (await agentStore.count(tx, teamId)) < maxAgents
        // In one order: two instances never wait for each other in a circle.
        const inOrder = agents.map((one) => ({ ...one, name_key: folded(one.name), at })).sort((a, b) => (a.name_key < b.name_key ? -1 : 1))
        for (const one of inOrder) await agentStore.called(tx, teamId, one, hasRoom)
      })
    }
  }

  return {
    async list(ctx: TeamContext): Promise<Agent[]> {
      await write()
      const rows = await journal.read(ctx.team, (tx) => agentStore.all(tx, ctx.team.id))
      return rows.map(({ name_key: _key, ...agent }) => ({ ...agent, brake: null, tokens_in: 0, tokens_out: 0 }))
    },

    /** The bare names of those that called. */
    async names(tx: Tx, teamId: string): Promise<string[]> {
      const just = [...unwritten.values()].flatMap((seen) => (seen.teamId === teamId ? [seen.name] : []))
      return [...(await agentStore.all(tx, teamId)).map(({ name }) => name), ...just]
    },

    policy: async (name: string, { team }: TeamContext): Promise<AgentPolicy> => (await policyOf(team))(name),

    setPolicy(name: string, policy: AgentPolicy, ctx: TeamContext): Promise<AgentPolicy> {
      requireKept(policy)
      const name_key = folded(name)
      if (name_key === '') throw new AppError('invalid', 'An agent has a name.', { errors: [{ pointer: ':name', detail: 'must not be empty' }] })
      return journal.write(ctx, async ({ tx, teamId, at, record, lock }) => {
        await lock()
        const before = (await agentStore.policyForUpdate(tx, teamId, name_key)) ?? {}
        if (JSON.stringify(before) === JSON.stringify(policy)) return policy
        if (name_key !== everyAgent && (await agentStore.count(tx, teamId)) >= 2 * maxAgents)
          throw new AppError('conflict', `The team has ${2 * maxAgents} agents, the maximum.`)
        await agentStore.setPolicy(tx, teamId, { name_key, name: name.trim(), policy, at })
        await record({ entity: 'agent', entity_id: name.trim(), action: 'updated', before: { policy: before }, after: { policy } })
        return policy
      })
    },

    /** Whether an agent may make a write of these kinds. `caller`: whose token may have a policy, too. */
    async verdict(name: string, kinds: readonly WriteKind[], team: TeamAccess, caller: Caller | undefined): Promise<WriteVerdict> {
      return policyVerdict(await policyOf(team), name, kinds, caller?.kind === 'token' ? caller.policy : {})
    },

    policyOf,

    /** Notes that an agent called. */
    called(name: string, teamId: string): void {
      const key = `${teamId} ${folded(name)}`
      const seen = unwritten.get(key)
      if (seen) seen.calls++
      else unwritten.set(key, { teamId, name: name.trim(), calls: 1 })
    },

    async close(): Promise<void> {
      clearInterval(timer)
      await write()
    },
  }
}
