import { type InvalidateOptions, type InvalidateQueryFilters, notifyManager, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { isAway } from '../backend/api.ts'

// What a key changes is on the screen with the next frame. By itself the cache tells the web UI in a task of its own, and browsers put such tasks off
// until the frame after a key has been drawn.
notifyManager.setScheduler(queueMicrotask)

/** Milliseconds: where somebody writes all the time, something else comes in between. */
const pause = 300

/** Answers on their way that will be followed by another reading. */
const outdated = new WeakSet<Promise<unknown>>()

class Queries extends QueryClient {
  /** What is under way now may be older than what was heard meanwhile: it is read once more when it is there. */
  readOnceMore(filters: QueryFilters): void {
    for (const { promise, queryKey } of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      if (!promise || outdated.has(promise)) continue
      outdated.add(promise)
      void promise.then(
        () => setTimeout(() => super.invalidateQueries({ queryKey, exact: true }), pause),
        // Given up: what was known before is known again, and is as old.
        () => super.invalidateQueries({ queryKey, exact: true, refetchType: 'none' }),
      )
    }
  }

  /** Also what is being read for the first time: by itself the cache takes the answer that is on its way for new, and it is not. */
  override invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const { predicate = () => true, ...others } = filters as QueryFilters
    this.readOnceMore({ ...others, predicate: (query) => query.state.dataUpdatedAt === 0 && predicate(query) })
    return super.invalidateQueries(filters, options)
  }
}

/** take-in.ts keeps what was read up to date, so nothing is read again on its own. While the service is away, reading waits for it. */
export const queryClient = new Queries({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (_count, error) => isAway(error),
      retryDelay: (count) => Math.min(300 * 2 ** count, 2000),
    },
  },
})
