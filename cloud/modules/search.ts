// Search for teams: their indexes on this instance, and the use-cases on them.
import type { FastifyInstance } from 'fastify'
import { cloudSearchContract } from '../../shared/contract/cloud/cloud.ts'
import { mount } from '../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import { searchRoutes } from '../search/search-routes.ts'
import { createTeamIndexes } from '../search/team-indexes.ts'
import { createTeamSearch } from '../search/team-search.ts'
import { removeWithTeams } from '../search/removed-teams.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

export function createSearch({ db, journal, wakeups, metrics, failed }: Infrastructure, options: AppOptions) {
  const report = failed('search')
  const { maxOpen = 100, idleMs = 600_000, freshWithin = 3000 } = options.searching ?? {}
  const indexes = createTeamIndexes({ folder: options.searchFolder, maxOpen, idleMs, epoch: db.epoch, report })
  const search = createTeamSearch({ journal, indexes, freshWithin, report })
  removeWithTeams({ journal, wakeups, indexes, report })
  metrics.state('tandem_search_indexes', 'Teams whose search index is open.', indexes.open)
  return {
    search,
    mount: (app: FastifyInstance, { inTeam }: Mounting): void => mount(app, cloudSearchContract, searchRoutes(search), inTeam),
    close: indexes.close,
  }
}
