// What holds for each agent of a team: its policy, and whether it was stopped. Asked before every write of an agent, so it is kept until it changes.
import { everyAgent } from '../../shared/domain/agents/policy-verdict.ts'
import { folded } from '../../shared/domain/people/same-name.ts'
import { type AgentPolicy, type BrakeLimits, usualBrake } from '../../shared/schema/agent.ts'
import type { TeamAccess } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { agentStore, type Standing } from './agent-store.ts'

export type Standings = ReturnType<typeof createStandings>
type Team = Pick<TeamAccess, 'id' | 'policies'>

const maxTeams = 1000

/** Nothing is set for it, and it was never stopped. */
const unset: Omit<Standing, 'name_key'> = { policy: {}, brake: null, counted_from: 0 }

/** `off`: for tests and benchmarks, and where programs write all day long; what persons set holds all the same. */
const usual = (): Required<BrakeLimits> => (process.env.TANDEM_BRAKE === 'off' ? { writes: null, deletes: null } : usualBrake)

export const limitsOf = (own: AgentPolicy, all: AgentPolicy): Required<BrakeLimits> => ({ ...usual(), ...all.brake, ...own.brake })

export function createStandings({ journal }: { journal: Pick<Journal, 'read'> }) {
  /** By team: what holds at a number of `team.policies`. */
  const known = new Map<string, { number: number; byName: Map<string, Standing> }>()

  async function standingsOf(team: Team): Promise<Map<string, Standing>> {
    if (team.policies === 0) return new Map()
    const cached = known.get(team.id)
    if (cached?.number === team.policies) return cached.byName
    const rows = await journal.read(team, (tx) => agentStore.standings(tx, team.id))
    const byName = new Map(rows.map((row) => [row.name_key, row]))
    if (known.size >= maxTeams) known.clear()
    known.set(team.id, { number: team.policies, byName })
    return byName
  }

  /** What is set in a team for a name; {} where nothing is. */
  async function policyOf(team: Team): Promise<(name: string) => AgentPolicy> {
    const standings = await standingsOf(team)
    return (name) => standings.get(folded(name))?.policy ?? {}
  }

  return {
    policyOf,

    /** Of a name, and of every agent. */
    async of(name: string, team: Team): Promise<{ own: Omit<Standing, 'name_key'>; all: AgentPolicy }> {
      const standings = await standingsOf(team)
      return { own: standings.get(folded(name)) ?? unset, all: standings.get(everyAgent)?.policy ?? {} }
    },
  }
}
