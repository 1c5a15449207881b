import { Type } from 'typebox'
import { Connection, ConnectionAnswer, ConnectionRequest, NewConnection } from '../../schema/cloud/connection.ts'
import { TeamId } from '../../schema/cloud/team.ts'
import { object } from '../../schema/field.ts'
import { defineContract } from '../route.ts'
import { TeamParams } from './teams.ts'

const tag = 'Connected agents'
const request = Type.String({ pattern: '^[\\w-]{20,64}$', description: 'From the address that the client opened in the browser.' })
const RequestParams = object('ConnectionRequestParams', { request })
const ConnectionParams = object('ConnectionParams', { teamId: TeamId, connectionId: Type.String({ format: 'uuid' }) })
/** OAuth's own: the library checks them, and says what is wrong in the words of the specification. */
const byOAuth = { tag, needs: 'nobody', stream: true } as const

export const connectionContract = defineContract({
  oauthAuthorize: {
    ...byOAuth,
    method: 'GET',
    path: '/oauth/authorize',
    summary: 'OAuth: a client asks for access, in the browser of a person (authorization code with PKCE S256)',
    status: 302,
    mediaType: 'text/html',
  },
  oauthResume: {
    ...byOAuth,
    method: 'GET',
    path: '/oauth/authorize/:request',
    summary: 'OAuth: goes back to the client with what the person decided',
    params: RequestParams,
    status: 302,
    mediaType: 'text/html',
  },
  oauthToken: {
    ...byOAuth,
    method: 'POST',
    path: '/oauth/token',
    summary: 'OAuth: a code or a refresh token for an access token of /mcp (application/x-www-form-urlencoded)',
    status: 200,
    mediaType: 'application/json',
  },
  oauthRevoke: {
    ...byOAuth,
    method: 'POST',
    path: '/oauth/revoke',
    summary: 'OAuth: ends a connection at once, by any of its tokens (RFC 7009)',
    status: 200,
    mediaType: 'application/json',
  },
  oauthRegister: {
    ...byOAuth,
    method: 'POST',
    path: '/oauth/register',
    summary: 'OAuth: a client without a metadata document registers itself (RFC 7591); 404 where the operator closed that',
    status: 201,
    mediaType: 'application/json',
  },
  openConnectionRequest: {
    method: 'GET',
    path: '/oauth/requests/:request',
    tag,
    summary: 'Redirects the browser to the page on which a person decides about a request',
    params: RequestParams,
    status: 302,
    needs: 'nobody',
  },
  showConnectionRequest: {
    method: 'GET',
    path: '/oauth/requests/:request/decision',
    tag,
    summary: 'Which client asks for what. Only in the browser in which it was asked',
    params: RequestParams,
    reply: ConnectionRequest,
    status: 200,
    needs: 'session',
  },
  allowConnection: {
    method: 'POST',
    path: '/oauth/requests/:request/decision',
    tag,
    summary: 'Connects the client as an agent of a team, in the name of the signed-in person',
    params: RequestParams,
    body: NewConnection,
    reply: ConnectionAnswer,
    status: 200,
    needs: 'session',
  },
  declineConnection: {
    method: 'DELETE',
    path: '/oauth/requests/:request/decision',
    tag,
    summary: 'Says no to the client',
    params: RequestParams,
    reply: ConnectionAnswer,
    status: 200,
    needs: 'session',
  },
  listConnections: {
    method: 'GET',
    path: '/teams/:teamId/connections',
    tag,
    summary: 'Agents that people connected with the team, newest first: members see their own, admins and owners all',
    params: TeamParams,
    reply: Type.Array(Connection),
    status: 200,
    needs: 'connect_agents',
  },
  endConnection: {
    method: 'DELETE',
    path: '/teams/:teamId/connections/:connectionId',
    tag,
    summary: 'Disconnect an agent at once: one’s own; admins and owners anybody’s',
    params: ConnectionParams,
    status: 204,
    needs: 'connect_agents',
  },
})
