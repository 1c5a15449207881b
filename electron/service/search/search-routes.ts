import type { searchModelsContract } from '../../../shared/contract/settings.ts'
import type { searchContract } from '../../../shared/contract/tasks.ts'
import { assigneesOf } from '../../../shared/domain/tasks/task-filter.ts'
import { Answer, type Handlers } from '../../../shared/http/mount.ts'
import { searchHeaders } from '../../../shared/http/search-headers.ts'
import type { HttpContext } from '../context.ts'
import type { SearchModel } from '../../../shared/schema/search-status.ts'
import type { TaskView } from '../../../shared/schema/task.ts'
import type { Merge } from '../tasks/merge.ts'
import type { followPairs } from './duplicates/duplicate-pairs.ts'
import type { FindDuplicates } from '../../../shared/search/duplicates/duplicates.ts'
import type { Judge } from './duplicates/judge-duplicates.ts'
import type { createHybridSearch } from '../../../shared/search/search.ts'
import type { createSearchStatus } from './search-status.ts'

/** The models that can be fetched. */
export const searchModelRoutes = ({ list, remove }: SearchModelUseCases): Handlers<typeof searchModelsContract, HttpContext> => ({
  listSearchModels: () => list(),
  removeSearchModel: ({ params }) => remove(params.name),
})

export interface SearchModelUseCases {
  list(): SearchModel[]
  remove(name: string): void
}

export interface SearchUseCases {
  search: ReturnType<typeof createHybridSearch>
  findDuplicates: FindDuplicates
  suspects: ReturnType<typeof followPairs>['list']
  judging: { judge: Judge }
  status: ReturnType<typeof createSearchStatus>
}

export function searchRoutes(search: SearchUseCases, merge: (...args: Parameters<Merge>) => TaskView): Handlers<typeof searchContract, HttpContext> {
  return {
    async searchTasks({ query }, { actor }) {
      const { hits, ...how } = await search.search({ ...query, me: assigneesOf(actor) })
      return new Answer(hits, { headers: searchHeaders(how) })
    },
    async findDuplicates({ body }) {
      const { candidates, degraded } = await search.findDuplicates(body)
      return new Answer(candidates, { headers: searchHeaders({ degraded }) })
    },
    listDuplicates: ({ query }) => search.suspects(query),
    judgeDuplicates: ({ body }, ctx) => search.judging.judge(body, ctx),
    mergeTask: ({ params, body }, ctx) => merge(params.id, body.into, ctx),
    searchStatus: () => search.status(),
  }
}
