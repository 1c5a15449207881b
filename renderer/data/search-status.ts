// How far search knows the tasks. Asked again while something is under way, and when tasks were written.
import { queryOptions } from '@tanstack/react-query'
import type { SearchStatus } from '../../shared/schema/search-status.ts'
import { api } from '../backend/backend.ts'
import { queryClient } from './query-client.ts'

const askEvery = 1000

export const searchStatus = queryOptions({
  queryKey: ['search-status'] as const,
  queryFn: ({ signal }) => api.searchStatus({}, { signal }),
  refetchInterval: (query) => (query.state.data && isBusy(query.state.data) ? askEvery : false),
})

function isBusy({ pending, semantic, reranker }: SearchStatus): boolean {
  return pending > 0 || semantic.state === 'starting' || semantic.rebuilding !== null || reranker.state === 'fetching' || semantic.fetching !== null
}

/** What search is at, 0..1; undefined when it rests. */
export function progressOf(status: SearchStatus): { what: 'indexing' | 'rebuilding' | 'fetching'; done: number } | undefined {
  const { tasks, indexed, pending, semantic, reranker } = status
  if (reranker.state === 'fetching') return { what: 'fetching', done: reranker.progress ?? 0 }
  if (semantic.fetching?.last_error === null) return { what: 'fetching', done: semantic.fetching.progress }
  if (semantic.rebuilding !== null) return { what: 'rebuilding', done: semantic.rebuilding }
  if (semantic.state === 'off' || semantic.state === 'unavailable' || pending === 0) return undefined
  return { what: 'indexing', done: tasks === 0 ? 0 : Math.min(1, indexed / Math.max(tasks, indexed + pending)) }
}

/** The models that can be downloaded for search by meaning. */
export const searchModels = queryOptions({
  queryKey: ['search-models'] as const,
  queryFn: ({ signal }) => api.listSearchModels({}, { signal }),
  staleTime: 0,
  refetchInterval: (query) => (query.state.data?.some(({ state }) => state === 'fetching') ? askEvery : false),
})

/** Deletes one that is not in use, or what has arrived of it. */
export async function removeModel(name: string): Promise<void> {
  await api.removeSearchModel({ params: { name } })
  await queryClient.invalidateQueries({ queryKey: searchModels.queryKey })
}

let asking: ReturnType<typeof setTimeout> | undefined

/** Search has something to do: asked once for many writes. */
export function tasksWereWritten(): void {
  asking ??= setTimeout(() => {
    asking = undefined
    void queryClient.invalidateQueries({ queryKey: searchStatus.queryKey })
  }, askEvery / 2)
}
