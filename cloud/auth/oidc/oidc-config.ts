// The issuers with which people sign in, from the environment: TANDEM_OIDC_ISSUER and so on, then TANDEM_OIDC_2_ISSUER.
import { isIP } from 'node:net'
import { StartError } from '../../start-error.ts'

export interface OidcConfig {
  /** In addresses, the redirect address too: it must stay the same when an issuer is added. */
  id: string
  /** As its own description has it. */
  issuer: string
  clientId: string
  /** undefined: a public client. */
  clientSecret: string | undefined
  /** On the button: "Continue with NAME". */
  name: string
}

/** As people know it; of an issuer that is not set up any more, its host. */
export const providerName = (providers: readonly OidcConfig[], issuer: string): string =>
  providers.find((one) => one.issuer === issuer)?.name ?? new URL(issuer).hostname

/** oidc: with an issuer only. Passwords, passkeys and sign-up are off. */
export type SignInWays = 'any' | 'oidc'

type Environment = Readonly<Record<string, string | undefined>>

const numbers = ['1', '2', '3', '4', '5'] as const

/** Whether a call to it stays on this machine, where plain http can be read by nobody else. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
}

function issuerOf(env: Environment, prefix: string, id: string): OidcConfig | undefined {
  const [issuer, clientId] = [env[`${prefix}ISSUER`], env[`${prefix}CLIENT_ID`]]
  const [clientSecret, name] = [env[`${prefix}CLIENT_SECRET`], env[`${prefix}NAME`]]
  if (issuer === undefined && clientId === undefined && clientSecret === undefined && name === undefined) return undefined
  if (issuer === undefined || clientId === undefined)
    throw new StartError(`Signing in with an issuer needs ${prefix}ISSUER and ${prefix}CLIENT_ID. Set both, or none.`)
  const url = URL.parse(issuer)
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) || url.search !== '' || url.hash !== '')
    throw new StartError(`${prefix}ISSUER must look like https://accounts.example.org; got '${issuer}'.`)
  return { id, issuer: url.href, clientId, clientSecret, name: name ?? url.hostname }
}

export function readOidcConfig(env: Environment): { signInWays: SignInWays; oidc: readonly OidcConfig[] } {
  const oidc = numbers.flatMap((id) => issuerOf(env, `TANDEM_OIDC_${id === '1' ? '' : `${id}_`}`, id) ?? [])
  const twice = oidc.find(({ issuer }, index) => oidc.findIndex((other) => other.issuer === issuer) < index)
  if (twice) throw new StartError(`The issuer ${twice.issuer} is set twice.`)
  const ways = env.TANDEM_SIGN_IN ?? 'any'
  if (ways !== 'any' && ways !== 'oidc') throw new StartError(`TANDEM_SIGN_IN must look like any or oidc.`)
  if (ways === 'oidc' && oidc.length === 0) throw new StartError('TANDEM_SIGN_IN=oidc needs an issuer: set TANDEM_OIDC_ISSUER and TANDEM_OIDC_CLIENT_ID.')
  return { signInWays: ways, oidc }
}
