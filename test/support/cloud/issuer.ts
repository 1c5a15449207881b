// A real issuer (OpenID Connect) in this process, at which whoever is set signs in at once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'

export interface Account {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

export interface TestIssuer {
  url: string
  clientId: string
  clientSecret: string
  /** Who signs in at the next visit; undefined: whoever comes is turned away. */
  account: Account | undefined
  /** How often its keys were asked for. */
  keyReads: number
  /** Signs with another key from now on, and forgets the old one. */
  rotate(): Promise<void>
  /** Not reachable until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

const clientId = 'tandem'
const clientSecret = 'a secret of the issuer'

async function signingKey(): Promise<Record<string, unknown>> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' }
}

/** `redirectUris`: asked for at each request, since the cloud may listen later than the issuer. */
export async function openIssuer(redirectUris: () => string[]): Promise<TestIssuer> {
  const accounts = new Map<string, Account>()
  let port = 0
  let provider: Provider | undefined

  async function makeProvider(): Promise<void> {
    const configuration: Configuration = {
      clients: [
        { client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris(), response_types: ['code'], grant_types: ['authorization_code'] },
      ],
      jwks: { keys: [await signingKey()] },
      cookies: { keys: ['not secret at all'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      // Set, so that it does not talk about its defaults.
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
      findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...(accounts.get(id) ?? { sub: id }) }) }),
      // Whoever signs in has agreed.
      async loadExistingGrant({ oidc }) {
        const { client, session } = oidc
        if (!client || !session?.accountId || !provider) return undefined
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    }
    provider = new Provider(`http://127.0.0.1:${port}`, configuration)
  }

  const server = createServer((request, response) => {
    void (async () => {
      if (!provider) await makeProvider()
      const known = provider as Provider
      if (request.url === '/jwks') issuer.keyReads++
      if (!request.url?.startsWith('/sign-in/')) return known.callback()(request, response)
      const { account } = issuer
      if (account) accounts.set(account.sub, account)
      const result = account ? { login: { accountId: account.sub } } : { error: 'access_denied', error_description: 'turned away' }
      await known.interactionFinished(request, response, result)
    })()
  })
  const listen = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen()
  port = (server.address() as AddressInfo).port

  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${port}`,
    clientId,
    clientSecret,
    account: undefined,
    keyReads: 0,
    rotate: makeProvider,
    start: listen,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return issuer
}
