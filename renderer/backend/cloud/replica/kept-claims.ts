// Who works on what in the team right now, as the page knows it. A claim is a matter of minutes: it does not outlive the page.
import type { Claim } from '../../../../shared/schema/claim.ts'

let known: ReadonlyMap<number, Claim> = new Map()

/** Those that hold now; returns the tasks that another holds than before. */
export function keepClaims(claims: readonly Claim[]): number[] {
  const now = new Map(claims.map((claim) => [claim.task_id, claim]))
  const ids = new Set([...known.keys(), ...now.keys()])
  const changed = [...ids].filter((id) => known.get(id)?.holder.name !== now.get(id)?.holder.name)
  known = now
  return changed
}

export const keptClaim = (taskId: number): Claim | undefined => known.get(taskId)
