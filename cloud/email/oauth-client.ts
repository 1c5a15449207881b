// OAuth 2 with PKCE against an issuer that describes itself (OpenID discovery).
import { createHash } from 'node:crypto'
import { createRemoteJWKSet } from 'jose'
import type { Grant } from './provider.ts'
import { fetchJson } from './provider-fetch.ts'

export interface OAuthConfig {
  issuer: string
  clientId: string
  clientSecret: string
}

interface Discovery {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint?: string
  jwks_uri: string
}

interface TokenReply {
  access_token: string
  refresh_token?: string
  expires_in?: number
  scope?: string
}

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

export function createOAuthClient({ issuer, clientId, clientSecret }: OAuthConfig, scopes: readonly string[], now: () => Date) {
  let known: Promise<{ document: Discovery; keys: ReturnType<typeof createRemoteJWKSet> }> | undefined

  function discover() {
    known ??= fetchJson<Discovery>(`${issuer}/.well-known/openid-configuration`).then((document) => ({
      document,
      keys: createRemoteJWKSet(new URL(document.jwks_uri)),
    }))
    known.catch(() => (known = undefined))
    return known
  }

  async function token(form: Record<string, string>): Promise<Grant> {
    const { document } = await discover()
    const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret })
    const reply = await fetchJson<TokenReply>(document.token_endpoint, { method: 'POST', body })
    return {
      access: reply.access_token,
      accessExpiresAt: new Date(now().getTime() + (reply.expires_in ?? 3600) * 1000),
      refresh: reply.refresh_token,
      scopes: reply.scope?.split(' ') ?? [...scopes],
    }
  }

  return {
    discover,
    async authorizeUrl(
      { state, challenge, redirectUri }: { state: string; challenge: string; redirectUri: string },
      more: Record<string, string>,
      moreScopes: readonly string[] = [],
    ): Promise<string> {
      const url = new URL((await discover()).document.authorization_endpoint)
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...scopes, ...moreScopes].join(' '),
        state,
        code_challenge: challenge,
      }
      for (const [name, value] of Object.entries({ ...query, code_challenge_method: 'S256', ...more })) url.searchParams.set(name, value)
      return url.href
    },
    exchange: ({ code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string }): Promise<Grant> =>
      token({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }),
    refresh: (refreshToken: string): Promise<Grant> => token({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    /** Not every issuer can. */
    async revoke(value: string): Promise<void> {
      const { revocation_endpoint } = (await discover()).document
      if (revocation_endpoint) await fetchJson(revocation_endpoint, { method: 'POST', body: new URLSearchParams({ token: value }) })
    },
  }
}
