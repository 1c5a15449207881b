// The keyword index as the service sees it: a worker thread that owns index.db (keyword-worker.ts).
import type { BaseRate } from '../../../../shared/search/keywords/keyword-tables.ts'
import type { KeywordStatus } from '../../../../shared/search/keywords/keyword-follower.ts'
import type { KeywordCalls, KeywordWorkerData } from './keyword-worker.ts'
import { workerCalls } from '../../../../shared/search/workers/worker-calls.ts'
import type { Compared, Likely, LikelyRequest } from '../../../../shared/search/duplicates/word-likeness.ts'

export type KeywordIndex = ReturnType<typeof openKeywordIndex>

export interface KeywordIndexDeps {
  databaseFile: string
  indexFile: string
  epoch: string
  head(): number
  onCommit(wake: () => void): () => void
  report(error: unknown): void
}

/** Milliseconds. Writes that come one after the other are indexed together; a search never waits for this, the worker reads on itself. */
const together = 40
/** Milliseconds. A start belongs to its first calls: what was written while nobody was there is indexed after them, or with the first search. */
const firstAfter = 1000

export function openKeywordIndex({ databaseFile, indexFile, epoch, head, onCommit, report }: KeywordIndexDeps) {
  let known: KeywordStatus = { cursor: 0, behind: false }
  let lastError: string | undefined
  const data: KeywordWorkerData = { databaseFile, indexFile, epoch }
  const worker = workerCalls<KeywordCalls>(new URL('./keyword-worker.ts', import.meta.url), {
    data: () => ({ value: data }),
    heard(event) {
      const { status, error, code } = event as { status?: KeywordStatus; error?: string; code?: string }
      if (status) known = status
      if (error) {
        lastError = error
        report(Object.assign(new Error(error), { code }))
      }
    },
    report,
  })
  let waking: NodeJS.Timeout | undefined
  const stopFollowing = onCommit(() => {
    waking ??= setTimeout(() => {
      waking = undefined
      worker.tell('wake', undefined)
    }, together).unref()
  })
  let isFollowing = false
  function follow(): void {
    if (isFollowing) return
    isFollowing = true
    worker.call('status', undefined).then((status) => void (known = status), report)
  }
  const first = setTimeout(follow, firstAfter).unref()

  return {
    /** How far the index follows the journal; `behind` when it cannot follow at the moment. */
    status() {
      follow()
      return { ...known, head: head(), lastError }
    },
    search: worker.call.bind(undefined, 'search') as (request: Parameters<KeywordCalls['search']>[0]) => Promise<ReturnType<KeywordCalls['search']>>,
    satisfying: (request: Parameters<KeywordCalls['satisfying']>[0]) => worker.call('satisfying', request),
    placesInFiles: (request: Parameters<KeywordCalls['placesInFiles']>[0]) => worker.call('placesInFiles', request),
    /** The text of these files came or went. An index that nobody has opened looks when it is. */
    filesChanged: (hashes: readonly string[]) => worker.tell('filesChanged', hashes),
    likely: (request: Omit<LikelyRequest, 'head'>): Promise<Likely> => worker.call('likely', { ...request, head: head() }),
    compare: (request: Parameters<KeywordCalls['compare']>[0]): Promise<Compared[]> => worker.call('compare', request),
    unpaired: (limit: number) => worker.call('unpaired', limit),
    loose: (limit: number) => worker.call('loose', limit),
    savePairs: (request: Parameters<KeywordCalls['savePairs']>[0]) => worker.call('savePairs', request),
    pairs: (limit: number) => worker.call('pairs', limit),
    baseRate: () => worker.call('baseRate', undefined),
    setBaseRate: (baseRate: BaseRate) => worker.call('setBaseRate', baseRate),
    sample: (count: number) => worker.call('sample', count),
    close() {
      stopFollowing()
      clearTimeout(waking)
      clearTimeout(first)
      return worker.close()
    },
  }
}
