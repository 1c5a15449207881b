// What agents propose in this list and in its team. Who accepts one elsewhere has the cloud carry it out; who accepts it on the desktop that has it, has
// carried it out there.
import { replyTool } from '../../../../shared/domain/agents/proposal-rules.ts'
import { AppError } from '../../../../shared/domain/app-error.ts'
import { mailOf } from '../../../../shared/domain/mail/undecided-mail.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { SyncedProposal, SyncProposalWrite } from '../../../../shared/schema/cloud/synced-proposal.ts'
import type { Proposal } from '../../../../shared/schema/proposal.ts'
import type { StoredProposal } from '../../proposals/proposals.ts'
import { type SharedProposals, standOf } from '../../proposals/shared-proposals.ts'
import { LinkError } from '../transport/cloud-link.ts'
import type { createChannel } from './channel.ts'
import type { GroundStore } from './ground-store.ts'
import type { Link } from './send-waiting.ts'
import type { WaitingKind } from './waiting-kind.ts'

export interface TeamProposalDeps {
  ground: GroundStore
  proposals: SharedProposals
  taskOf: (uid: string) => number | undefined
  /** Undefined: the cloud does not have the task (yet). */
  taskUidThere: (taskId: number) => string | undefined
  /** Whether a mailbox of this desktop answers on the task. */
  isOwnMail: (taskId: number) => boolean
}

const path = '/sync/proposals'

/** Milliseconds that a person waits for the cloud before their word is sent later. */
const withinMs = 4000

export function teamProposals({ ground, proposals, taskOf, taskUidThere, isOwnMail }: TeamProposalDeps) {
  const idOf = (task: unknown) => (typeof task === 'string' ? taskOf(task) : undefined)
  const uidOf = (task: unknown) => (typeof task === 'number' ? taskUidThere(task) : undefined)

  function write(uid: string, on: number): SyncProposalWrite | undefined {
    const here = proposals.byUid(uid)
    // What another device has, that one brings.
    if (!here || (here.elsewhere && on === 0)) return undefined
    // What was read from a conversation that is no team's.
    if (here.conversation_id !== null && !mailOf(here) && on === 0) return undefined
    const isReply = here.tool === replyTool && here.task_id !== null
    const isOwn = isReply && isOwnMail(here.task_id as number)
    // The desktop's own mailbox is no team's.
    if (isOwn && on === 0) return undefined
    const told = proposals.told(here, uidOf)
    if (!told) return undefined
    const { uid: _uid, ...fields } = told
    return { ...fields, carried_out: !here.elsewhere && (!isReply || isOwn), on }
  }

  const kind: WaitingKind<SyncedProposal> = {
    name: 'proposal',
    path,
    undecided: 'pending',
    ground,
    saidThere: () => null,
    here(uid) {
      const here = proposals.byUid(uid)
      return here && { state: standOf(here), said: null, isWithdrawn: here.state !== standOf(here) }
    },
    waiting: proposals.waiting,
    write,
    add: (there) => proposals.add(there, idOf),
    settle: (there) => proposals.settle(there, idOf),
    // With what it answered there.
    confirm: (there) => (there.state === 'pending' ? undefined : proposals.settle(there, idOf)),
    refresh: proposals.refresh,
    forget: proposals.forget,
  }

  return {
    kind,

    /**
     * Accepts one that another device has: true once the cloud has carried it out, false when it cannot be asked now. Throws `conflict` with what stands
     * in the way.
     */
    async acceptThere({ uid }: Pick<StoredProposal, 'uid'>, by: Actor, channel: ReturnType<typeof createChannel<SyncedProposal>>, to: Link): Promise<boolean> {
      const asked = write(uid, ground.get(uid)?.version ?? 0)
      if (!asked || asked.state !== 'pending') return false
      const accepted = { ...asked, state: 'accepted' as const, decided_by: by, decided_at: new Date().toISOString() }
      let there: SyncedProposal
      try {
        there = await to.call<SyncedProposal>('PUT', `${path}/${uid}`, accepted, undefined, withinMs)
      } catch (error) {
        if (!(error instanceof LinkError)) throw error
        if (error.problem === 'failed') throw new AppError('conflict', error.message)
        return false
      }
      channel.answered(there)
      if (there.problem !== undefined) throw new AppError('conflict', there.problem)
      if (there.state !== 'accepted') throw new AppError('conflict', `Somebody of the team was faster: it was ${decidedAs[there.state]}.`)
      return true
    },
  }
}

const decidedAs: Readonly<Record<Exclude<Proposal['state'], 'accepted'>, string>> = {
  pending: 'opened again',
  rejected: 'rejected',
  withdrawn: 'withdrawn by its agent',
}
