// The OAuth server's part, by a library (ADR 192): what is wrong with a request, codes, tokens and their rotation. It is loaded with the first call.
import { generateKeyPairSync } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { readScope, writeScope } from '../../shared/schema/cloud/connection.ts'
import { requestCookie } from '../http/session-cookie.ts'
import { type AdapterDeps, createAdapter } from './adapter.ts'
import { isFetchable, returnsTo, settle } from './client-metadata.ts'
import type { Documents } from './fetch-document.ts'
import { paths } from './paths.ts'

export const lifetimes = { code: 60, access: 3600, refresh: 60 * 24 * 3600, request: 15 * 60 }
/** As long as its connection, which ends it. */
const grantLasts = 100 * 365 * 24 * 3600

export interface ProviderDeps extends Omit<AdapterDeps, 'spent'> {
  /** Where we are reached; also the issuer. */
  url: string
  documents: Documents
  mayRegister: boolean
  renderError: (ctx: KoaContextWithOIDC, why: { error: string; error_description?: string | undefined }) => void
  /** Whether who is signed in to that browser has connected the client. */
  isKnown: (browser: IncomingMessage, client: string) => Promise<boolean>
  /** In place of sending somebody to `to`, to which nobody here has said yes. */
  renderReturn: (ctx: KoaContextWithOIDC, to: string | undefined) => void
}

/** A person decides each time: nothing is given because something was given before. */
function askEachTime(): interactionPolicy.Prompt[] {
  const { Check, Prompt } = interactionPolicy
  const isOpen = ({ oidc }: KoaContextWithOIDC) => oidc.result?.consent === undefined
  // Signing in is the web UI's, before the page is shown.
  return ['login', 'consent'].map((name) =>
    name === 'login'
      ? new Prompt({ name, requestable: true })
      : new Prompt({ name, requestable: true }, new Check('undecided', 'nobody has decided yet', 'consent_required', isOpen)),
  )
}

/** The library wants a key for tokens that we never make: it lives as long as the process, and nobody is told of it. */
const unusedKey = () => ({ keys: [{ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' }] })

function configuration({ url, documents, mayRegister, renderError, ...kept }: Omit<ProviderDeps, 'isKnown' | 'renderReturn'>): Configuration {
  const resource = `${url}/mcp`
  const secure = url.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax' as const, secure, signed: false }
  const off = { enabled: false }
  return {
    adapter: createAdapter({ ...kept, spent: (detail) => new errors.InvalidGrant(detail) }),
    jwks: unusedKey(),
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'EdDSA',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    clientAuthMethods: ['none'],
    scopes: ['offline_access'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    routes: { authorization: paths.authorize, token: paths.token, revocation: paths.revoke, registration: paths.register, jwks: paths.unused },
    cookies: {
      names: { interaction: requestCookie, resume: `${requestCookie}_resume`, session: `${requestCookie}_session` },
      short: cookie,
      long: { ...cookie, path: paths.authorize },
    },
    ttl: {
      AuthorizationCode: lifetimes.code,
      AccessToken: lifetimes.access,
      RefreshToken: lifetimes.refresh,
      Interaction: lifetimes.request,
      Session: lifetimes.request,
      Grant: grantLasts,
    },
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      registration: { enabled: mayRegister, issueRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch: (_ctx, id) => isFetchable(id) },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, asked) {
          if (asked !== resource) throw new errors.InvalidTarget(`the only resource here is ${resource}`)
          return { scope: `${readScope} ${writeScope}`, audience: resource, accessTokenTTL: lifetimes.access, accessTokenFormat: 'opaque' }
        },
      },
    },
    extraClientMetadata: {
      properties: ['tandem'],
      validator(_ctx, _key, _value, metadata) {
        settle(metadata, (why) => {
          throw new errors.InvalidClientMetadata(why)
        })
      },
    },
    interactions: { policy: askEachTime(), url: (_ctx, { uid }) => `${paths.requests}/${uid}` },
    loadExistingGrant: ({ oidc }) =>
      oidc.result?.consent?.grantId === undefined ? Promise.resolve(undefined) : oidc.provider.Grant.find(oidc.result.consent.grantId),
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    // Whichever token a client gives up: the connection ends, and what is open with it.
    revokeGrantPolicy: () => true,
    fetch: (address) => documents.fetch(String(address instanceof Request ? address.url : address)),
    renderError(ctx, out) {
      ctx.state.isOurs = true
      renderError(ctx, out)
    },
  }
}

/**
 * What is wrong with a request is told to its client by a redirect. Anybody can be a client, and send people to their website by way of ours
 * (RFC 9700 §4.11.2): a person has to press a link first, unless the answer stays on their device or they have connected that client.
 */
function holdBack({ isKnown, renderReturn }: Pick<ProviderDeps, 'isKnown' | 'renderReturn'>) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    // Undefined where no route was found, whatever its types say.
    const { route, client } = (ctx.oidc as typeof ctx.oidc | undefined) ?? {}
    if (route !== 'authorization' || ctx.state.isOurs === true) return
    const to = ctx.response.get('Location') || undefined
    if (to?.startsWith(`${paths.requests}/`)) return
    if (to !== undefined && returnsTo(to.replace(/#.*/s, '')).kind === 'this_device') return
    if (to !== undefined && client && (await isKnown(ctx.req, client.clientId))) return
    ctx.remove('Location')
    ctx.status = 400
    renderReturn(ctx, to)
  }
}

export type OAuthProvider = Provider

export function createProvider(deps: ProviderDeps, onError: (error: unknown) => void): Provider {
  const { isKnown, renderReturn, ...rest } = deps
  const provider = new Provider(deps.url, configuration(rest))
  provider.use(holdBack({ isKnown, renderReturn }) as Parameters<typeof provider.use>[0])
  // The headers that say how we were reached are ours: see mount.ts.
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => onError(error))
  // Koa's own, for what failed outside of all that.
  ;(provider as EventEmitter).on('error', onError)
  return provider
}
