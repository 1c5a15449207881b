// What is granted to whoever asks for a claim.
import { randomBytes } from 'node:crypto'
import { grantedTo, isHolder, keyBytes, requireClaimable, type Said } from '../../../shared/domain/work/holding.ts'
import type { NewClaim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { StoredClaim } from './claim-store.ts'
import type { Leases } from './leases.ts'

/** Who asks. */
export type Claimant = Pick<Context, 'actor'>

export interface Grant {
  /** `held`: somebody else has it, until `claim.expires_at`. */
  outcome: 'claimed' | 'renewed' | 'held'
  claim: StoredClaim
}

/** When the cloud granted it. */
export interface Confirmed {
  confirmed?: string | undefined
}

export interface GrantDeps {
  leases: Pick<Leases, 'current'>
  now: () => Date
  requireTask: (id: number) => Pick<Task, 'status'>
}

export type GrantClaim = ReturnType<typeof createGrants>

const newKey = () => randomBytes(keyBytes).toString('base64url')

/** What is granted to whoever asks; nothing is written yet. Throws `conflict` when the task is done. */
export function createGrants({ leases, now, requireTask }: GrantDeps) {
  return (taskId: number, { actor }: Claimant, asked: NewClaim & Said & Confirmed): Grant => {
    requireClaimable(taskId, requireTask(taskId))
    const existing = leases.current(taskId)
    if (existing && !isHolder(existing, actor, asked)) return { outcome: 'held', claim: existing }
    const claim = grantedTo(taskId, actor, asked, { existing, at: now(), newKey })
    return {
      outcome: existing ? 'renewed' : 'claimed',
      claim: { ...claim, entry: existing?.entry ?? null, confirmed: asked.confirmed ?? existing?.confirmed ?? null },
    }
  }
}
