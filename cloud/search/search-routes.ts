import type { cloudSearchContract } from '../../shared/contract/cloud/cloud.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import { searchHeaders } from '../../shared/http/search-headers.ts'
import type { TeamContext } from '../context.ts'
import { meOf } from '../tasks/task-caller.ts'
import type { TeamSearch } from './team-search.ts'

export function searchRoutes(search: TeamSearch): Handlers<typeof cloudSearchContract, TeamContext> {
  return {
    async searchTasks({ query }, ctx) {
      const { hits, ...how } = await search.search({ ...query, me: meOf(ctx) }, ctx)
      return new Answer(hits, { headers: searchHeaders(how) })
    },
    async findDuplicates({ body }, ctx) {
      const { candidates, degraded } = await search.findDuplicates(body, ctx)
      return new Answer(candidates, { headers: searchHeaders({ degraded }) })
    },
  }
}
