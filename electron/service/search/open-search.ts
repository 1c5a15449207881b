// The search module as the rest of the service sees it.
import { join, dirname } from 'node:path'
import type { SearchStatus } from '../../../shared/schema/search-status.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Journal } from '../journal/journal.ts'
import type { SearchChoice, Settings } from '../settings/settings.ts'
import { followPairs } from './duplicates/duplicate-pairs.ts'
import { createFindDuplicates, ownText } from './duplicates/duplicates.ts'
import { createGatherEvidence } from './duplicates/evidence.ts'
import { openKeywordIndex } from './keywords/keyword-index.ts'
import { followLeaning } from './duplicates/duplicate-base-rate.ts'
import { openMeaningIndex } from './meaning/meaning-index.ts'
import { embedderFor, rerankerFor, threads } from './models/search-models.ts'
import { createHybridSearch } from './search.ts'
import { createTurns } from './workers/turns.ts'
import { WorkerStopped } from './workers/worker-calls.ts'

export interface SearchModuleDeps {
  databaseFile: string
  /** Of the keyword index; the vectors stand beside it. */
  indexFile: string
  epoch: string
  journal: Journal
  settings: Settings
  byIds(ids: readonly number[]): Task[]
  byKey(key: string): Task[]
  commentsOf(taskIds: readonly number[]): ReadonlyMap<number, readonly { body: string }[]>
  countTasks(): number
  areDistinct(a: number, b: number): boolean
  pairsChanged(): void
  report(error: unknown): void
}

export type Search = ReturnType<typeof openSearch>

export function openSearch(given: SearchModuleDeps) {
  const { databaseFile, indexFile, epoch, journal, settings } = given
  // What was put to rest on purpose, at the end for instance, is no failure.
  const report = (error: unknown) => {
    if (!(error instanceof WorkerStopped)) given.report(error)
  }
  const deps = { ...given, report }
  const { head, onCommit } = journal
  const keyword = openKeywordIndex({ databaseFile, indexFile, epoch, head, onCommit, report })
  const meaning = openMeaningIndex(
    { databaseFile, vectorsFile: join(dirname(indexFile), 'vectors'), epoch, head, onCommit, report, threads },
    embedderFor(settings.search(), process.env),
  )
  const modelsDir = join(dirname(indexFile), 'models')
  let reranker = rerankerFor(settings.search(), modelsDir, report)
  let chosen = settings.search()

  settings.onChange((choice: SearchChoice) => {
    const changed = (part: 'embedder' | 'reranker') => JSON.stringify(choice[part]) !== JSON.stringify(chosen[part])
    if (changed('embedder')) meaning.use(embedderFor(choice, process.env)).catch(report)
    if (changed('reranker')) {
      reranker.close().catch(report)
      reranker = rerankerFor(choice, modelsDir, report)
    }
    chosen = choice
  })

  const asked = { search: Number.NEGATIVE_INFINITY, duplicates: Number.NEGATIVE_INFINITY }
  const noting =
    <A, R>(what: keyof typeof asked, answer: (question: A) => R) =>
    (question: A): R => {
      asked[what] = performance.now()
      return answer(question)
    }
  const sinceSearched = () => performance.now() - asked.search
  const sinceAsked = () => Math.min(sinceSearched(), performance.now() - asked.duplicates)
  const gather = createGatherEvidence({ keyword, meaning })
  const leaning = followLeaning({ ...deps, keyword, gather, model: () => meaning.status().model, sinceSearched })
  const findDuplicates = createFindDuplicates({ ...deps, gather, leaning: leaning.now })
  const settled = () => meaning.status().state === 'ready' && meaning.status().pending === 0
  const pairs = followPairs({ ...deps, keyword, findDuplicates, leaning, settled, sinceAsked, onCommit })

  return {
    search: noting('search', createHybridSearch({ ...deps, keyword, meaning, reranker: () => reranker, deadlines: () => chosen.deadlines_ms, head })),
    findDuplicates: noting('duplicates', findDuplicates),
    /** Decisions about creating, one after the other: whoever comes second sees what the first one made. */
    inTurn: createTurns(),
    /** Makes a new task known by its meaning at once. The index finds it by itself a moment later; nothing is lost where this fails. */
    adopt(task: Task): void {
      if (meaning.available()) meaning.calls()?.tell('adopt', { id: task.id, text: ownText(task) })
    },
    /** Suspected duplicates in the whole list. */
    suspects: pairs.list,
    /** How far the words are indexed. */
    cursor: () => keyword.status().cursor,

    status(): SearchStatus {
      const words = keyword.status()
      const { indexed, pending, state, model, last_error, next } = meaning.status()
      const rerank = reranker.status()
      const tasks = deps.countTasks()
      return {
        tasks,
        indexed,
        pending: state === 'off' ? Math.max(0, words.head - words.cursor) : pending,
        keyword: { cursor: words.cursor, head: words.head, last_error: words.behind ? (words.lastError ?? 'it cannot write its file') : null },
        semantic: {
          state,
          model,
          rebuilding: next ? next.indexed / Math.max(1, next.indexed + next.pending) : null,
          last_error: next?.last_error ?? last_error,
        },
        reranker: rerank,
        last_error: last_error ?? next?.last_error ?? (words.behind ? (words.lastError ?? 'the keyword index cannot write its file') : rerank.last_error),
      }
    },

    async close(): Promise<void> {
      pairs.close()
      await Promise.all([keyword.close(), meaning.close(), reranker.close()])
    },
  }
}
