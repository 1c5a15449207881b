// Hits by words are painted first. What meaning adds comes below them: nothing that stands there moves.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SearchHit } from '../../shared/schema/task.ts'
import { onDevice } from '../backend/api.ts'
import { api } from '../backend/backend.ts'

const max = 12
/** So many by words leave room for those by meaning. */
const maxByWords = 8

/** Why hits may be missing: the index is still being read in, or the team's cloud did not answer and the device searched by itself. */
export type Missing = 'reading' | 'device' | undefined

interface Found {
  hits: SearchHit[]
  missing: Missing
}

function missingIn(degraded: string | null): Missing {
  const stages = degraded?.split(', ') ?? []
  return stages.includes(onDevice) ? 'device' : stages.includes('keyword') ? 'reading' : undefined
}

function ask(q: string, mode: 'keyword' | 'hybrid', limit: number) {
  return {
    queryKey: ['search', mode, q],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found> => {
      const { body, headers } = await api.full.searchTasks({ query: { q, mode, limit } }, { signal })
      return { hits: body, missing: missingIn(headers.get('X-Search-Degraded')) }
    },
    enabled: q !== '',
    // What was found before stays until the new hits are there: nothing blinks.
    placeholderData: keepPreviousData<Found>,
    staleTime: 0,
    gcTime: 30_000,
  }
}

/** The hits by words in their order, then what only meaning found. A hit that both found says so. */
export function merged(byWords: readonly SearchHit[], all: readonly SearchHit[]): SearchHit[] {
  const full = new Map(all.map((hit) => [hit.id, hit]))
  const first = byWords.map((hit) => {
    const both = full.get(hit.id)
    return both ? { ...hit, matched: [...new Set([...hit.matched, ...both.matched])] } : hit
  })
  const known = new Set(byWords.map((hit) => hit.id))
  return [...first, ...all.filter((hit) => !known.has(hit.id))].slice(0, max)
}

/** `meant` is the query for what costs more, looking for meaning: it follows `q` once the person stops typing. */
export function useHits(q: string, meant: string): { hits: SearchHit[]; missing: Missing; areWordsThere: boolean; isFetching: boolean; error: Error | null } {
  const words = useQuery(ask(q, 'keyword', maxByWords))
  const all = useQuery(ask(meant, 'hybrid', max))
  const byMeaning = meant === q && !all.isPlaceholderData ? all.data?.hits : undefined
  const [shown, setShown] = useState<SearchHit[]>([])
  // Until the words of this query are there, what was found before stays; meaning never comes before them.
  const hits = useMemo(
    () => (words.isPlaceholderData ? undefined : merged(words.data?.hits ?? [], byMeaning ?? [])),
    [words.data, words.isPlaceholderData, byMeaning],
  )
  if (hits && hits !== shown) setShown(hits)
  return {
    hits: hits ?? shown,
    missing: words.data?.missing,
    areWordsThere: words.isSuccess && !words.isPlaceholderData,
    isFetching: words.isFetching || all.isFetching || meant !== q,
    error: words.error ?? all.error,
  }
}
