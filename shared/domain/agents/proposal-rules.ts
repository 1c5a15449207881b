// What may become of a proposal, and why one is withdrawn: once for the service of a machine and for the cloud.
import { AppError } from '../app-error.ts'
import type { Actor } from '../../schema/actor.ts'
import type { Proposal } from '../../schema/proposal.ts'

/** What a card of Review is called that asks whether a task is done although evidence is missing. No tool that an agent can call. */
export const unprovenTool = 'done_unproven'

/** The tool that answers emails. Only who has the mailbox carries it out. */
export const replyTool = 'draft_reply'

/** How long a rejection answers the same call again. */
const rejectionStands = 24 * 3_600_000

/** Whether the newest proposal of a call answers that call again: it waits, or a person has lately said no. */
export const answersAgain = (known: Pick<Proposal, 'state' | 'decided_at'>, now: Date): boolean =>
  known.state === 'pending' || (known.state === 'rejected' && now.getTime() - Date.parse(known.decided_at ?? '') < rejectionStands)

/** Its agent has withdrawn it, which stands; else it is withdrawn for as long as what it is about is gone. */
export const isTakenBack = ({ state, decided_at }: Pick<Proposal, 'state' | 'decided_at'>): boolean => state === 'withdrawn' && decided_at !== null

/** Why a proposal is withdrawn. */
export const whyWithdrawn = (proposal: Pick<Proposal, 'state' | 'decided_at' | 'task_id' | 'conversation_id' | 'tool'>): string => {
  const { task_id, conversation_id, tool } = proposal
  if (isTakenBack(proposal)) return 'its agent took it back.'
  if (tool === unprovenTool) return `task ${task_id} is not in review any more.`
  return conversation_id === null ? `task ${task_id} was deleted or merged into another.` : 'its conversation was deleted.'
}

export function requirePerson(actor: Actor): void {
  if (actor.kind !== 'person') throw new AppError('forbidden', 'Only a person can accept or reject proposals.')
}

/** Throws `conflict` where it can be accepted on one desktop only, and this is not it. */
export function requireAcceptedHere({ id, decide_on }: Pick<Proposal, 'id' | 'decide_on'>): void {
  if (decide_on === undefined) return
  throw new AppError('conflict', `Accept proposal ${id} on the desktop “${decide_on}”, where it was made: only there can Tandem do what it asks for.`)
}

/** Throws unless a person may decide about it now. */
export function requireUndecided<P extends Proposal>(proposal: P, actor: Actor): P {
  const { id, state, tool, decided_by } = proposal
  requirePerson(actor)
  if (state === 'withdrawn') {
    const how = tool === unprovenTool || isTakenBack(proposal) ? '' : ' To decide on it, undo that.'
    throw new AppError('conflict', `Proposal ${id} was withdrawn: ${whyWithdrawn(proposal)}${how}`)
  }
  if (state !== 'pending') throw new AppError('conflict', `Proposal ${id} was already ${state}${decided_by ? ` by ${decided_by.name}` : ''}.`)
  return proposal
}
