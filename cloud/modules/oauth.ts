// Agents that people connect over OAuth. The library is large, so it is loaded with the first call.
import type { FastifyInstance } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { connectionContract } from '../../shared/contract/cloud/connections.ts'
import { mount } from '../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import type { Logins } from '../auth/logins.ts'
import { isSessionShaped } from '../auth/secrets.ts'
import { readCookie } from '../http/session-cookie.ts'
import { connectionRoutes } from '../oauth/connection-routes.ts'
import { createConnections, type ConnectionDeps } from '../oauth/connections.ts'
import { createConsent } from '../oauth/consent.ts'
import { mountEndpoints } from '../oauth/endpoints.ts'
import { errorHtml, errorPolicy, returnHtml } from '../oauth/error-page.ts'
import { createDocuments } from '../oauth/fetch-document.ts'
import { challenge } from '../oauth/metadata.ts'
import type { OAuthProvider } from '../oauth/provider.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

function show(ctx: KoaContextWithOIDC, html: (isGerman: boolean) => string): void {
  ctx.set({ 'Content-Security-Policy': errorPolicy, Vary: 'Accept-Language' })
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = html(/^de\b/i.test(ctx.get('accept-language')))
}

export interface OAuthPeople {
  tokens: ConnectionDeps['tokens']
  logins: Pick<Logins, 'session'>
}

export function createOAuthModule({ db, journal, now, baseUrl, failed }: Infrastructure, options: AppOptions, { tokens, logins }: OAuthPeople) {
  const connections = createConnections({ db, journal, now, tokens })
  const documents = createDocuments(db, now, options.oauth)
  const mayRegister = options.mcpRegistration === 'open'
  let loading: Promise<OAuthProvider> | undefined

  async function load(): Promise<OAuthProvider> {
    const { createProvider } = await import('../oauth/provider.ts')
    return createProvider(
      {
        db,
        now,
        endGrant: connections.endGrant,
        url: baseUrl(),
        documents,
        mayRegister,
        renderError: (ctx, why) => show(ctx, (isGerman) => errorHtml(why, isGerman)),
        renderReturn: (ctx, to) => show(ctx, (isGerman) => returnHtml(to, isGerman)),
        async isKnown({ headers }, client) {
          const session = readCookie(headers.cookie, baseUrl().startsWith('https:'))
          if (session === undefined || !isSessionShaped(session)) return false
          const login = await logins.session(session).catch(() => undefined)
          const { caller } = login ?? {}
          return caller?.kind === 'session' && connections.isOf(caller.user.id, client)
        },
      },
      failed('OAuth'),
    )
  }

  const provider = () => (loading ??= load())
  const consent = createConsent({ provider, connections, resource: () => `${baseUrl()}/mcp`, now })

  return {
    /** What a client is told that may not call /mcp. */
    challenge: () => challenge(baseUrl()),
    tidy: () => connections.tidy(),
    mount(app: FastifyInstance, { open }: Mounting): void {
      mount(app, connectionContract, connectionRoutes(consent, connections), open)
      mountEndpoints(app, { provider, url: baseUrl, mayRegister, requestsPerMinute: options.requestsPerMinute, now })
    },
    close: () => documents.close(),
  }
}
