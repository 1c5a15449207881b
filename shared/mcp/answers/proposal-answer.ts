// What an agent is told about a write that waits for a person, and about what became of it.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { saidWhy } from '../../domain/agents/write-verdict.ts'
import type { Proposal } from '../../schema/proposal.ts'
import { whyWithdrawn } from '../../domain/agents/proposal-rules.ts'
import type { AroundProposals } from '../around.ts'
import type { Reader } from '../tool.ts'
import { rowOf, type WriteAnswer } from './rows.ts'

/** The answer of a tool, as the protocol has it. */
export function toolResult(given: object, { fence }: Reader): CallToolResult {
  const answer = fence.blunted(given)
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } }
}

/** What an accepted write answered, with the task as it is now: what was answered then was for the record. */
export function acceptedAnswer({ result }: Pick<Proposal, 'result'>, deps: AroundProposals, { fence }: Reader): WriteAnswer {
  const { task: then, ...rest } = result as WriteAnswer & { possible?: unknown }
  const [now] = then ? deps.tasks.byIds([then.id]) : []
  return { ...rest, ...(now ? { task: rowOf(now, deps, fence) } : {}) }
}

/** Why a write waits. */
export const whyItWaits = ({ because, agent }: Pick<Proposal, 'because' | 'agent'>): string =>
  `Nothing was written yet: a person decides.${because ? ` ${saidWhy(because, agent)}` : ''}`

export function proposalAnswer(proposal: Proposal, deps: AroundProposals, reader: Reader): WriteAnswer {
  const { id, state, reason } = proposal
  if (state === 'rejected') return { outcome: 'rejected', proposal: id, note: `A person said no${reason ? `: ${reason}` : ''}. Do not send it again.` }
  if (state === 'withdrawn')
    return { outcome: 'withdrawn', proposal: id, note: `Nothing was written: ${whyWithdrawn(proposal)} It no longer needs a decision.` }
  if (state === 'accepted') return { ...acceptedAnswer(proposal, deps, reader), outcome: 'accepted', proposal: id }
  return { outcome: 'proposed', proposal: id, note: `${whyItWaits(proposal)} Check with get_proposal, or read tandem://proposal/${id}.` }
}
