// Labels, requesters and assignees that are in use, most used first: all of them, from the service; until it has answered, those that were seen.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { countWords, mostUsed, type WordField, type WordInUse } from '../../../shared/domain/tasks/words-in-use.ts'
import { api } from '../../backend/backend.ts'
import { everyCachedTask } from '../tasks/task-cache.ts'

/** Nobody looks through more; whoever has more types. */
const maxWords = 5000

const wordsInUse = (field: WordField) =>
  queryOptions({
    queryKey: ['words', field] as const,
    queryFn: ({ signal }) => api.listTaskWords({ query: { field, limit: maxWords } }, { signal }),
    placeholderData: () => mostUsed(countWords(everyCachedTask(), field)),
  })

const none: readonly WordInUse[] = []

/** `isWanted`: somebody is about to choose. */
export function useWordsInUse(field: WordField, isWanted = true): readonly WordInUse[] {
  return useQuery({ ...wordsInUse(field), enabled: isWanted }).data ?? none
}
