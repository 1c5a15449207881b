// A pair scorer from the hub: fetched in the background on first need, then it is a local one.
import { pairScorerWeight } from '../../domain/search/rank-fusion.ts'
import { defaultHub, fetchHubModel, hasHubModel } from '../models/hub-model.ts'
import { createLocalReranker } from './reranker.ts'
import type { Reranker } from './reranking.ts'

const retryAfter = { first: 2000, longest: 300_000 }

export interface HubRerankerOptions {
  url: string | null
  model: string
  folder: string
  threads: number
  report(error: unknown): void
}

export function createHubReranker({ url, model, folder, threads, report }: HubRerankerOptions): Reranker {
  let local: Reranker | undefined
  let progress = 0
  let failure: string | null = null
  let timer: NodeJS.Timeout | undefined
  let wait = retryAfter.first
  const stop = new AbortController()

  async function fetchIt(): Promise<void> {
    try {
      if (!hasHubModel(folder)) await fetchHubModel({ url: url ?? defaultHub, model, folder }, (part) => (progress = part), stop.signal)
      failure = null
      if (!stop.signal.aborted) local = createLocalReranker({ path: folder, hashes: {} }, threads, report, 'hub')
    } catch (error) {
      if (stop.signal.aborted) return
      const { message, cause } = error as Error
      failure = `${model} could not be downloaded: ${cause ? `${message} (${(cause as Error).message})` : message}`
      report(new Error(failure))
      timer = setTimeout(() => void fetchIt(), wait).unref()
      wait = Math.min(retryAfter.longest, wait * 2)
    }
  }
  void fetchIt()

  return {
    incremental: true,
    weight: () => pairScorerWeight,
    status: () =>
      local?.status() ?? {
        kind: 'hub',
        state: failure === null ? 'fetching' : 'unavailable',
        model,
        last_error: failure,
        progress,
      },
    score: async (query, texts, until) => local?.score(query, texts, until) ?? [],
    async close() {
      stop.abort()
      clearTimeout(timer)
      await local?.close()
    },
  }
}
