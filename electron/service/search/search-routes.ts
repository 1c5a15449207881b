import type { searchContract } from '../../../shared/contract/tasks.ts'
import { Answer, type Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { Merge } from '../tasks/merge.ts'
import type { Judge } from './duplicates/judge-duplicates.ts'
import type { Search } from './open-search.ts'

/** Names what is missing in an answer, and says how long each stage took. */
function headers(degraded: readonly string[], times: Record<string, number> = {}): Record<string, string> {
  const timing = Object.entries(times).map(([stage, took]) => `${stage};dur=${took}`)
  return {
    ...(degraded.length > 0 ? { 'X-Search-Degraded': degraded.join(', ') } : {}),
    ...(timing.length > 0 ? { 'Server-Timing': timing.join(', ') } : {}),
  }
}

export function searchRoutes(search: Search, merge: Merge, judge: Judge): Handlers<typeof searchContract, HttpContext> {
  return {
    async searchTasks({ query }) {
      const { hits, degraded, times } = await search.search(query)
      return new Answer(hits, { headers: headers(degraded, times) })
    },
    async findDuplicates({ body }) {
      const { candidates, degraded } = await search.findDuplicates(body)
      return new Answer(candidates, { headers: headers(degraded) })
    },
    listDuplicates: ({ query }) => search.suspects(query),
    judgeDuplicates: ({ body }, ctx) => judge(body, ctx),
    mergeTask: ({ params, body }, ctx) => merge(params.id, body.into, ctx),
    searchStatus: () => search.status(),
  }
}
