// Search and duplicates for a team: the engine of the desktops (shared/search) over the team's own index, which knows everything that is committed when
// somebody asks. The index gives numbers only: what is answered is read from the team's tasks, as the team's own role.
import { createFindDuplicates, type DuplicateAnswer, type DuplicateQuery } from '../../shared/search/duplicates/duplicates.ts'
import { createGatherEvidence } from '../../shared/search/duplicates/evidence.ts'
import type { Reranker } from '../../shared/search/rerank/reranking.ts'
import { createHybridSearch, type SearchAnswer } from '../../shared/search/search.ts'
import type { SearchRequest } from '../../shared/search/steps/parse.ts'
import type { Deadlines } from '../../shared/search/steps/run.ts'
import { within } from '../../shared/search/workers/within.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Task } from '../../shared/schema/task.ts'
import { createLimitByKey } from '../concurrency-limit.ts'
import type { TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { OtherHistory, type ReadTeam } from './follow-team.ts'
import { createBaseRates } from './base-rates.ts'
import type { TeamIndex } from './team-index.ts'
import { teamListStore } from './team-list-store.ts'
import type { TeamIndexes } from './team-indexes.ts'
import { createLimit } from './limit.ts'

/** Milliseconds, as on a desktop. */
export const defaultDeadlines: Deadlines = { total: 150, keyword: 3000, semantic: 100 }

export interface TeamSearchDeps {
  journal: Journal
  indexes: TeamIndexes
  reranker: Reranker
  /** Milliseconds. Words are what no answer can do without: an index that is being read in is waited for so long. */
  freshWithin: number
  deadlines: Deadlines
  /** So many decisions about creating are under way at once: each holds a connection and may wait for a search that needs one. */
  maxDecisions: number
  report(error: unknown): void
}

export type TeamSearch = ReturnType<typeof createTeamSearch>

export function createTeamSearch({ journal, indexes, reranker, freshWithin, maxDecisions, deadlines, report }: TeamSearchDeps) {
  const inTurn = createLimitByKey(1)
  const limited = createLimit(maxDecisions)
  const baseRates = createBaseRates({ journal, report })

  /** In the write that is under way, or in reads of their own. */
  const readerOf =
    ({ team, write }: TeamContext): ReadTeam =>
    (work) =>
      write ? work(write.tx) : journal.read(team, work)

  /** Reads the index on to what is committed; true: it does not know all of it in time. */
  async function isBehind(index: TeamIndex, ctx: TeamContext): Promise<boolean> {
    let isOver = false
    const read = readerOf(ctx)
    const reading = ctx.write
      ? // The transaction is somebody else's once we have stopped waiting.
        index.catchUpIn((work) => (isOver ? Promise.reject(new Error('too late')) : read(work)))
      : index.catchUp(read)
    const outcome = await within(reading, freshWithin)
    isOver = true
    if ('value' in outcome) return false
    if (outcome.missed === 'failed' && (outcome.error instanceof AppError || outcome.error instanceof OtherHistory)) throw outcome.error
    if (outcome.missed === 'failed') report(outcome.error)
    return true
  }

  async function onIndex<T>(ctx: TeamContext, work: (index: TeamIndex, behind: boolean) => Promise<T>): Promise<T> {
    const { id } = ctx.team
    let used: TeamIndex | undefined
    const once = () =>
      indexes.use(id, async (index) => {
        used = index
        return work(index, await isBehind(index, ctx))
      })
    try {
      const answer = await once()
      if (!used?.isDamaged()) return answer
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') void indexes.remove(id).catch(report)
      if (!(error instanceof OtherHistory || used?.isDamaged())) throw error
    }
    await indexes.remove(id, used)
    return once()
  }

  function rowsOf(ctx: TeamContext) {
    const read = readerOf(ctx)
    return {
      byIds: async (ids: readonly number[]): Promise<Task[]> => (ids.length === 0 ? [] : read((tx) => teamListStore.whole(tx, ctx.team.id, ids))),
      async commentsOf(ids: readonly number[]) {
        const comments = ids.length === 0 ? [] : await read((tx) => teamListStore.comments(tx, ctx.team.id, ids))
        return Map.groupBy(comments, ({ task_id }) => task_id)
      },
    }
  }

  const search = (request: SearchRequest, ctx: TeamContext): Promise<SearchAnswer> =>
    onIndex(ctx, async (index, behind) => {
      const keyword = { ...index.words, search: async (...asked: Parameters<typeof index.words.search>) => late(await index.words.search(...asked), behind) }
      const hybrid = createHybridSearch({
        keyword,
        meaning: index.meaning,
        reranker: () => reranker,
        deadlines: () => deadlines,
        head: () => 0,
        ...rowsOf(ctx),
      })
      return hybrid(request)
    })

  const findDuplicates = (query: DuplicateQuery, ctx: TeamContext): Promise<DuplicateAnswer> =>
    onIndex(ctx, async (index, behind) => {
      const { byIds } = rowsOf(ctx)
      const gather = createGatherEvidence({ keyword: index.words, meaning: index.meaning })
      const byKeys = async (keys: readonly string[]) => byIds(await index.byKeys(keys))
      const baseRate = baseRates.of(ctx.team.id, index, gather)
      const answer = await createFindDuplicates({ gather, byIds, byKeys, baseRate: baseRate.now })(query)
      baseRate.follow()
      return behind ? { ...answer, degraded: [...new Set([...answer.degraded, 'keyword'])] } : answer
    })

  return {
    search,
    findDuplicates,
    /** What a new task is compared with before it is created. */
    duplicatesToDecide: async (query: DuplicateQuery, ctx: TeamContext) => decisive(await findDuplicates(query, ctx)),
    /** Decisions about creating in one team, one after the other. */
    inTurn: <T>({ team }: TeamContext, step: () => Promise<T>): Promise<T> => inTurn(team.id, () => limited(step)),
  }
}

/** Throws where the index does not know all that is committed: a task that is there would be created again. */
function decisive(answer: DuplicateAnswer): DuplicateAnswer {
  if (!answer.degraded.includes('keyword')) return answer
  throw new AppError(
    'storage_unavailable',
    'Whether there is a task like this can’t be told at the moment: the index of the team is not read in. Nothing was created. Send the same again in a moment, or create it in any case (?on_duplicate=create; create_task: force and a reason).',
    { extra: { retry_after: 2 } },
  )
}

const late = <A extends { behind: boolean }>(answer: A, behind: boolean): A => (behind ? { ...answer, behind: true } : answer)
