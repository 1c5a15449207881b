// The local pair scorer as a reranker: a thread that loads its model when somebody searches, and gives it back when nobody does.
import { decisiveWeight, pairScorerWeight } from '../../domain/search/rank-fusion.ts'
import type { ModelFolder } from '../models/model-files.ts'
import type { Reranker } from './reranking.ts'
import type { RerankerCalls, RerankerWorkerData } from './reranker-worker.ts'
import { workerCalls } from '../workers/worker-calls.ts'

/** Milliseconds without a search after which the model's memory is given back. */
const restAfter = 300_000

export function createLocalReranker(folder: ModelFolder, threads: number, report: (error: unknown) => void, kind: 'local' | 'hub' = 'local'): Reranker {
  let model: string | null = null
  let failure: string | null = null
  let resting: NodeJS.Timeout | undefined
  let failedAt = 0
  const worker = workerCalls<RerankerCalls>(new URL('./reranker-worker.ts', import.meta.url), {
    data: () => ({ value: { folder, threads } satisfies RerankerWorkerData }),
    report: failed,
  })

  function failed(error: unknown): void {
    const message = (error as Error).message
    if (failure !== message) report(error)
    failure = message
    failedAt = Date.now()
  }

  let loading: Promise<void> | undefined
  function load(): Promise<void> {
    loading ??= (async () => {
      try {
        model = await worker.call('warm', undefined)
        failure = null
      } catch (error) {
        // A thread remembers a library that did not load: the next attempt gets a new one.
        await worker.rest()
        failed(error)
      }
      loading = undefined
    })()
    return loading
  }

  return {
    incremental: true,
    weight: kind === 'local' ? decisiveWeight : () => pairScorerWeight,
    status: () => ({
      kind,
      state: failure !== null ? 'unavailable' : model === null ? 'resting' : 'ready',
      model,
      last_error: failure,
      progress: null,
    }),
    async score(query, texts, until) {
      if (model === null) {
        // A broken model is looked at again, but not with every letter typed.
        if (failure === null || Date.now() - failedAt > 3000) void load()
        // The first search does not wait for the model: it answers without it.
        await Promise.race([loading, afterwards(until - Date.now())])
        if (model === null) return []
      }
      clearTimeout(resting)
      resting = setTimeout(() => {
        model = null
        void worker.rest()
      }, restAfter).unref()
      try {
        return await worker.call('score', { query, texts: [...texts], until })
      } catch (error) {
        model = null
        failed(error)
        return []
      }
    },
    async close() {
      clearTimeout(resting)
      await worker.close()
    },
  }
}

function afterwards(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, milliseconds)).unref()
  })
}
