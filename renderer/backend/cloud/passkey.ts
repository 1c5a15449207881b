// Passkeys in this browser. The library is fetched once somebody uses one.
import type { NewPasskey, PasskeyAnswer, PasskeyOptions } from '../../../shared/schema/cloud/passkey.ts'
import { cloudApi } from '../cloud-api.ts'

/** Whether this browser has any; not in a page without HTTPS. */
export const knowsPasskeys = typeof PublicKeyCredential === 'function'

const library = () => import('@simplewebauthn/browser')

/** The browser answers this for all of: canceled, too late, and no passkey to choose from. */
export const isUnused = (error: unknown): boolean => error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
/** The device has one for this account. */
export const isThere = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'

async function answerTo(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON: options as never })
}

export async function signInWithPasskey(): Promise<void> {
  const body = await answerTo(await cloudApi.startPasskeySignIn())
  await cloudApi.signInWithPasskey({ body })
}

export async function proveWithPasskey(): Promise<void> {
  const body = await answerTo(await cloudApi.startPasskeyProof())
  await cloudApi.proveWithPasskey({ body })
}

export async function addPasskey(): Promise<void> {
  const options = await cloudApi.startPasskey()
  const { startRegistration } = await library()
  const body: NewPasskey = await startRegistration({ optionsJSON: options as never })
  await cloudApi.addPasskey({ body })
}
