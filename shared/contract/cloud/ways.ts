import { Type } from 'typebox'
import { AddressLink, OwnPassword } from '../../schema/cloud/account.ts'
import { OidcAddress, OidcConnected, OidcStart, WaysIn } from '../../schema/cloud/ways.ts'
import { object } from '../../schema/field.ts'
import { defineContract } from '../route.ts'

const tag = 'Accounts'
const ProviderParams = object('ProviderParams', { provider: Type.String({ minLength: 1, maxLength: 20, description: 'From GET /auth/options.' }) })
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

export const waysContract = defineContract({
  listWays: { method: 'GET', path: '/auth/ways', tag, summary: 'How I can sign in', reply: WaysIn, status: 200, needs: 'session' },
  prove: {
    method: 'POST',
    path: '/auth/prove',
    tag,
    summary: 'Show with the password that the session is its owner’s; for ten minutes, ways to sign in can be changed',
    body: OwnPassword,
    status: 204,
    needs: 'session',
  },
  removePassword: {
    method: 'DELETE',
    path: '/auth/ways/password',
    tag,
    summary: 'Sign in without a password from now on. It goes with its second factor, unless it is the last way to sign in.',
    status: 204,
    needs: 'session',
  },
  removeIdentity: {
    method: 'DELETE',
    path: '/auth/ways/identities/:identityId',
    tag,
    summary: 'Disconnect the account of a provider, unless it is the last way to sign in',
    params: object('IdentityParams', { identityId: Type.String({ format: 'uuid' }) }),
    status: 204,
    needs: 'session',
  },
  startOidc: {
    method: 'POST',
    path: '/auth/oidc/:provider/start',
    tag,
    summary: 'Sign in with a provider (OpenID Connect): answers where the browser goes, and ties what comes back to it with a cookie',
    params: ProviderParams,
    body: OidcStart,
    reply: OidcAddress,
    status: 200,
    needs: 'nobody',
  },
  linkOidc: {
    method: 'POST',
    path: '/auth/oidc/:provider/link',
    tag,
    summary: 'The same, to connect the provider with my account',
    params: ProviderParams,
    body: OidcStart,
    reply: OidcAddress,
    status: 200,
    needs: 'session',
  },
  proveOidc: {
    method: 'POST',
    path: '/auth/oidc/:provider/prove',
    tag,
    summary: 'The same, to show that the session is its owner’s',
    params: ProviderParams,
    body: OidcStart,
    reply: OidcAddress,
    status: 200,
    needs: 'session',
  },
  finishOidc: {
    method: 'GET',
    path: '/auth/oidc/:provider/callback',
    tag,
    summary: 'Receives the provider’s redirect. Works once, for ten minutes, in the browser that began.',
    params: ProviderParams,
    // Providers add parameters of their own.
    query: Type.Object({ code: text(4000), state: text(300), iss: text(2000), error: text(200) }, { title: 'OidcAnswer' }),
    status: 302,
    needs: 'nobody',
  },
  connectOidc: {
    method: 'POST',
    path: '/auth/oidc/connect',
    tag,
    summary: 'Connect a provider with the link that was mailed, in the browser that signed in with it; creates the account where there is none, and signs in',
    body: AddressLink,
    reply: OidcConnected,
    status: 200,
    needs: 'nobody',
  },
})
