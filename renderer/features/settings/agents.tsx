import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { can as may } from '../../../shared/domain/people/roles.ts'
import { isOneOf } from '../../../shared/domain/people/same-name.ts'
import type { Agent } from '../../../shared/schema/agent.ts'
import { can } from '../../backend/abilities.ts'
import { agents } from '../../data/agents.ts'
import { useStanding } from '../../data/people/cloud-team.ts'
import { AgentWork, useActiveAgents, useClaimsOf } from './agent-work.tsx'
import { agentSetups } from '../../data/settings.ts'
import { count, shortTime } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { ActorMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyBlock } from '../../ui/text/copy-block.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Stopped } from './brake-setting.tsx'
import { Policy } from './policy.tsx'
import { SettingGroup } from './setting.tsx'

const everyAgent = '*'

export function Agents() {
  return (
    <>
      {can.configureService && <Connect />}
      <Known />
    </>
  )
}

/** The setup of each client, ready to be copied. */
function Connect() {
  const [tools, setTools] = useState<'core' | 'full'>('core')
  const [chosen, setChosen] = useState('claude')
  const { data: setups = [] } = useQuery(agentSetups(tools))
  const setup = setups.find(({ client }) => client === chosen) ?? setups[0]
  return (
    <SettingGroup title={m.connectAgent} text={m.settings.connectText}>
      <div className="my-3 flex flex-wrap items-center gap-2">
        <Menu
          trigger={
            <Button look="outlined" className="h-[max(32px,var(--tap))] min-w-44 !justify-between" aria-label={`${m.settings.client}: ${setup?.title ?? ''}`}>
              {setup?.title}
              <ChevronDown aria-hidden="true" size={14} className="text-quiet" />
            </Button>
          }
          groups={[{ choices: setups.map(({ client, title }) => ({ id: client, label: title, chosen: client === setup?.client })) }]}
          onChoose={setChosen}
        />
        <Segmented
          name={m.settings.tools}
          value={tools}
          options={(['core', 'full'] as const).map((id) => ({ id, label: m.settings.toolSets[id] }))}
          onChange={setTools}
        />
      </div>
      {setup?.steps.map(({ say, copy }, index) => (
        <div key={copy} className="mb-3">
          <CopyBlock name={m.settings.step(setup.client, index, say)} text={copy} />
        </div>
      ))}
    </SettingGroup>
  )
}

/** Who was here, what it cost, and what each may do. */
function Known() {
  const { data: known = [] } = useQuery(agents)
  const [open, setOpen] = useState<string | undefined>(undefined)
  const named = known.filter(({ name }) => name !== everyAgent)
  // The cloud counts the calls of tokens; what a desktop of the team brought names its agents, too.
  const active = useActiveAgents()
  const names = named.map(({ name }) => name)
  const brought = can.account ? active.filter((name, n) => !isOneOf([...names, ...active.slice(0, n)], name)) : []
  const max = Math.max(1, ...named.map((agent) => agent.tokens_in + agent.tokens_out))
  const { standing } = useStanding()
  // A team's permissions bind everybody's agents.
  const isAllowed = !can.account || (standing !== undefined && may(standing.capacity, 'manage_agents'))
  const toggle = (name: string) => setOpen(open === name ? undefined : name)
  return (
    <SettingGroup title={m.settings.policies} text={can.configureService ? m.settings.policiesText : m.settings.teamPoliciesText}>
      {!isAllowed && <p className="mt-2 text-muted">{m.settings.onlyAdmins}</p>}
      <ul className="mt-3 overflow-hidden rounded-card border border-line bg-surface">
        <AgentLine name={everyAgent} isAllowed={isAllowed} isOpen={open === everyAgent} onToggle={() => toggle(everyAgent)} />
        {named.map((agent) => (
          <AgentLine
            key={agent.name}
            name={agent.name}
            agent={agent}
            isAllowed={isAllowed}
            max={max}
            isOpen={open === agent.name}
            onToggle={() => toggle(agent.name)}
          />
        ))}
        {brought.map((name) => (
          <AgentLine key={name} name={name} isAllowed={isAllowed} isOpen={open === name} onToggle={() => toggle(name)} />
        ))}
      </ul>
      {named.length + brought.length === 0 && <p className="mt-2 text-muted">{can.configureService ? m.settings.noAgents : m.settings.noTeamAgents}</p>}
    </SettingGroup>
  )
}

interface LineProps {
  name: string
  agent?: Agent
  max?: number
  isAllowed: boolean
  isOpen: boolean
  onToggle: () => void
}

function AgentLine({ name, agent, max = 1, isAllowed, isOpen, onToggle }: LineProps) {
  const shown = name === everyAgent ? m.settings.everyAgent : name
  const held = useClaimsOf(name).length
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-12 w-full items-center gap-x-3 px-3.5 py-2 text-start hover:bg-raised focus-visible:-outline-offset-2"
        onClick={onToggle}
      >
        <ActorMark actor={{ kind: 'agent', name }} />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-32 truncate font-semibold">{shown}</span>
          {held > 0 && <span className="shrink-0 rounded-control bg-agent-soft px-1.5 text-meta text-agent">{m.settings.agentWork.works(held)}</span>}
          {agent && <TokenMeter agent={agent} max={max} />}
        </span>
        <ChevronDown aria-hidden="true" size={14} className={`shrink-0 text-quiet ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {agent?.brake && <Stopped name={name} brake={agent.brake} />}
      {isOpen && name !== everyAgent && (
        <AgentWork name={name}>
          <h3 className="pt-3 pb-1 text-meta font-medium text-muted">{m.settings.agentWork.permissions}</h3>
        </AgentWork>
      )}
      {isOpen && <Policy name={name} isDefault={name === everyAgent} isAllowed={isAllowed} />}
    </li>
  )
}

/** What an agent has read and sent, as a share of the busiest one. */
function TokenMeter({ agent, max }: { agent: Agent; max: number }) {
  const share = (tokens: number) => ({ width: `${(tokens / max) * 100}%` })
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-meta text-muted">
      {/* The cloud counts calls alone. */}
      {can.configureService && (
        <>
          <span aria-hidden="true" className="flex h-1.5 w-28 overflow-hidden rounded-full bg-raised">
            <span className="h-full bg-agent" style={share(agent.tokens_out)} />
            <span className="h-full bg-faint" style={share(agent.tokens_in)} />
          </span>
          <span className="tabular">{m.settings.tokens(count(agent.tokens_out), count(agent.tokens_in))}</span>
        </>
      )}
      <span className="tabular text-quiet">
        {m.settings.calls(agent.calls)} · {shortTime(agent.last_seen_at)}
      </span>
    </span>
  )
}
