// What #12 and @name of a text mean in this list.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { mentionedWhole } from '../../../shared/domain/people/mentioned.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { isAway } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import type { ReferenceReader } from '../../lib/plan/reference-reader.ts'
import { cachedTask } from '../tasks/task-cache.ts'
import { useMentionables } from './mentionables.ts'

/** Null: there is none. */
async function readTask(ref: string, signal: AbortSignal): Promise<Task | null> {
  const query = ref.includes('-') ? { uid: [ref] } : { id: [Number(ref)] }
  return (await api.listTasks({ query }, { signal }))[0] ?? null
}

/** By number, or by uid. */
export function referencedTask(ref: string) {
  return queryOptions({
    queryKey: ['reference', ref] as const,
    queryFn: ({ signal }) => readTask(ref, signal),
    staleTime: 30_000,
    retry: (_count: number, error: Error) => isAway(error),
  })
}

export const referenceReader: ReferenceReader = {
  useTask(ref) {
    const { data } = useQuery(referencedTask(ref))
    return data ? (cachedTask(data.id) ?? data) : undefined
  },
  usePerson(word, behind) {
    const { one, taken } = mentionedWhole(word, behind, useMentionables(true)) ?? {}
    return one && { name: one.name, address: one.address, isAgent: one.kind === 'agent', taken: taken ?? '' }
  },
}
