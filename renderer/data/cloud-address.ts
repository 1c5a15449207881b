// Where the cloud is, for links that lead out of the desktop.
import { queryOptions } from '@tanstack/react-query'
import { remoteContract } from '../../shared/contract/remote.ts'
import { createClient } from '../../shared/http/client.ts'
import { home } from '../home.ts'

const remote = createClient(remoteContract, { baseUrl: '' })

export const cloudAddress = queryOptions({
  queryKey: ['cloud', 'address'] as const,
  queryFn: async ({ signal }) => (home === 'cloud' ? location.origin : ((await remote.readRemote({}, { signal })).url?.replace(/\/$/, '') ?? null)),
  retry: false,
})
