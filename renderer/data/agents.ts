// Agents that were here, and those that were stopped. With the first paint: the sidebar counts who waits for a word.
import { queryOptions } from '@tanstack/react-query'
import type { Agent, AgentBrake } from '../../shared/schema/agent.ts'
import { api } from '../backend/backend.ts'
import { explain } from '../backend/explain.ts'
import { m } from '../lib/messages.ts'
import { notify } from '../lib/notices.ts'
import { queryClient } from './query-client.ts'
import { didForGood } from './tasks/own-actions.ts'

/** Read again each time it is shown: tokens are counted with each call of an agent. */
export const agents = queryOptions({ queryKey: ['agents'] as const, queryFn: ({ signal }) => api.listAgents({}, { signal }), staleTime: 0 })

export type StoppedAgent = Agent & { brake: AgentBrake }

/** Agents that wrote too much, and whom nobody has looked at yet. However a name is spelt, it is one agent. */
export const stoppedAgents = queryOptions({
  ...agents,
  select: (known): StoppedAgent[] => [
    ...new Map(known.flatMap((agent) => (agent.brake?.state === 'waiting' ? [[agent.name.toLowerCase(), { ...agent, brake: agent.brake }]] : []))).values(),
  ],
})

/** An agent that was stopped goes on, or keeps proposing. */
export async function decideBrake(name: string, goOn: boolean): Promise<void> {
  try {
    await api.decideBrake({ params: { name }, body: { go_on: goOn } })
    didForGood(goOn ? m.brake.wentOn(name) : m.brake.kept(name))
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.brake.notDecided, error) })
  }
  await queryClient.invalidateQueries({ queryKey: agents.queryKey })
}
