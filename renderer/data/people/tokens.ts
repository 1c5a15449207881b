// API tokens of the team. A value is in no cache: the screen that made it is the only place where it is.
import { queryOptions } from '@tanstack/react-query'
import type { ApiToken, CreatedApiToken, NewApiToken } from '../../../shared/schema/cloud/api-token.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { team as says } from '../../messages/team.ts'
import { queryClient } from '../query-client.ts'
import { attempt } from '../attempt.ts'
import { fromCloud } from './cloud-team.ts'
import { teamChanged } from './team-changed.ts'

const failed = says.notDone

export const tokensOf = (teamId: string) =>
  queryOptions({
    queryKey: ['cloud', 'tokens', teamId] as const,
    queryFn: ({ signal }) => cloudApi.listTokens({ params: { teamId } }, { signal }),
    ...fromCloud,
  })

export async function createToken(teamId: string, wanted: NewApiToken): Promise<CreatedApiToken | undefined> {
  const made = await attempt(() => cloudApi.createToken({ params: { teamId }, body: wanted }), { failed })
  if (!made) return undefined
  const { token: _value, ...metadata } = made.value
  queryClient.setQueryData(tokensOf(teamId).queryKey, (tokens) => tokens && [metadata, ...tokens])
  return made.value
}

export async function revokeToken(teamId: string, { id, name }: ApiToken): Promise<void> {
  const gone = await attempt(() => cloudApi.revokeToken({ params: { teamId, tokenId: id } }), { failed, done: says.tokens.revoked(name) })
  if (gone) queryClient.setQueryData(tokensOf(teamId).queryKey, (tokens) => tokens?.filter((one) => one.id !== id))
  teamChanged()
}
