// The ways into an account, and signing in with an issuer.
import { type Static, Type } from 'typebox'
import { nullable, object, Timestamp } from '../field.ts'
import { Passkey } from './passkey.ts'

const uuid = Type.String({ format: 'uuid' })
const returnTo = Type.Optional(Type.String({ maxLength: 2000, description: 'Where the browser goes then: a path of this server. Default: /' }))

/** An issuer (OpenID Connect) with which people sign in here. */
export const Provider = object('Provider', {
  id: Type.String({ description: 'In the addresses below /auth/oidc.' }),
  name: Type.String({ description: '“Continue with NAME”' }),
})
export type Provider = Static<typeof Provider>

export const Identity = object('Identity', {
  id: uuid,
  provider: nullable(Type.String({ description: 'null: nobody signs in with it here any more.' })),
  name: Type.String({ description: 'Of the provider.' }),
  email: nullable(Type.String({ description: 'As the provider gave it last. It need not be the address of the account.' })),
  created_at: Timestamp,
  last_used_at: Timestamp,
})
export type Identity = Static<typeof Identity>

export const WaysIn = object('WaysIn', {
  password: Type.Boolean({ description: 'Whether the account has one.' }),
  identities: Type.Array(Identity),
  passkeys: Type.Array(Passkey),
})
export type WaysIn = Static<typeof WaysIn>

export const OidcStart = object('OidcStart', { return_to: returnTo })
export type OidcStart = Static<typeof OidcStart>

export const OidcAddress = object('OidcAddress', { url: Type.String({ description: 'Open it in the same browser: it is the provider’s.' }) })
export type OidcAddress = Static<typeof OidcAddress>

export const OidcConnected = object('OidcConnected', { return_to: Type.String({ description: 'Where the person wanted to go.' }) })
export type OidcConnected = Static<typeof OidcConnected>
