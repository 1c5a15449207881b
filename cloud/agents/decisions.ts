// What becomes of a proposal: a person of the team accepts, rejects or reopens it, here or on a desktop.
import { isTakenBack, requireAcceptedHere, requirePerson, requireUndecided, whyWithdrawn } from '../../shared/domain/agents/proposal-rules.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { proposerOf } from '../../shared/domain/mail/undecided-mail.ts'
import type { Actor } from '../../shared/schema/actor.ts'
import type { Proposal, ReopenedProposal } from '../../shared/schema/proposal.ts'
import type { TeamContext } from '../context.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Undo } from '../journal/undo.ts'
import { carryOut, type Features, refuse } from './carry-out.ts'
import { countedWrite } from './counted-write.ts'
import { proposalStore, type StoredProposal } from './proposal-store.ts'
import { shown, travelling } from './shown-proposal.ts'

export const missing = (id: number) => new AppError('not_found', `There is no proposal ${id}.`)

/** What the stream tells of it. */
export async function told({ tx, teamId }: Pick<Write, 'tx' | 'teamId'>, proposal: StoredProposal) {
  const [one] = await travelling(tx, teamId, [proposal])
  return { ...one, task_id: proposal.task_id }
}

export interface DecisionDeps {
  journal: Journal
  features: Features
  /** Whoever may undo what a decision wrote may take the decision back. */
  takeBack: Undo['takeBack']
}

/** A decision, and who made it: a person of the team, by name. */
export type Decision = Pick<Proposal, 'state' | 'reason' | 'result' | 'entries' | 'decided_by' | 'decided_at'>

const undecided: Decision = { state: 'pending', reason: null, result: null, entries: [], decided_at: null, decided_by: null }

export type Decisions = ReturnType<typeof createDecisions>

export function createDecisions({ journal, features, takeBack }: DecisionDeps) {
  async function existing({ tx, teamId }: Write, id: number): Promise<StoredProposal> {
    const proposal = await proposalStore.byIdForUpdate(tx, teamId, id)
    if (!proposal) throw missing(id)
    return proposal
  }

  /** Inside the write. */
  async function save(write: Write, before: StoredProposal, decision: Decision): Promise<StoredProposal> {
    const after = { ...before, ...decision, version: before.version + 1 }
    await proposalStore.decide(write.tx, write.teamId, after)
    await write.record({ entity: 'proposal', entity_id: after.id, action: 'updated', before: { state: before.state }, after: await told(write, after) })
    return shown(after)
  }

  /** Inside the write, and the decision commits with it: a proposal is never carried out twice. `by`: the person who accepts. */
  async function accept(write: Write, proposal: StoredProposal, by: Actor, ctx: TeamContext): Promise<StoredProposal> {
    const { id } = proposal
    requireAcceptedHere(shown(proposal))
    const { write: counted, entries } = countedWrite(write)
    const actor = proposerOf(proposal)
    const asAgent = { ...ctx, ifMatch: undefined, actor, write: counted.as(actor) }
    const result = await carryOut(features, proposal, asAgent).catch((error: unknown) => {
      // Somebody deleted what it is about while we looked, or something beside its task.
      if (!(error instanceof AppError) || (error.code !== 'not_found' && error.code !== 'invalid')) throw error
      throw new AppError('conflict', `Proposal ${id} can no longer be carried out: ${error.message}`)
    })
    return save(write, proposal, { state: 'accepted', reason: null, result, entries: await entries(), decided_at: write.at, decided_by: by })
  }

  /** Inside the write. */
  async function reject(write: Write, proposal: StoredProposal, reason: string | null, by: Actor, ctx: TeamContext): Promise<StoredProposal> {
    const { write: counted, entries } = countedWrite(write)
    await refuse(features, proposal, { ...ctx, ifMatch: undefined, write: counted })
    return save(write, proposal, { state: 'rejected', reason, result: null, entries: await entries(), decided_at: write.at, decided_by: by })
  }

  /** Inside the write: it waits again. What the decision wrote is undone, as far as nobody has changed it since; else it stays decided. */
  async function reopen(write: Write, proposal: StoredProposal, ctx: TeamContext): Promise<ReopenedProposal> {
    if (proposal.state === 'pending' || (proposal.state === 'withdrawn' && !isTakenBack(proposal))) return { proposal: shown(proposal), conflicts: [] }
    if (isTakenBack(proposal)) throw new AppError('conflict', `Proposal ${proposal.id} was withdrawn: ${whyWithdrawn(proposal)}`)
    const { done, conflicts } = await takeBack(write, proposal.entries, ctx)
    if (conflicts.length > 0 && done === 0) return { proposal: shown(proposal), conflicts }
    return { proposal: await save(write, proposal, undecided), conflicts }
  }

  return {
    /** For what devices bring. */
    inside: { save, accept, reject, reopen },

    accept: (id: number, ctx: TeamContext): Promise<Proposal> =>
      journal.write(ctx, async (write) => accept(write, requireUndecided(await existing(write, id), ctx.actor), ctx.actor, ctx)),

    reject: (id: number, reason: string | undefined, ctx: TeamContext): Promise<Proposal> =>
      journal.write(ctx, async (write) => reject(write, requireUndecided(await existing(write, id), ctx.actor), reason ?? null, ctx.actor, ctx)),

    reopen: (id: number, ctx: TeamContext): Promise<ReopenedProposal> =>
      journal.write(ctx, async (write) => {
        requirePerson(ctx.actor)
        return reopen(write, await existing(write, id), ctx)
      }),
  }
}
