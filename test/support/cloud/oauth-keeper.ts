import type { OAuthClientProvider } from '@modelcontextprotocol/client'

/** What an app with the official client keeps of a flow. `document`: the address at which it is described; else it registers itself. */
export function oauthKeeper({ name, redirect, document }: { name: string; redirect: string; document?: string | undefined }) {
  const kept: Record<string, unknown> = {}
  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    ...(document ? { clientMetadataUrl: document } : {}),
    clientMetadata: { client_name: name, redirect_uris: [redirect], grant_types: ['authorization_code', 'refresh_token'] },
    clientInformation: () => kept.client as never,
    saveClientInformation: (one: unknown) => void (kept.client = one),
    tokens: () => kept.tokens as never,
    saveTokens: (one: unknown) => void (kept.tokens = one),
    redirectToAuthorization: (url: URL) => void (kept.opened = url.href),
    saveCodeVerifier: (one: string) => void (kept.verifier = one),
    codeVerifier: () => kept.verifier as string,
    invalidateCredentials: () => void delete kept.tokens,
    saveDiscoveryState: (one: unknown) => void (kept.discovery = one),
    discoveryState: () => kept.discovery as never,
  }
  return { kept, provider }
}
