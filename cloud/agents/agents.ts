// The agents that call with tokens of a team, and what each may write. Whether one may write something is asked here, and only here.
import { everyAgent, policyVerdict } from '../../shared/domain/agents/policy-verdict.ts'
import { type WriteVerdict, writeVerdict } from '../../shared/domain/agents/write-verdict.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { folded } from '../../shared/domain/people/same-name.ts'
import type { Agent, AgentPolicy, WriteKind } from '../../shared/schema/agent.ts'
import type { TeamAccess, TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import type { OutsideReads } from '../outside/outside-reads.ts'
import { agentStore } from './agent-store.ts'
import { createBrake } from './brake.ts'
import { createCalls, maxAgents } from './calls.ts'
import { type AskedWrite, createHeldBack } from './held-back.ts'
import { createStandings } from './standings.ts'
import { createStopped } from './stopped.ts'
import type { TellStopped } from './tell-proposed.ts'

export type Agents = ReturnType<typeof createAgents>

/** `over`: of a write that was allowed, to say that it has been made, or was not. */
export type Asked = WriteVerdict & { over?: () => void }

/** Whose call it is. A token of an agent is that agent; any other one brings what several did, and is bound by the policy alone. */
const isOwn = ({ caller }: Pick<TeamContext, 'caller'>): boolean => caller?.kind === 'token' && caller.agent !== null

export interface AgentDeps {
  journal: Journal
  reads: Pick<OutsideReads, 'of'>
  /** Inside the write that stopped it: whoever decides is told. */
  tellStopped: TellStopped
  onError: (error: unknown) => void
}

export function createAgents({ journal, reads, tellStopped, onError }: AgentDeps) {
  const standings = createStandings({ journal })
  const stopped = createStopped({ journal, tellStopped })
  const calls = createCalls({ journal, onError })
  const heldBack = createHeldBack({ standings, reads, brake: createBrake({ journal }), stop: stopped.stop })
  const { policyOf } = standings
  return {
    async list(ctx: TeamContext): Promise<Agent[]> {
      await calls.write()
      const rows = await journal.read(ctx.team, (tx) => agentStore.all(tx, ctx.team.id))
      return rows.map(({ name_key: _key, ...agent }) => ({ ...agent, tokens_in: 0, tokens_out: 0 }))
    },

    /** The bare names of those that called. */
    names: async (tx: Tx, teamId: string): Promise<string[]> => [...(await agentStore.all(tx, teamId)).map(({ name }) => name), ...calls.just(teamId)],

    policy: async (name: string, { team }: TeamContext): Promise<AgentPolicy> => (await policyOf(team))(name),

    setPolicy(name: string, policy: AgentPolicy, ctx: TeamContext): Promise<AgentPolicy> {
      const name_key = folded(name)
      if (name_key === '') throw new AppError('invalid', 'An agent has a name.', { errors: [{ pointer: ':name', detail: 'must not be empty' }] })
      return journal.write(ctx, async (write) => {
        const { tx, teamId, at, record, lock } = write
        await lock()
        const before = (await agentStore.standingForUpdate(tx, teamId, name_key))?.policy ?? {}
        if (JSON.stringify(before) === JSON.stringify(policy)) return policy
        if (name_key !== everyAgent && (await agentStore.count(tx, teamId)) >= 2 * maxAgents)
          throw new AppError('conflict', `The team has ${2 * maxAgents} agents, the maximum.`)
        await agentStore.set(tx, teamId, { name_key, name: name.trim(), policy, at })
        await record({ entity: 'agent', entity_id: name.trim(), action: 'updated', before: { policy: before }, after: { policy } })
        await stopped.freed(write)
        return policy
      })
    },

    decideBrake: stopped.decide,

    /**
     * Whether an agent may make a write of these kinds: the policy and that of its token, what its run has read, and how much it wrote, in this order.
     * What was allowed counts as written until `over` is called.
     */
    async verdict(kinds: readonly WriteKind[], asked: AskedWrite, ctx: TeamContext): Promise<Asked> {
      const { team, actor, caller } = ctx
      const policy = policyVerdict(await policyOf(team), actor.name, kinds, caller?.kind === 'token' ? caller.policy : {})
      // To take a task in hand, and to let go of it, writes nothing of the list.
      if (policy.verdict !== 'allow' || !isOwn(ctx) || kinds.every((kind) => kind === 'claim')) return policy
      const { because, over } = await heldBack(kinds, asked, ctx)
      const asSaid = writeVerdict({
        kinds,
        policy,
        brake: () => (because?.what === 'brake' ? because : undefined),
        taint: () => (because?.what === 'outside' ? because : undefined),
      })
      return { ...asSaid, ...(over ? { over } : {}) }
    },

    /** Whether its "done" needs evidence. */
    async needsProof(name: string, team: Pick<TeamAccess, 'id' | 'policies'>): Promise<boolean> {
      const { own, all } = await standings.of(name, team)
      return (own.policy.status ?? all.status) === 'proven'
    },

    policyOf,

    /** Notes that an agent called. */
    called: calls.called,
    close: calls.close,
  }
}
