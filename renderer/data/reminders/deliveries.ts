// What became of each notification of the team, newest first, a page at a time.
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Delivery, DeliveryStatus } from '../../../shared/schema/cloud/notification.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { fromCloud } from '../people/cloud-team.ts'

const limit = 50
const undelivered: DeliveryStatus[] = ['queued', 'failed', 'suppressed', 'dropped']
export type Shown = 'all' | 'problems'

const nextOf = (link: string | null): string | undefined => {
  const address = /<([^>]+)>; *rel="next"/.exec(link ?? '')?.[1]
  return address ? (new URL(address, location.origin).searchParams.get('cursor') ?? undefined) : undefined
}

export const deliveriesOf = (teamId: string, shown: Shown) =>
  infiniteQueryOptions({
    queryKey: ['cloud', 'deliveries', teamId, shown] as const,
    async queryFn({ pageParam, signal }): Promise<{ rows: Delivery[]; next: string | undefined }> {
      const query = { limit, ...(pageParam ? { cursor: pageParam } : {}), ...(shown === 'problems' ? { status: undelivered } : {}) }
      const { body, headers } = await cloudApi.full.readNotificationLog({ query }, { signal })
      return { rows: body, next: nextOf(headers.get('link')) }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    ...fromCloud,
    refetchInterval: 10_000,
  })
