// Claims that others of the team hold, as far as the cloud has told of them: by the team's stream, and all at once after a reconnect. In no database:
// after a restart without a network nobody knows whether they still hold.
import type { Claim } from '../../../shared/schema/claim.ts'

export type Elsewhere = ReturnType<typeof createElsewhere>

export function createElsewhere(now: () => Date) {
  const claims = new Map<number, Claim>()
  let isFollowed = false

  /** A renewal is no event: while the stream tells of ends, a claim holds until then. */
  const holds = ({ expires_at }: Claim) => isFollowed || Date.parse(expires_at) > now().getTime()

  return {
    of(taskId: number): Claim | undefined {
      const claim = claims.get(taskId)
      return claim && holds(claim) ? claim : undefined
    },
    list: (): Claim[] => [...claims.values()].filter(holds),
    put: (claim: Claim): void => void claims.set(claim.task_id, claim),
    /** `claimed_at`: only if it is that one. Returns whether there was one. */
    remove(taskId: number, claimedAt?: string): boolean {
      if (claimedAt !== undefined && claims.get(taskId)?.claimed_at !== claimedAt) return false
      return claims.delete(taskId)
    },
    /** Returns the tasks of which something else is true now. */
    replace(all: readonly Claim[]): number[] {
      const before = new Map(claims)
      claims.clear()
      for (const claim of all) claims.set(claim.task_id, claim)
      return [...new Set([...before.keys(), ...claims.keys()])].filter((id) => before.get(id)?.claimed_at !== claims.get(id)?.claimed_at)
    },
    followed: (is: boolean): void => void (isFollowed = is),
    clear: (): void => claims.clear(),
  }
}
