// Agents that people connect over OAuth. The library is large, so it is loaded with the first call.
import type { FastifyInstance } from 'fastify'
import { connectionContract } from '../../shared/contract/cloud/connections.ts'
import { mount } from '../../shared/http/mount.ts'
import type { AppOptions } from '../app-options.ts'
import { connectionRoutes } from '../oauth/connection-routes.ts'
import { createConnections, type ConnectionDeps } from '../oauth/connections.ts'
import { createConsent } from '../oauth/consent.ts'
import { mountEndpoints } from '../oauth/endpoints.ts'
import { errorHtml, errorPolicy } from '../oauth/error-page.ts'
import { createDocuments } from '../oauth/fetch-document.ts'
import { challenge } from '../oauth/metadata.ts'
import type { OAuthProvider } from '../oauth/provider.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

export function createOAuthModule({ db, journal, now, baseUrl, failed }: Infrastructure, options: AppOptions, tokens: ConnectionDeps['tokens']) {
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
        renderError(ctx, why) {
          ctx.set({ 'Content-Security-Policy': errorPolicy, Vary: 'Accept-Language' })
          ctx.type = 'text/html; charset=utf-8'
          ctx.body = errorHtml(why, /^de\b/i.test(ctx.get('accept-language')))
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
