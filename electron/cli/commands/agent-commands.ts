// What each agent may write, and letting one go on that was stopped.
import type { Agent, AgentBrake, BrakeLimits } from '../../../shared/schema/agent.ts'
import type { Command } from './command.ts'
import { UsageError } from '../exit-codes.ts'
import { visible } from '../output.ts'

/** As the service applies them: the agent's own limits before those of `*`; what nobody has set is as usual. */
const limitsOf = ({ policy }: Agent, all: BrakeLimits): BrakeLimits => ({ ...all, ...policy.brake })

const saidLimit = (what: string, max: number | null | undefined) => (max === undefined ? `${what} as usual` : max === null ? `any ${what}` : `${max} ${what}`)

function saidBrake({ reason, count, max, minutes, state }: AgentBrake): string {
  const next = state === 'kept' ? 'a person keeps it proposing' : 'only proposes until a person looks'
  return `stopped at ${count} ${reason} in ${minutes} minutes (${max} allowed): ${next}`
}

function line(agent: Agent, all: BrakeLimits): string {
  const { writes, deletes } = limitsOf(agent, all)
  const name = agent.name === '*' ? '* (all others)' : visible(agent.name)
  return `${name.padEnd(24)} ${agent.brake ? saidBrake(agent.brake) : `${saidLimit('writes', writes)}, ${saidLimit('deletes', deletes)}`}`
}

const told = ({ name, brake, policy }: Agent, all: BrakeLimits) => ({ name, brake, limits: limitsOf({ policy } as Agent, all), policy })

export const agentCommands: readonly Command[] = [
  {
    name: 'agents',
    takes: '',
    says: 'the agents that were here, how much each may write in 5 minutes, and which are stopped',
    options: {
      release: { type: 'string', value: 'NAME', says: 'let a stopped one go on, as the person' },
      keep: { type: 'string', value: 'NAME', says: 'keep a stopped one proposing, as the person' },
    },
    async run(input, client) {
      const [release, keep] = [input.text('release'), input.text('keep')]
      if (release !== undefined && keep !== undefined) throw new UsageError('--release and --keep exclude each other. Give one of them.')
      const name = release ?? keep
      if (name !== undefined) {
        const { brake } = await client.decideBrake({ params: { name }, body: { go_on: release !== undefined } })
        return { json: { name, brake }, text: brake ? `${visible(name)} goes on proposing.` : `${visible(name)} may go on; it is counted anew.` }
      }
      const agents = await client.listAgents()
      const all = agents.find((agent) => agent.name === '*')?.policy.brake ?? {}
      return { json: agents.map((agent) => told(agent, all)), text: agents.map((agent) => line(agent, all)).join('\n') || 'No agent was here yet.' }
    },
  },
]
