// Who is given a claim, and who holds one.
import { randomBytes } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { defaultLeaseMinutes, type NewClaim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { actorOnly, type Context, isSameWriter } from '../context.ts'
import { holderOf, type StoredClaim } from './claim-store.ts'
import type { Leases } from './leases.ts'

/** Who asks. */
export type Claimant = Pick<Context, 'actor'>

export interface Grant {
  /** `held`: somebody else has it, until `claim.expires_at`. */
  outcome: 'claimed' | 'renewed' | 'held'
  claim: StoredClaim
}

/** What is said of who asks, beside the actor: the key of a claim, and which of several agents of one run it is. */
export type Said = Pick<NewClaim, 'key'> & { worker?: string | undefined }

/** Whether the run, or the person, that asks holds it. A name alone proves nothing of an agent; a person is the same in every window. */
export const isOfRun = (claim: StoredClaim, { actor }: Claimant): boolean =>
  (claim.run !== null || actor.kind === 'person') && isSameWriter(actor, holderOf(claim))

export const isHolder = (claim: StoredClaim, who: Claimant, { key, worker }: Said): boolean =>
  key === claim.key || (isOfRun(claim, who) && claim.worker === (worker ?? null))

export interface GrantDeps {
  leases: Pick<Leases, 'current'>
  now: () => Date
  requireTask: (id: number) => Pick<Task, 'status'>
}

export type GrantClaim = ReturnType<typeof createGrants>

/** What is granted to whoever asks; nothing is written yet. Throws `conflict` when the task is done. */
export function createGrants({ leases, now, requireTask }: GrantDeps) {
  return (taskId: number, who: Claimant, { ttl_minutes = defaultLeaseMinutes, key, worker }: NewClaim & Said): Grant => {
    if (requireTask(taskId).status === 'done')
      throw new AppError('conflict', `Task ${taskId} is done: there is nothing to claim. Choose another task, or set its status to todo first.`)
    const existing = leases.current(taskId)
    if (existing && !isHolder(existing, who, { key, worker })) return { outcome: 'held', claim: existing }
    const ttl_ms = ttl_minutes * 60_000
    const at = now()
    const claim: StoredClaim = {
      task_id: taskId,
      holder: existing?.holder ?? actorOnly(who.actor),
      // The key proves the holder: from here on the claim lives with the run that showed it.
      run: who.actor.run ?? existing?.run ?? null,
      worker: existing?.worker ?? worker ?? null,
      key: existing?.key ?? randomBytes(5).toString('base64url'),
      ttl_ms,
      claimed_at: existing?.claimed_at ?? at.toISOString(),
      expires_at: new Date(at.getTime() + ttl_ms).toISOString(),
      entry: existing?.entry ?? null,
    }
    return { outcome: existing ? 'renewed' : 'claimed', claim }
  }
}
