// What browsers are asked to sign and what they answer (WebAuthn Level 3, §7). The device must have checked who holds it (user verification): so a passkey
// is two factors by itself.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  SettingsService,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { NewPasskey, PasskeyAnswer } from '../../../shared/schema/cloud/passkey.ts'
import type { Person } from '../../context.ts'
import type { PasskeyRow } from './passkey-store.ts'
import type { Place } from './place.ts'

// Nobody asks which maker's device it is. With these roots a forged statement would have us fetch revocation lists from addresses in its certificates.
for (const identifier of ['android-key', 'android-safetynet', 'apple', 'mds'] as const) SettingsService.setRootCertificates({ identifier, certificates: [] })

/** EdDSA, ES256, RS256: one of them every device has. */
const supportedAlgorithmIDs = [-8, -7, -257]

export const lasts = 5 * 60_000

/** A passkey that is here already. */
type Known = Pick<PasskeyRow, 'credential_id' | 'transports'>

const named = ({ credential_id, transports }: Known) => ({ id: credential_id.toString('base64url'), transports: transports as [] })
/** Which account a passkey is of, in the passkey: the id, never the address. */
export const userHandle = (userId: string): Buffer<ArrayBuffer> => Buffer.from(userId.replaceAll('-', ''), 'hex')

export const creationOptions = ({ rpId }: Place, { id, email, name }: Person, known: readonly Known[]) =>
  generateRegistrationOptions({
    rpName: 'Tandem',
    rpID: rpId,
    userID: userHandle(id),
    userName: email,
    userDisplayName: name ?? email,
    timeout: lasts,
    supportedAlgorithmIDs,
    excludeCredentials: known.map(named),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** `known`: one of these; without: whichever the person chooses. */
export const requestOptions = ({ rpId }: Place, known?: readonly Known[]) =>
  generateAuthenticationOptions({ rpID: rpId, timeout: lasts, userVerification: 'required', ...(known ? { allowCredentials: known.map(named) } : {}) })

export interface Asked {
  place: Place
  /** Whether this is what was asked for; uses it up. */
  isAsked: (challenge: unknown) => Promise<boolean>
}

const expected = ({ place, isAsked }: Asked) => ({ expectedOrigin: place.origin, expectedRPID: place.rpId, expectedChallenge: isAsked })

/** Undefined: no passkey that could be believed. */
export async function believeNew(answer: NewPasskey, asked: Asked) {
  const { clientExtensionResults = {}, ...rest } = answer
  const response = { ...rest, clientExtensionResults, response: { ...answer.response, transports: answer.response.transports as [] | undefined } }
  const { verified, registrationInfo } = await verifyRegistrationResponse({ response, supportedAlgorithmIDs, ...expected(asked) })
  if (!verified) return undefined
  const { credential, credentialBackedUp: synced } = registrationInfo
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: answer.response.transports ?? [],
    synced,
  }
}

/** Undefined: it was not signed with that passkey. */
export async function believe(answer: PasskeyAnswer, known: Known & Pick<PasskeyRow, 'user_id' | 'public_key' | 'counter'>, asked: Asked) {
  const { clientExtensionResults = {}, ...rest } = answer
  const { userHandle: handle } = answer.response
  if (typeof handle === 'string' && handle !== userHandle(known.user_id).toString('base64url')) return undefined
  const response = { ...rest, clientExtensionResults, response: { ...answer.response, userHandle: handle ?? undefined } }
  const credential = { ...named(known), publicKey: new Uint8Array(known.public_key), counter: known.counter }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({ response, credential, ...expected(asked) })
  return verified ? { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp } : undefined
}
