// Agents that were stopped because they wrote too much, and what persons say to them.
import { everyAgent } from '../../shared/domain/agents/policy-verdict.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { folded } from '../../shared/domain/people/same-name.ts'
import { type AgentBrake, brakeMinutes } from '../../shared/schema/agent.ts'
import type { TeamContext } from '../context.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { agentStore, type Standing } from './agent-store.ts'
import { limitsOf } from './standings.ts'
import type { TellStopped } from './tell-proposed.ts'

export type Stopped = ReturnType<typeof createStopped>

export function createStopped({ journal, tellStopped }: { journal: Journal; tellStopped: TellStopped }) {
  /** Inside a write: what a person says to an agent that wrote too much. */
  async function settle(write: Write, { name_key, name, brake: held }: Standing & { name: string }, goOn: boolean): Promise<AgentBrake | null> {
    const { tx, teamId, at, record } = write
    const after = goOn ? null : { ...(held as AgentBrake), state: 'kept' as const }
    const from = goOn ? { counted_from: await agentStore.head(tx, teamId) } : {}
    await agentStore.set(tx, teamId, { name_key, name, at, brake: after, ...from })
    await record({ entity: 'agent', entity_id: name, action: 'updated', before: { brake: held }, after: { brake: after } })
    return after
  }

  return {
    /** Of two instances that stop an agent at once the first has the word. */
    stop: (name: string, reached: Pick<AgentBrake, 'reason' | 'count' | 'max'>, ctx: TeamContext): Promise<AgentBrake> =>
      journal.write({ team: ctx.team, actor: { kind: 'system', name: 'tandem' }, principal: '' }, async (write) => {
        const { tx, teamId, at, record, lock } = write
        await lock()
        const name_key = folded(name)
        const before = (await agentStore.standingForUpdate(tx, teamId, name_key))?.brake
        if (before) return before
        const stopped: AgentBrake = { ...reached, minutes: brakeMinutes, state: 'waiting', since: at }
        await agentStore.set(tx, teamId, { name_key, name: name.trim(), at, brake: stopped })
        await record({ entity: 'agent', entity_id: name.trim(), action: 'updated', before: { brake: null }, after: { brake: stopped } })
        await tellStopped(write, name.trim(), stopped)
        return stopped
      }),

    /** What a person says to an agent that wrote too much. Throws `conflict` where it is not stopped. */
    decide: (name: string, goOn: boolean, ctx: TeamContext): Promise<{ brake: AgentBrake | null }> =>
      journal.write(ctx, async (write) => {
        await write.lock()
        const standing = await agentStore.standingForUpdate(write.tx, write.teamId, folded(name))
        if (!standing?.brake) throw new AppError('conflict', `${name} is not stopped: it writes as its policy says.`)
        return { brake: await settle(write, standing, goOn) }
      }),

    /** Inside the write that took limits away: whoever was stopped by one of them goes on. */
    async freed(write: Write): Promise<void> {
      const { tx, teamId } = write
      const all = await agentStore.standings(tx, teamId)
      const forAll = all.find(({ name_key }) => name_key === everyAgent)?.policy ?? {}
      for (const { name_key, policy, brake: stopped } of all) {
        if (!stopped || limitsOf(policy, forAll)[stopped.reason] !== null) continue
        const standing = await agentStore.standingForUpdate(tx, teamId, name_key)
        if (standing?.brake) await settle(write, standing, true)
      }
    },
  }
}
