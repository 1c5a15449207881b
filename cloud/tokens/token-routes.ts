import type { tokenContract } from '../../shared/contract/cloud/tokens.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import { type Context, teamOf } from '../context.ts'
import type { Tokens } from './tokens.ts'

export function tokenRoutes(tokens: Tokens): Handlers<typeof tokenContract, Context> {
  return {
    listTokens: (_, ctx) => tokens.list(teamOf(ctx)),
    async createToken({ params, body }, ctx) {
      const token = await tokens.create(body, teamOf(ctx))
      return new Answer(token, { headers: { 'Cache-Control': 'no-store', Location: `/api/teams/${params.teamId}/tokens/${token.id}` } })
    },
    getToken: ({ params }, ctx) => tokens.get(params.tokenId, teamOf(ctx)),
    revokeToken: ({ params }, ctx) => tokens.revoke(params.tokenId, teamOf(ctx)),
  }
}
