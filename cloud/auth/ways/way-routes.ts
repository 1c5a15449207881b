import type { waysContract } from '../../../shared/contract/cloud/ways.ts'
import { Answer, type Handlers } from '../../../shared/http/mount.ts'
import type { Context } from '../../context.ts'
import { browserCookie, sessionCookie } from '../../http/session-cookie.ts'
import type { FlowPurpose } from '../oidc/flow-store.ts'
import type { Oidc } from '../oidc/oidc.ts'
import type { Proofs } from './proofs.ts'
import type { Ways } from './ways.ts'

const kept = { 'Cache-Control': 'no-store' }

export function wayRoutes({ ways, proofs, oidc }: { ways: Ways; proofs: Proofs; oidc: Oidc }): Handlers<typeof waysContract, Context> {
  async function start(purpose: FlowPurpose, provider: string, returnTo: string | undefined, ctx: Context) {
    const { url, browser } = await oidc.start(purpose, provider, returnTo, ctx)
    return new Answer({ url }, { headers: { 'Set-Cookie': browserCookie(browser, ctx.secure), ...kept } })
  }
  return {
    listWays: (_, ctx) => ways.list(ctx),
    prove: ({ body }, ctx) => proofs.prove(ctx, body),
    removePassword: (_, ctx) => ways.removePassword(ctx),
    removeIdentity: ({ params }, ctx) => ways.removeIdentity(params.identityId, ctx),
    startOidc: ({ params, body }, ctx) => start('sign-in', params.provider, body.return_to, ctx),
    linkOidc: ({ params, body }, ctx) => start('link', params.provider, body.return_to, ctx),
    proveOidc: ({ params, body }, ctx) => start('prove', params.provider, body.return_to, ctx),
    async finishOidc({ params, query }, ctx) {
      const { to, token } = await oidc.finish(params.provider, query, ctx)
      const headers: Record<string, string> = { Location: to, ...kept }
      if (token !== undefined) headers['Set-Cookie'] = sessionCookie(token, ctx.secure)
      return new Answer(undefined, { status: 302, headers })
    },
    async connectOidc({ body }, ctx) {
      const { token, returnTo } = await oidc.connect(body.token, ctx)
      return new Answer({ return_to: returnTo }, { headers: { 'Set-Cookie': sessionCookie(token, ctx.secure), ...kept } })
    },
  }
}
