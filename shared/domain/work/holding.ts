// Who holds a claim, and what is granted to whoever asks for one: the same in the service and in the cloud.
import { AppError } from '../app-error.ts'
import { actorOnly, isSameWriter, type Writer } from '../people/writer.ts'
import { type Claim, defaultLeaseMinutes, type NewClaim } from '../../schema/claim.ts'
import type { Task } from '../../schema/task.ts'

export interface HeldClaim extends Claim {
  /** The run that holds it; null where the caller has none. */
  run: string | null
  /** Which of several agents of that run; null where it names none. */
  worker: string | null
  key: string
  ttl_ms: number
}

/** What is said of who asks, beside the actor: the key of a claim, and which of several agents of one run it is. */
export type Said = Pick<NewClaim, 'key'> & { worker?: string | undefined }

/** Its key: proves the holder wherever the claim is known. */
export const keyBytes = 5

/** As the journal names who writes. */
export const holderOf = ({ holder, run }: Pick<HeldClaim, 'holder' | 'run'>): Writer => ({ ...holder, run: run ?? undefined })

/** A claim as everybody may see it: without the key that proves it. */
export function publicClaim(claim: Claim | undefined): Claim | null {
  if (!claim) return null
  const { task_id, holder, claimed_at, expires_at, unconfirmed } = claim
  return { task_id, holder, claimed_at, expires_at, ...(unconfirmed ? { unconfirmed } : {}) }
}

/** Whether the run, or the person, that asks holds it. A name alone proves nothing of an agent; a person is the same in every window. */
export const isOfRun = (claim: Pick<HeldClaim, 'holder' | 'run'>, actor: Writer): boolean =>
  (claim.run !== null || actor.kind === 'person') && isSameWriter(actor, holderOf(claim))

export const isHolder = (claim: HeldClaim, actor: Writer, { key, worker }: Said): boolean =>
  key === claim.key || (isOfRun(claim, actor) && claim.worker === (worker ?? null))

/** Throws `conflict` for a task that nobody needs to work on. */
export function requireClaimable(id: number, { status }: Pick<Task, 'status'>): void {
  if (status === 'done') throw new AppError('conflict', `Task ${id} is done: there is nothing to claim. Choose another task, or set its status to todo first.`)
}

/** The claim that whoever asks has from now on. `existing`: one that they hold. */
export function grantedTo(
  taskId: number,
  actor: Writer,
  { ttl_minutes = defaultLeaseMinutes, worker, new_key }: NewClaim & Said,
  { existing, at, newKey }: { existing: HeldClaim | undefined; at: Date; newKey: () => string },
): HeldClaim {
  const ttl_ms = ttl_minutes * 60_000
  return {
    task_id: taskId,
    holder: existing?.holder ?? actorOnly(actor),
    // The key proves the holder: from here on the claim lives with the run that showed it.
    run: actor.run ?? existing?.run ?? null,
    worker: existing?.worker ?? worker ?? null,
    key: existing?.key ?? new_key ?? newKey(),
    ttl_ms,
    claimed_at: existing?.claimed_at ?? at.toISOString(),
    expires_at: new Date(at.getTime() + ttl_ms).toISOString(),
  }
}

export function refuseHeld(claim: Claim, given: Pick<NewClaim, 'key'>): never {
  const what = given.key === undefined ? 'Choose another task.' : 'The key you sent is not the key of this claim.'
  throw new AppError('conflict', `Task ${claim.task_id} is claimed by ${claim.holder.name} until ${claim.expires_at}. ${what}`)
}

/** Throws `conflict` unless it is the caller's own, or the caller is a person. An agent without a run is believed by its name, if the claim was made without one too. */
export function requireMayRelease(claim: HeldClaim, actor: Writer, key: string | undefined): void {
  const believed = claim.run === null && isSameWriter(actor, claim.holder)
  if (actor.kind === 'person' || key === claim.key || isOfRun(claim, actor) || believed) return
  throw new AppError(
    'conflict',
    `Task ${claim.task_id} is claimed by ${claim.holder.name} until ${claim.expires_at}. Only a person can release it, or its holder with the key of the claim.`,
  )
}
