// Search for teams: their indexes on this instance, and the use-cases on them.
import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { cloudSearchContract } from '../../shared/contract/cloud/cloud.ts'
import { mount } from '../../shared/http/mount.ts'
import { defaultReranker } from '../../shared/search/models/model-files.ts'
import { createLocalReranker } from '../../shared/search/rerank/reranker.ts'
import { noReranker } from '../../shared/search/rerank/reranking.ts'
import type { AppOptions } from '../app-options.ts'
import { createTextsOfTeam } from '../files/file-texts.ts'
import { createModelOfTeams } from '../search/meaning/model-of-teams.ts'
import type { ListRequest } from '../search/meaning/meaning-thread.ts'
import { TeamMeanings } from '../search/meaning/team-meanings.ts'
import type { SearchConfig } from '../search/search-config.ts'
import { searchRoutes } from '../search/search-routes.ts'
import { createTeamIndexes } from '../search/team-indexes.ts'
import { createTeamSearch, defaultDeadlines } from '../search/team-search.ts'
import { removeWithTeams } from '../search/removed-teams.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

const megabyte = 1_048_576
const maxRerankThreads = 4

export function createSearch({ db, journal, wakeups, metrics, failed }: Infrastructure, options: AppOptions) {
  const report = failed('search')
  const { maxOpen = 100, idleMs = 600_000, freshWithin = 3000, deadlines = defaultDeadlines } = options.searching ?? {}
  const meanings = createMeanings(options.search, report)
  const threads = Math.min(maxRerankThreads, availableParallelism())
  const reranker = options.search.reranker === 'off' ? noReranker : createLocalReranker(defaultReranker(), threads, report)
  const indexes = createTeamIndexes({
    folder: options.searchFolder,
    maxOpen,
    idleMs,
    epoch: db.epoch,
    openMeaning: meanings?.open,
    textsOf: createTextsOfTeam(options.key),
    report,
  })
  const maxDecisions = Math.max(1, Math.floor(options.poolSize / 2))
  const search = createTeamSearch({ journal, indexes, reranker, freshWithin, maxDecisions, deadlines, report })
  removeWithTeams({ journal, wakeups, indexes, report })
  metrics.state('tandem_search_indexes', 'Teams whose search index is open.', indexes.open)
  metrics.states(
    'tandem_search_behind_seconds',
    'How long the index that is furthest behind has lacked something that somebody asked it for, of the teams that search now.',
    'index',
    async () => {
      const { words, meanings: ofMeanings } = indexes.behindFor()
      return { words: words / 1000, meanings: ofMeanings / 1000 }
    },
  )
  metrics.cache('vectors', { bytes: async () => (meanings ? meanings.bytes() : 0), maxBytes: options.search.vectorMegabytes * megabyte })
  return {
    search,
    mount: (app: FastifyInstance, { inTeam }: Mounting): void => mount(app, cloudSearchContract, searchRoutes(search), inTeam),
    close: async (): Promise<void> => {
      await Promise.all([indexes.close(), meanings?.close(), reranker.close()])
    },
  }
}

/** Undefined: search by words alone. */
function createMeanings({ model, vectorMegabytes }: SearchConfig, report: (error: unknown) => void) {
  if (model.kind === 'off') return undefined
  const modelOfTeams = createModelOfTeams(model, report)
  let cache = ''
  const meanings = new TeamMeanings({ embedder: () => modelOfTeams.now(cache), maxBytes: vectorMegabytes * megabyte, report })
  return {
    open(list: ListRequest, folder: string) {
      cache = folder
      return meanings.open(list)
    },
    bytes: () => meanings.bytes(),
    async close(): Promise<void> {
      await Promise.all([modelOfTeams.close(), meanings.close()])
    },
  }
}
