// The keyword worker: owns index.db, follows the journal, and answers what words can answer. It reads the tasks over its own
// read-only connection, so that neither indexing nor a costly query holds up the service.
import { dirname } from 'node:path'
import { workerData } from 'node:worker_threads'
import type { FoundPairs } from '../../../../shared/search/keywords/keyword-file.ts'
import type { BaseRate } from '../../../../shared/search/keywords/keyword-tables.ts'
import { KeywordFollower } from '../../../../shared/search/keywords/keyword-follower.ts'
import { type Constraints, type FilePlacesRequest, type KeywordRequest, KeywordSearch } from '../../../../shared/search/keywords/keyword-search.ts'
import { WordWeights } from '../../../../shared/search/keywords/word-weights.ts'
import { type CompareRequest, type LikelyRequest, WordComparison } from '../../../../shared/search/duplicates/word-likeness.ts'
import { say, serveCalls } from '../../../../shared/search/workers/worker-serving.ts'
import { attachmentFolder, fileTextsIn } from '../../attachments/attachment-files.ts'
import { TaskTextStore } from '../../../../shared/search/task-text-store.ts'

export interface KeywordWorkerData {
  databaseFile: string
  indexFile: string
  epoch: string
}

const { databaseFile, indexFile, epoch } = workerData as KeywordWorkerData
const report = (error: unknown) => say({ error: (error as Error).message, code: (error as { code?: string }).code })

const tasks = new TaskTextStore(databaseFile, fileTextsIn(attachmentFolder(dirname(databaseFile))))
const follower = new KeywordFollower({ path: indexFile, epoch, tasks, report, moved: (status) => say({ status }) })
const weights = new WordWeights(follower)
const search = new KeywordSearch(follower, tasks, weights)
const likeness = new WordComparison(follower, tasks, weights)

const calls = {
  wake: () => follower.wake(),
  search: (request: KeywordRequest) => search.search(request),
  satisfying: (request: Constraints) => search.satisfying(request),
  placesInFiles: (request: FilePlacesRequest) => search.placesInFiles(request),
  filesChanged: (hashes: readonly string[]) => follower.filesChanged(hashes),
  likely: (request: LikelyRequest) => likeness.likely(request),
  compare: (request: CompareRequest) => likeness.compare(request),
  /** Tasks whose suspected duplicates have to be looked up again. */
  unpaired: (limit: number) => tasks.touchedAfter(follower.file().pairsCursor(), limit),
  loose: (limit: number) => follower.file().loose(limit),
  savePairs: (pairs: FoundPairs) => follower.file().savePairs(pairs),
  pairs: (limit: number) => follower.file().pairs(limit),
  baseRate: () => follower.file().baseRate(),
  setBaseRate: (baseRate: BaseRate) => follower.file().setBaseRate(baseRate),
  sample: (count: number) => tasks.sample(count),
  status: () => follower.status(),
}
export type KeywordCalls = typeof calls

serveCalls(calls, () => follower.close())
follower.wake()
