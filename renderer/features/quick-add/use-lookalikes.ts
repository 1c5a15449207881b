import { useQuery } from '@tanstack/react-query'
import { sameTaskFrom } from '../../../shared/domain/duplicates/same-task.ts'
import { api } from '../../backend/backend.ts'
import { useSettled } from '../../lib/use-settled.ts'

const maxShown = 2
const shortest = 6

/** Tasks that what is being typed looks like, at most two. A check that is overtaken by typing is cancelled. */
export function useLookalikes(title: string) {
  const text = useSettled(title, 200)
  const enabled = text.length >= shortest && title.length >= shortest
  const { data } = useQuery({
    queryKey: ['lookalikes', text],
    queryFn: ({ signal }) => api.findDuplicates({ body: { text, limit: maxShown, threshold: sameTaskFrom.likely } }, { signal }),
    enabled,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  })
  return (enabled && data) || []
}
