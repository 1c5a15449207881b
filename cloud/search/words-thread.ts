// A thread that answers what words can answer, for many teams: each has its folder with the copy of its list and the index over it, and is open
// while somebody asks. Between two teams nothing is shared but the thread.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type CompareRequest, type LikelyRequest, WordComparison } from '../../shared/search/duplicates/word-likeness.ts'
import { KeywordFollower } from '../../shared/search/keywords/keyword-follower.ts'
import {
  type Constraints,
  type FilePlacesRequest,
  type KeywordAnswer,
  type KeywordRequest,
  KeywordSearch,
} from '../../shared/search/keywords/keyword-search.ts'
import type { BaseRate } from '../../shared/search/keywords/keyword-tables.ts'
import { WordWeights } from '../../shared/search/keywords/word-weights.ts'
import { TaskTextStore } from '../../shared/search/task-text-store.ts'
import { say, serveCalls } from '../../shared/search/workers/worker-serving.ts'
import { openListCopy } from './copy-store.ts'
import type { CopySize, CopyState, ListChange } from './list-change.ts'

export interface OpenRequest {
  team: string
  folder: string
  /** Of which team and which history the copy has to be. */
  origin: string
}

export interface Opened extends CopySize {
  /** Undefined: nothing was read yet. */
  state: CopyState | undefined
  /** Names this copy, for what else follows it. */
  epoch: string
  /** The last entry of its journal. */
  head: number
}

/** What each question says beside its own words. */
type OfTeam<T = unknown> = T & { team: string }

const report = (error: unknown) => say({ error: (error as Error).message, code: (error as { code?: string }).code })

function openList({ folder, origin }: OpenRequest) {
  mkdirSync(folder, { recursive: true })
  const copy = openListCopy(join(folder, 'list.db'), origin)
  const tasks = new TaskTextStore(copy.db, copy.fileTexts)
  const follower = new KeywordFollower({ path: join(folder, 'words.db'), epoch: copy.epoch(), tasks, report, moved: () => undefined })
  const weights = new WordWeights(follower)
  return { copy, tasks, follower, search: new KeywordSearch(follower, tasks, weights), likeness: new WordComparison(follower, tasks, weights) }
}
type List = ReturnType<typeof openList>

const lists = new Map<string, List>()

function listOf(team: string): List {
  const list = lists.get(team)
  if (!list) throw new Error('The index of the team is not open.')
  return list
}

function close(team: string): void {
  const list = lists.get(team)
  lists.delete(team)
  list?.follower.close()
  list?.copy.close()
}

const calls = {
  open(request: OpenRequest): Opened {
    close(request.team)
    let list: List
    try {
      list = openList(request)
    } catch (error) {
      // Of another history, of another format, or damaged: read in again.
      report(error)
      rmSync(request.folder, { recursive: true, force: true })
      list = openList(request)
    }
    lists.set(request.team, list)
    list.follower.wake()
    return { state: list.copy.state(), epoch: list.copy.epoch(), head: list.tasks.head(), ...list.copy.size() }
  },
  /** Returns what there is now. */
  apply({ team, change }: OfTeam<{ change: ListChange }>): CopySize {
    const { copy, follower } = listOf(team)
    copy.apply(change)
    follower.wake()
    return copy.size()
  },
  search({ team, ...request }: OfTeam<Omit<KeywordRequest, 'head'>>): KeywordAnswer {
    const { search, tasks } = listOf(team)
    return search.search({ ...request, head: tasks.head() })
  },
  satisfying: ({ team, ...request }: OfTeam<Constraints>) => listOf(team).search.satisfying(request),
  placesInFiles: ({ team, ...request }: OfTeam<FilePlacesRequest>) => listOf(team).search.placesInFiles(request),
  likely({ team, ...request }: OfTeam<Omit<LikelyRequest, 'head'>>) {
    const { likeness, tasks } = listOf(team)
    return likeness.likely({ ...request, head: tasks.head() })
  },
  compare: ({ team, ...request }: OfTeam<CompareRequest>) => listOf(team).likeness.compare(request),
  baseRate: ({ team }: OfTeam) => listOf(team).follower.file().baseRate(),
  setBaseRate: ({ team, baseRate }: OfTeam<{ baseRate: BaseRate }>) => listOf(team).follower.file().setBaseRate(baseRate),
  sample: ({ team, count }: OfTeam<{ count: number }>) => listOf(team).tasks.sample(count),
  byKeys: ({ team, keys }: OfTeam<{ keys: readonly string[] }>) => listOf(team).copy.byKeys(keys),
  close: ({ team }: OfTeam) => close(team),
  /** Closes it and removes its files. */
  remove({ team, folder }: OfTeam<{ folder: string }>): void {
    close(team)
    rmSync(folder, { recursive: true, force: true })
  },
}
export type WordCalls = typeof calls
serveCalls(calls, () => {
  for (const team of lists.keys()) close(team)
})
