import type { searchContract } from '../../../shared/contract/tasks.ts'
import { assigneesOf } from '../../../shared/domain/tasks/task-filter.ts'
import { inHeader } from '../../../shared/http/in-header.ts'
import { Answer, type Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { TaskView } from '../../../shared/schema/task.ts'
import type { Merge } from '../tasks/merge.ts'
import type { followPairs } from './duplicates/duplicate-pairs.ts'
import type { FindDuplicates } from '../../../shared/search/duplicates/duplicates.ts'
import type { Judge } from './duplicates/judge-duplicates.ts'
import type { createHybridSearch } from '../../../shared/search/search.ts'
import type { createSearchStatus } from './search-status.ts'

export interface SearchUseCases {
  search: ReturnType<typeof createHybridSearch>
  findDuplicates: FindDuplicates
  suspects: ReturnType<typeof followPairs>['list']
  judge: Judge
  status: ReturnType<typeof createSearchStatus>
}

/** Names what is missing in an answer, and says how long each stage took. */
function headers(degraded: readonly string[], times: Record<string, number> = {}): Record<string, string> {
  const timing = Object.entries(times).map(([stage, took]) => `${stage};dur=${took}`)
  return {
    ...(degraded.length > 0 ? { 'X-Search-Degraded': degraded.join(', ') } : {}),
    ...(timing.length > 0 ? { 'Server-Timing': timing.join(', ') } : {}),
  }
}

const hinted = (hints: readonly string[]): Record<string, string> => (hints.length > 0 ? { 'X-Search-Hint': inHeader(hints.join(' ')) } : {})

export function searchRoutes(search: SearchUseCases, merge: (...args: Parameters<Merge>) => TaskView): Handlers<typeof searchContract, HttpContext> {
  return {
    async searchTasks({ query }, { actor }) {
      const { hits, degraded, times, hints } = await search.search({ ...query, me: assigneesOf(actor) })
      return new Answer(hits, { headers: { ...headers(degraded, times), ...hinted(hints) } })
    },
    async findDuplicates({ body }) {
      const { candidates, degraded } = await search.findDuplicates(body)
      return new Answer(candidates, { headers: headers(degraded) })
    },
    listDuplicates: ({ query }) => search.suspects(query),
    judgeDuplicates: ({ body }, ctx) => search.judge(body, ctx),
    mergeTask: ({ params, body }, ctx) => merge(params.id, body.into, ctx),
    searchStatus: () => search.status(),
  }
}
