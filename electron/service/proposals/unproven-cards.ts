// The card of Review that asks whether a task is done although evidence is missing.
import type { ProposalStore, StoredProposal } from './proposal-store.ts'
import { unprovenTool } from '../../../shared/domain/agents/proposal-rules.ts'

export type UnprovenWrite = Pick<StoredProposal, 'agent' | 'run'> & { task_id: number }

/** The id of the one that waits; one that was withdrawn waits again with its task. */
export function putUnproven(store: Pick<ProposalStore, 'same' | 'insert'>, { agent, run, task_id }: UnprovenWrite, created_at: string): number {
  const args = { id: task_id }
  const known = store.same(agent, unprovenTool, args)
  if (known && (known.state === 'pending' || known.state === 'withdrawn')) return known.id
  return store.insert({ agent, run, kinds: ['status'], tool: unprovenTool, arguments: args, task_id, conversation_id: null, created_at })
}
