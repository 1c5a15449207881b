// Search: by words and by meaning, suspected duplicates, and what people said about them.
import { dirname, join } from 'node:path'
import type { Task } from '../../../shared/schema/task.ts'
import type { Db } from '../db/open.ts'
import type { Journal } from '../journal/journal.ts'
import { followBaseRate } from '../../../shared/search/duplicates/duplicate-base-rate.ts'
import { followPairs } from '../search/duplicates/duplicate-pairs.ts'
import { createFindDuplicates, ownText } from '../../../shared/search/duplicates/duplicates.ts'
import { createGatherEvidence } from '../../../shared/search/duplicates/evidence.ts'
import { createJudging } from '../search/duplicates/judge-duplicates.ts'
import { createJudgedPairStore, type JudgedPair } from '../search/duplicates/judged-pair-store.ts'
import { openKeywordIndex } from '../search/keywords/keyword-index.ts'
import { createLastAsked } from '../../../shared/search/last-asked.ts'
import { openMeaningIndex } from '../search/meaning/meaning-index.ts'
import { createFetchedModels } from '../search/models/fetched-models.ts'
import { followModelChoice } from '../search/models/model-choice.ts'
import { bundledEmbedder, embedderFor, threads } from '../search/models/search-models.ts'
import { createHybridSearch } from '../../../shared/search/search.ts'
import { createSearchStatus } from '../search/search-status.ts'
import { createTurns } from '../../../shared/search/workers/turns.ts'
import { WorkerStopped } from '../../../shared/search/workers/worker-calls.ts'
import type { Settings } from '../settings/settings.ts'
import type { Content } from './content.ts'

export interface SearchModuleDeps {
  db: Db
  /** Of the keyword index; the vectors stand beside it. */
  indexFile: string
  epoch: string
  journal: Journal
  settings: Settings
  content: Pick<Content, 'tasks' | 'requireTask' | 'commentsOf'>
  pairsChanged(): void
  /** A person said of two tasks whether they are different. */
  pairJudged(pair: JudgedPair): void
  now: () => Date
  report(error: unknown): void
}

export type Search = ReturnType<typeof openSearch>

export function openSearch({ db, indexFile, epoch, journal, settings, content, pairsChanged, pairJudged, now, ...given }: SearchModuleDeps) {
  const { tasks, requireTask, commentsOf } = content
  const { head, onCommit } = journal
  const { byIds, byKey } = tasks
  const countTasks = () => tasks.count({})
  // What was put to rest on purpose, at the end for instance, is no failure.
  const report = (error: unknown) => {
    if (!(error instanceof WorkerStopped)) given.report(error)
  }
  const dir = dirname(indexFile)
  const keyword = openKeywordIndex({ databaseFile: db.name, indexFile, epoch, head, onCommit, report })
  const modelsDir = join(dir, 'models')
  const models = createFetchedModels(modelsDir, process.env)
  const meaning = openMeaningIndex(
    { databaseFile: db.name, vectorsFile: join(dir, 'vectors'), epoch, head, onCommit, report, threads },
    embedderFor(settings.search(), models, process.env),
    [bundledEmbedder(process.env), ...models.whole()],
  )
  const choice = followModelChoice({ settings, modelsDir, models, meaning, report })
  const { reranker, deadlines } = choice

  const { noting, sinceSearched, sinceAsked } = createLastAsked()
  const gather = createGatherEvidence({ keyword, meaning })
  const baseRate = followBaseRate({ keyword, gather, byIds, countTasks, model: () => meaning.status().model, sinceSearched, report })
  const findDuplicates = createFindDuplicates({ gather, byIds, byKeys: (keys) => keys.flatMap(byKey), baseRate: baseRate.now })
  const settled = () => meaning.status().state === 'ready' && meaning.status().pending === 0
  const judged = createJudgedPairStore(db)
  const areDistinct = judged.has
  const pairs = followPairs({ keyword, findDuplicates, baseRate, settled, sinceAsked, onCommit, byIds, areDistinct, pairsChanged, report })

  return {
    search: noting('search', createHybridSearch({ keyword, meaning, reranker, deadlines, head, byIds, commentsOf })),
    findDuplicates: noting('duplicates', findDuplicates),
    /** Decisions about creating, one after the other: whoever comes second sees what the first one made. */
    inTurn: createTurns(),
    /** Makes a new task known by its meaning at once. The index finds it by itself a moment later; nothing is lost where this fails. */
    adopt(task: Task): void {
      if (meaning.available()) meaning.calls()?.tell('adopt', { id: task.id, text: ownText(task) })
    },
    /** Suspected duplicates in the whole list. */
    suspects: pairs.list,
    /** What a person says of two that were suspected. */
    judging: createJudging({ store: judged, requireTask, now, changed: pairsChanged, said: pairJudged }),
    filesChanged: keyword.filesChanged,
    /** How far the words are indexed. */
    cursor: () => keyword.status().cursor,
    status: createSearchStatus({ keyword, meaning, reranker, fetching: choice.fetching, countTasks }),
    models: { list: choice.listModels, remove: choice.removeModel },
    async close(): Promise<void> {
      pairs.close()
      await Promise.all([keyword.close(), meaning.close(), choice.close()])
    },
  }
}
