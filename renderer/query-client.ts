import { notifyManager, QueryClient } from '@tanstack/react-query'
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
