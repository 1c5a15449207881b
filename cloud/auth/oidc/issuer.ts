// One issuer on the wire: its description and keys (kept, and read again), where people are sent, and what is believed of what they come back with.
import { createRemoteJWKSet, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import { isLoopback, type OidcConfig } from './oidc-config.ts'

/** Milliseconds. Before somebody is sent there, it has to have answered lately: a browser that finds nobody there says nothing that helps. */
const answeredWithin = 60_000
const readAgainAfter = 3_600_000
/** Seconds. */
const timeout = 5
const clockTolerance = 60
/** Nothing that is signed with a shared secret, and nothing unsigned. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Whom the issuer names. */
export interface Claims {
  subject: string
  email: string | undefined
  /** The issuer says that it is theirs. */
  isVerified: boolean
  name: string | undefined
  /** Seconds since 1970; undefined: it does not say. */
  signedInAt: number | undefined
}

/** What an answer is checked with. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

/** It cannot be reached, or does not work at the moment. Anything else that is thrown says that its answer is not believed. */
export class IssuerAway extends Error {}

function isAway(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { name, message, code, status } = one as Error & { code?: string; status?: number }
    if (name === 'TimeoutError' || message === 'fetch failed' || code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT' || (status ?? 0) >= 500) return true
    if (one.cause instanceof Response) return one.cause.status >= 500
  }
  return false
}

const inWords = (error: unknown): Error => (isAway(error) ? new IssuerAway('cannot be reached', { cause: error }) : (error as Error))

interface Known {
  configuration: client.Configuration
  keys: JWTVerifyGetKey
  readAt: number
}

export type Issuer = ReturnType<typeof createIssuer>

export function createIssuer({ issuer, clientId, clientSecret }: Pick<OidcConfig, 'issuer' | 'clientId' | 'clientSecret'>, now: () => Date) {
  const address = new URL(issuer)
  let known: Known | undefined
  let reading: Promise<Known> | undefined

  async function read(): Promise<Known> {
    const execute = isLoopback(address) ? [client.allowInsecureRequests] : []
    const metadata = (await client.discovery(address, clientId, undefined, undefined, { timeout, execute })).serverMetadata()
    if (metadata.jwks_uri === undefined) throw new Error('the issuer names no keys')
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const secret =
      clientSecret === undefined
        ? client.None()
        : methods.includes('client_secret_basic')
          ? client.ClientSecretBasic(clientSecret)
          : client.ClientSecretPost(clientSecret)
    const configuration = new client.Configuration(metadata, clientId, { [client.clockTolerance]: clockTolerance }, secret)
    configuration.timeout = timeout
    for (const change of execute) change(configuration)
    // Without a pause between two reads: a key that was changed a moment ago is found at the first token that it signed.
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { cooldownDuration: 0, timeoutDuration: timeout * 1000 })
    return { configuration, keys, readAt: now().getTime() }
  }

  /** `isEnough`: what is known goes on while the issuer cannot be asked again. */
  async function discover(newerThan: number, isEnough: boolean): Promise<Known> {
    if (known && now().getTime() - known.readAt < newerThan) return known
    reading ??= read().finally(() => (reading = undefined))
    try {
      known = await reading
    } catch (error) {
      if (!known || !isEnough) throw inWords(error)
    }
    return known
  }

  /** Some issuers tell the address there only. */
  async function further(configuration: client.Configuration, claims: JWTPayload, accessToken: string): Promise<Record<string, unknown>> {
    if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    return { ...(await client.fetchUserInfo(configuration, accessToken, claims.sub as string)), auth_time: claims.auth_time }
  }

  return {
    /** `isProof`: they are to sign in there now, whoever is signed in there already. */
    async authorizeUrl({ state, nonce, verifier }: Checks, redirectUri: string, isProof: boolean): Promise<string> {
      const { configuration } = await discover(answeredWithin, false)
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isProof ? { prompt: 'login', max_age: '0' } : {}),
      }).href
    },

    /** `answer`: the address that the browser came back to. Throws IssuerAway, or what is wrong with the answer. */
    async redeem(answer: URL, { state, nonce, verifier }: Checks): Promise<Claims> {
      const { configuration, keys } = await discover(readAgainAfter, true)
      try {
        const tokens = await client.authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const verified = await jwtVerify(tokens.id_token as string, keys, {
          issuer: configuration.serverMetadata().issuer,
          audience: clientId,
          algorithms,
          clockTolerance,
        })
        const claims = await further(configuration, verified.payload, tokens.access_token)
        const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)
        return {
          subject: verified.payload.sub as string,
          email: text(claims.email),
          isVerified: claims.email_verified === true,
          name: text(claims.name)?.slice(0, 200),
          signedInAt: typeof claims.auth_time === 'number' ? claims.auth_time : undefined,
        }
      } catch (error) {
        throw inWords(error)
      }
    },
  }
}
