import { Type } from 'typebox'
import { ApiToken, CreatedApiToken, NewApiToken } from '../../schema/cloud/api-token.ts'
import { object } from '../../schema/field.ts'
import { TeamId } from '../../schema/cloud/team.ts'
import { defineContract } from '../route.ts'
import { TeamParams } from './teams.ts'

const tag = 'API tokens'
const TokenParams = object('TokenParams', { teamId: TeamId, tokenId: Type.String({ format: 'uuid' }) })

export const tokenContract = defineContract({
  listTokens: {
    method: 'GET',
    path: '/teams/:teamId/tokens',
    tag,
    summary: 'API tokens of a team, newest first, without their values',
    params: TeamParams,
    reply: Type.Array(ApiToken),
    status: 200,
    needs: 'manage_tokens',
  },
  createToken: {
    method: 'POST',
    path: '/teams/:teamId/tokens',
    tag,
    summary: 'Create an API token; its value is shown this once',
    params: TeamParams,
    body: NewApiToken,
    reply: CreatedApiToken,
    status: 201,
    needs: 'manage_tokens',
  },
  getToken: {
    method: 'GET',
    path: '/teams/:teamId/tokens/:tokenId',
    tag,
    summary: 'Read about one API token',
    params: TokenParams,
    reply: ApiToken,
    status: 200,
    needs: 'manage_tokens',
  },
  revokeToken: {
    method: 'DELETE',
    path: '/teams/:teamId/tokens/:tokenId',
    tag,
    summary: 'Revoke an API token at once',
    params: TokenParams,
    status: 204,
    needs: 'manage_tokens',
  },
})
