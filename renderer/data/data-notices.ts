// What the service found out about the data itself: lost writes, damaged content.
import { queryOptions } from '@tanstack/react-query'
import type { Notice } from '../../shared/schema/notice.ts'
import { api } from '../backend/backend.ts'
import { explain } from '../backend/explain.ts'
import { m } from '../lib/messages.ts'
import { notify } from '../lib/notices.ts'
import { queryClient } from './query-client.ts'

const askEvery = 600_000

export const dataNotices = queryOptions({
  queryKey: ['data-notices'] as const,
  queryFn: ({ signal }) => api.listNotices({}, { signal }),
  staleTime: askEvery,
  refetchInterval: askEvery,
})

export async function dismissNotice(kind: Notice['kind']): Promise<void> {
  try {
    await api.removeNotice({ params: { kind } })
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.dataNotices.notDismissed, error) })
  }
  await queryClient.invalidateQueries({ queryKey: dataNotices.queryKey })
}
