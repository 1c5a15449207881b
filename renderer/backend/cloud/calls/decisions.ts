// Deciding about what agents propose, where the cloud serves the web UI: also without a network, about what the device has seen last.
import type { Proposal } from '../../../../shared/schema/proposal.ts'
import { isAway } from '../../api.ts'
import type { Api } from '../../backend.ts'
import { cloudApi } from '../../cloud-api.ts'
import { storage } from '../../../lib/storage.ts'
import { currentTeam } from '../../session.ts'
import { decisionLane, type Write } from '../outbox/write.ts'
import { soon, type WriteDeps } from './writes.ts'

const place = () => `proposals:${currentTeam.get() ?? ''}`

export function createDecisions(deps: WriteDeps) {
  const { copy } = deps
  let known: readonly Proposal[] = []

  function keep(proposals: readonly Proposal[]): void {
    known = proposals
    storage.write(place(), proposals.length === 0 ? '' : JSON.stringify(proposals))
  }

  function kept(): readonly Proposal[] {
    if (known.length > 0) return known
    try {
      return JSON.parse(storage.read(place()) || '[]') as Proposal[]
    } catch {
      return []
    }
  }

  async function decide(id: number, accept: boolean, reason?: string): Promise<Proposal> {
    const proposal = kept().find((one) => one.id === id)
    const params = { id }
    // Nobody has seen it here yet: there is nothing to show it by.
    if (!proposal) return accept ? cloudApi.acceptProposal({ params }) : cloudApi.rejectProposal({ params, body: reason === undefined ? {} : { reason } })
    const shown: Proposal = { ...proposal, state: accept ? 'accepted' : 'rejected', reason: reason ?? null }
    return soon(deps, { kind: 'decide', id: decisionLane, proposal, accept, reason }, shown)
  }

  return {
    async listProposals(input, options) {
      const state = input?.query?.state ?? 'pending'
      if (state !== 'pending') return cloudApi.listProposals(input, options)
      const waiting = await cloudApi.listProposals(input, options).catch((error: unknown) => {
        if (isAway(error)) return kept()
        throw error
      })
      keep(waiting)
      const decided = copy().outbox.decisions()
      return waiting.filter(({ id }) => !decided.has(id))
    },
    acceptProposal: ({ params: { id } }) => decide(id, true),
    rejectProposal: ({ params: { id }, body: { reason } }) => decide(id, false, reason),
    async reopenProposal({ params }, options) {
      const [unsent] = copy().outbox.withdraw((write: Write) => write.kind === 'decide' && write.proposal.id === params.id) ?? []
      if (unsent?.kind === 'decide') return { proposal: unsent.proposal, conflicts: [] }
      return cloudApi.reopenProposal({ params }, options)
    },
  } satisfies Partial<Api>
}
