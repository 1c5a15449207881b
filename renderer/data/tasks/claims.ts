// Who works on which task right now. Claims are leases, not content: service-listener.ts is told of each change.
import { queryOptions } from '@tanstack/react-query'
import type { Claim } from '../../../shared/schema/claim.ts'
import { isAway } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../query-client.ts'
import { didForGood } from './own-actions.ts'

export type Claims = ReadonlyMap<number, Claim>

export const allClaims = queryOptions({
  queryKey: ['claims'] as const,
  queryFn: async ({ signal }): Promise<Claims> => new Map((await api.listClaims({}, { signal })).map((claim) => [claim.task_id, claim])),
})

export function takeInClaim({ task_id, claim }: { task_id: number; claim: Claim | null }): void {
  queryClient.setQueryData(allClaims.queryKey, (known) => {
    if (!known) return known
    const next = new Map(known)
    if (claim) next.set(task_id, claim)
    else next.delete(task_id)
    return next
  })
}

/** A person may end anybody's claim. */
export async function releaseClaim(taskId: number): Promise<void> {
  const before = queryClient.getQueryData(allClaims.queryKey)?.get(taskId)
  takeInClaim({ task_id: taskId, claim: null })
  try {
    await api.releaseClaim({ params: { id: taskId } })
    didForGood(m.claim.released(taskId))
  } catch (error) {
    if (before && isAway(error)) takeInClaim({ task_id: taskId, claim: before })
    else void queryClient.invalidateQueries({ queryKey: allClaims.queryKey })
    notify({ kind: 'problem', text: explain(m.claim.notReleased, error) })
  }
}
