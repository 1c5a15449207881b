// Search where the cloud serves the web UI: the cloud answers, and without it the device, which has the tasks but not their comments.
import { isAway, onDevice } from '../../api.ts'
import type { Api } from '../../backend.ts'
import { cloudApi } from '../../cloud-api.ts'
import { numberedTasks, type TeamCopy } from '../seen.ts'
import { createFinder } from './find.ts'

/** Milliseconds. So long the cloud, which knows comments and meanings as well, has for its answer; then the device searches what it has. */
const patience = 3000

/** As the service answers; what is not sent yet lies over the hits. */
export function createSearch(copy: () => TeamCopy) {
  const find = createFinder(() => numberedTasks(copy()))
  const kept = (q: string, limit: number) => ({ body: find(q, limit), status: 200, headers: new Headers({ 'X-Search-Degraded': onDevice }) })

  return async function search(input: Parameters<Api['searchTasks']>[0], options?: { signal?: AbortSignal }) {
    const { q, limit = 20 } = input.query
    const late = AbortSignal.timeout(patience)
    const signal = options?.signal ? AbortSignal.any([options.signal, late]) : late
    try {
      const { body: found, ...rest } = await cloudApi.full.searchTasks(input, { signal })
      const { replica, outbox } = copy()
      const body = found.flatMap((hit) => {
        const known = replica.tasks.get(hit.id)
        const seen = known && outbox.over(known)
        // Deleted here, which the cloud does not know yet.
        return known && !seen ? [] : { ...hit, ...seen }
      })
      return { ...rest, body }
    } catch (error) {
      if (options?.signal?.aborted || !(late.aborted || isAway(error))) throw error
      return kept(q, limit)
    }
  }
}
