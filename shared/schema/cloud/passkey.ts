// Passkeys (WebAuthn): what an account has, and what browsers send. Shapes and names are those of WebAuthn Level 3, §5.1 (…JSON).
import { type Static, Type } from 'typebox'
import { nullable, object, Timestamp } from '../field.ts'

export const Passkey = object('Passkey', {
  id: Type.String({ format: 'uuid' }),
  user_agent: nullable(Type.String({ description: 'Of the browser that made it.' })),
  synced: Type.Boolean({ description: 'Whether a password manager keeps it and has it on several devices.' }),
  created_at: Timestamp,
  last_used_at: Timestamp,
})
export type Passkey = Static<typeof Passkey>

/** Given to the browser as it is. */
export const PasskeyOptions = Type.Record(Type.String(), Type.Unknown(), {
  title: 'PasskeyOptions',
  description:
    'PublicKeyCredentialCreationOptionsJSON or …RequestOptionsJSON: give `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` all of it. Good once, for five minutes.',
})
export type PasskeyOptions = Static<typeof PasskeyOptions>

const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[\\w-]+$', 'x-hint': 'must be base64url' })
// Browsers add fields of their own.
const answer = <P extends Parameters<typeof Type.Object>[0]>(title: string, response: P) =>
  Type.Object(
    {
      id: bytes(1400),
      rawId: bytes(1400),
      type: Type.Literal('public-key'),
      response: Type.Object({ clientDataJSON: bytes(8000), ...response }),
      clientExtensionResults: Type.Optional(Type.Object({})),
    },
    { title, description: 'What `toJSON()` of the credential answers.' },
  )

export const NewPasskey = answer('NewPasskey', {
  attestationObject: bytes(40_000),
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
})
export type NewPasskey = Static<typeof NewPasskey>

export const PasskeyAnswer = answer('PasskeyAnswer', {
  authenticatorData: bytes(8000),
  signature: bytes(8000),
  userHandle: Type.Optional(nullable(bytes(100))),
})
export type PasskeyAnswer = Static<typeof PasskeyAnswer>
