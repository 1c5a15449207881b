// What shows that a task is done.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../backend/backend.ts'

export function evidenceOf(task: number) {
  return queryOptions({ queryKey: ['evidence', task] as const, queryFn: ({ signal }) => api.listEvidence({ params: { id: task } }, { signal }) })
}
