// Signing in with an issuer. Issuer and subject say who somebody is, never the address.
import { AppError } from '../../../shared/domain/app-error.ts'
import { type Context, personOf } from '../../context.ts'
import { addressGroup } from '../address-group.ts'
import type { FlowPurpose } from './flow-store.ts'
import { createFlows, type Flow } from './flows.ts'
import { type Claims, createIssuer, IssuerAway } from './issuer.ts'
import { createPurposes, type Finished, type PurposeDeps } from './purposes.ts'
import { ownPath } from './return-path.ts'
import type { Keys } from '../secrets.ts'

export interface OidcDeps extends PurposeDeps {
  key: Keys
  /** Why an answer was not believed: for the operator. */
  onRefused: (facts: { issuer: string; reason: string; code: string | undefined }) => void
}

export type Oidc = ReturnType<typeof createOidc>

export function createOidc(deps: OidcDeps) {
  const { db, key, now, baseUrl, attempts, providers, proofs, onRefused } = deps
  const known = new Map(providers.map((config) => [config.id, { config, issuer: createIssuer(config, now) }]))
  const flows = createFlows({ db, key, now })
  const purposes = createPurposes(deps)
  const redirectUri = (id: string) => `${baseUrl()}/api/auth/oidc/${id}/callback`

  function providerOf(id: string) {
    const provider = known.get(id)
    if (!provider) throw new AppError('not_found', `Nobody signs in with a provider ${id} here. GET /api/auth/options lists them.`)
    return provider
  }

  async function finish(provider: ReturnType<typeof providerOf>, flow: Flow, error: string | undefined, ctx: Context): Promise<Finished> {
    const { config, issuer } = provider
    if (error !== undefined) return { outcome: error === 'access_denied' ? 'denied' : 'failed' }
    let claims: Claims
    try {
      claims = await issuer.redeem(new URL(ctx.url, baseUrl()), flow)
    } catch (failure) {
      const { message, code } = failure as Error & { code?: string }
      onRefused({ issuer: config.issuer, reason: message, code })
      return { outcome: failure instanceof IssuerAway ? 'away' : 'failed' }
    }
    if (flow.purpose === 'sign-in') return purposes.signIn(config, claims, flow, ctx)
    return flow.purpose === 'link' ? purposes.link(config, claims, flow) : purposes.prove(config, claims, flow)
  }

  return {
    providers: providers.map(({ id, name }) => ({ id, name })),

    /** Where the browser goes, and what it is to keep meanwhile. */
    async start(purpose: FlowPurpose, id: string, returnTo: string | undefined, ctx: Context): Promise<{ url: string; browser: string }> {
      const { config, issuer } = providerOf(id)
      const path = ownPath(returnTo ?? '/', baseUrl())
      await attempts.count(`sign-in address ${addressGroup(ctx.address)}`)
      if (purpose === 'link') await proofs.requireRecent(ctx)
      const sessionId = purpose === 'sign-in' ? null : personOf(ctx).id
      const { checks, browser, keep } = await flows.begin({ issuer: config.issuer, purpose, sessionId, returnTo: path }, ctx)
      try {
        const url = await issuer.authorizeUrl(checks, redirectUri(id), purpose === 'prove')
        await keep()
        return { url, browser }
      } catch (failure) {
        if (failure instanceof AppError) throw failure
        const { message, code } = failure as Error & { code?: string }
        onRefused({ issuer: config.issuer, reason: message, code })
        throw new AppError('provider_unavailable', `${config.name} can’t be reached at the moment. Try again in a minute, or sign in another way.`, {
          extra: { retry_after: 60 },
          cause: failure,
        })
      }
    },

    /** Where the browser goes next, with what is to be said there. */
    async finish(id: string, { state = '', error }: { state?: string; error?: string }, ctx: Context): Promise<{ to: string; token?: string }> {
      const provider = providerOf(id)
      await attempts.count(`sign-in address ${addressGroup(ctx.address)}`)
      const flow = await flows.take(provider.config.issuer, state, ctx)
      const { outcome, token } = flow ? await finish(provider, flow, error, ctx) : { outcome: 'expired' as const, token: undefined }
      const to = `${baseUrl()}${flow?.returnTo ?? '/'}${outcome ? `#oidc=${outcome}.${id}` : ''}`
      return token === undefined ? { to } : { to, token }
    },

    connect: purposes.connect,
  }
}
