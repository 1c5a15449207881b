import type { connectionContract } from '../../shared/contract/cloud/connections.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import { type Context, teamOf } from '../context.ts'
import type { Connections } from './connections.ts'
import type { Consent } from './consent.ts'
import { paths } from './paths.ts'

export function connectionRoutes(consent: Consent, connections: Connections): Handlers<typeof connectionContract, Context> {
  return {
    openConnectionRequest: ({ params }) =>
      new Answer(undefined, { status: 302, headers: { Location: `${paths.page}/${params.request}`, 'Cache-Control': 'no-store' } }),
    showConnectionRequest: ({ params }, ctx) => consent.show(params.request, ctx),
    allowConnection: ({ params, body }, ctx) => consent.allow(params.request, body, ctx),
    declineConnection: ({ params }, ctx) => consent.decline(params.request, ctx),
    listConnections: (_, ctx) => connections.list(teamOf(ctx)),
    endConnection: ({ params }, ctx) => connections.disconnect(params.connectionId, teamOf(ctx)),
  }
}
