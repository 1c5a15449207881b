import { type Static, Type } from 'typebox'
import { invisible, nullable, object, Timestamp, visible } from '../field.ts'
import { EmailAddress } from './member.ts'
import { Team } from './team.ts'
import { Provider } from './ways.ts'

/** Long enough to be hard to guess; the upper bound keeps hashing cheap to refuse. */
const Password = Type.String({
  minLength: 10,
  maxLength: 1000,
  writeOnly: true,
  pattern: `^(?:${invisible}*${visible}){10}`,
  'x-hint': 'must have at least 10 characters, not counting spaces',
  description: 'At least 10 characters, not counting spaces and what cannot be seen.',
})
/** At sign-in any text is tried: what the rule is today must not lock out an older password. */
const AnyPassword = Type.String({ maxLength: 1000, writeOnly: true })
const DisplayName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', 'x-hint': 'must contain at least one visible character' })
const Code = Type.String({ minLength: 6, maxLength: 40, description: 'Six digits of the authenticator app, or a recovery code.' })
/** Left out by accounts that have none: they have signed in, or shown that it is them, in the last ten minutes. */
const OwnedPassword = Type.Optional(AnyPassword)
const LinkToken = Type.String({ minLength: 1, maxLength: 200, description: 'From the link in the mail.' })

export const User = object('User', { id: Type.String({ format: 'uuid' }), email: EmailAddress, name: nullable(DisplayName) })
export type User = Static<typeof User>

export const SignUp = object('SignUp', { email: EmailAddress, password: Password, name: Type.Optional(nullable(DisplayName)) })
export type SignUp = Static<typeof SignUp>

/** invited: only addresses that a team has invited; closed: nobody. Who has an account signs in as ever. */
export const SignUps = Type.Union([Type.Literal('open'), Type.Literal('invited'), Type.Literal('closed')])
export type SignUps = Static<typeof SignUps>

/** What the page for signing in offers. */
export const EntranceOptions = object('EntranceOptions', {
  sign_ups: SignUps,
  passwords: Type.Boolean({ description: 'Whether one signs in with a password.' }),
  providers: Type.Array(Provider),
  passkeys: Type.Boolean({ description: 'Whether passkeys can be had at this address.' }),
})
export type EntranceOptions = Static<typeof EntranceOptions>

/** The same words whether the account was made or existed already. */
export const Accepted = object('Accepted', { detail: Type.String() })

export const SignIn = object('SignIn', { email: EmailAddress, password: AnyPassword, code: Type.Optional(Code) })
export type SignIn = Static<typeof SignIn>

export const SignedIn = object('SignedIn', {
  user: User,
  token: Type.String({ description: 'The session. Phones send it as bearer; browsers have it as a cookie already.' }),
  expires_at: Timestamp,
})
export type SignedIn = Static<typeof SignedIn>

export const CurrentSession = object('CurrentSession', {
  user: object('CurrentUser', { ...User.properties, email_verified: Type.Boolean(), totp_enabled: Type.Boolean() }),
  teams: Type.Array(Team),
})
export type CurrentSession = Static<typeof CurrentSession>

export const Session = object('Session', {
  id: Type.String({ format: 'uuid' }),
  current: Type.Boolean({ description: 'The one that asks.' }),
  user_agent: nullable(Type.String()),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
})
export type Session = Static<typeof Session>

/** Whoever opens the link decides: the password of the sign-up, which may have been somebody else's, counts no more. */
export const AddressProof = object('AddressProof', {
  token: LinkToken,
  password: Password,
  name: Type.Optional(nullable(DisplayName)),
})
export type AddressProof = Static<typeof AddressProof>

export const AddressChange = object('AddressChange', { email: EmailAddress, password: OwnedPassword, code: Type.Optional(Code) })
export type AddressChange = Static<typeof AddressChange>

export const AddressLink = object('AddressLink', { token: LinkToken })
export type AddressLink = Static<typeof AddressLink>

export const AddressReturn = object('AddressReturn', {
  token: LinkToken,
  password: Type.Optional(
    Type.String({
      maxLength: 1000,
      writeOnly: true,
      description:
        'Asked for if two-factor authentication was turned on in the week before the change: the password of that moment turns it off, an empty one keeps it.',
    }),
  ),
})
export type AddressReturn = Static<typeof AddressReturn>

export const AddressOnly = object('AddressOnly', { email: EmailAddress })
export type AddressOnly = Static<typeof AddressOnly>

export const PasswordReset = object('PasswordReset', { token: LinkToken, password: Password })
export type PasswordReset = Static<typeof PasswordReset>

export const PasswordChange = object('PasswordChange', { current_password: OwnedPassword, password: Password })
export type PasswordChange = Static<typeof PasswordChange>

export const OwnPassword = object('OwnPassword', { password: AnyPassword, code: Type.Optional(Code) })
export type OwnPassword = Static<typeof OwnPassword>

export const TotpStart = object('TotpStart', { password: AnyPassword })
export type TotpStart = Static<typeof TotpStart>

export const TotpSecret = object('TotpSecret', {
  secret: Type.String({ description: 'Base32, for typing in.' }),
  uri: Type.String({ description: 'otpauth:// address, for a QR code.' }),
})
export type TotpSecret = Static<typeof TotpSecret>

export const TotpConfirm = object('TotpConfirm', { code: Code })
export type TotpConfirm = Static<typeof TotpConfirm>

export const RecoveryCodes = object('RecoveryCodes', {
  recovery_codes: Type.Array(Type.String(), { description: 'Each works once in place of the six digits. Shown this once.' }),
})
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const AccountDeletion = object('AccountDeletion', { password: OwnedPassword, code: Type.Optional(Code) })
export type AccountDeletion = Static<typeof AccountDeletion>

export const TotpDisable = object('TotpDisable', { password: AnyPassword, code: Code })
export type TotpDisable = Static<typeof TotpDisable>
