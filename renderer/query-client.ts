import { notifyManager, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { isAway } from './api.ts'

// What a key changes is on the screen with the next frame. By itself the cache tells the window in a task of its own, and browsers put such tasks off
// until the frame after a key has been drawn.
notifyManager.setScheduler(queueMicrotask)

/** live.ts keeps what was read up to date, so nothing is read again on its own. While the service is away, reading waits for it. */
export const queryClient = new QueryClient({
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

/** What is under way now may be older than what was heard meanwhile: it is read once more when it is there. */
export function readOnceMore(filters: QueryFilters): void {
  for (const { promise, queryKey } of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
    void promise?.then(
      () => queryClient.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    )
}
