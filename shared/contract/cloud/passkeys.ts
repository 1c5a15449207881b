import { Type } from 'typebox'
import { SignedIn } from '../../schema/cloud/account.ts'
import { NewPasskey, Passkey, PasskeyAnswer, PasskeyOptions } from '../../schema/cloud/passkey.ts'
import { object } from '../../schema/field.ts'
import { defineContract } from '../route.ts'

const tag = 'Accounts'

export const passkeysContract = defineContract({
  startPasskey: {
    method: 'POST',
    path: '/auth/passkeys/options',
    tag,
    summary: 'Begin to add a passkey to my account: what the browser is given',
    reply: PasskeyOptions,
    status: 200,
    needs: 'session',
  },
  addPasskey: {
    method: 'POST',
    path: '/auth/passkeys',
    tag,
    summary: 'Add the passkey that the browser made',
    body: NewPasskey,
    reply: Passkey,
    status: 201,
    needs: 'session',
  },
  removePasskey: {
    method: 'DELETE',
    path: '/auth/ways/passkeys/:passkeyId',
    tag,
    summary: 'Remove a passkey, unless it is the last way to sign in',
    params: object('PasskeyParams', { passkeyId: Type.String({ format: 'uuid' }) }),
    status: 204,
    needs: 'session',
  },
  startPasskeySignIn: {
    method: 'POST',
    path: '/auth/passkeys/sign-in/options',
    tag,
    summary: 'Begin to sign in with a passkey: what the browser is given',
    reply: PasskeyOptions,
    status: 200,
    needs: 'nobody',
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    tag,
    summary: 'Sign in with a passkey. No code is asked for: the device has checked who holds it.',
    body: PasskeyAnswer,
    reply: SignedIn,
    status: 200,
    needs: 'nobody',
  },
  startPasskeyProof: {
    method: 'POST',
    path: '/auth/passkeys/prove/options',
    tag,
    summary: 'Begin to show with a passkey that the session is its owner’s: what the browser is given',
    reply: PasskeyOptions,
    status: 200,
    needs: 'session',
  },
  proveWithPasskey: {
    method: 'POST',
    path: '/auth/passkeys/prove',
    tag,
    summary: 'Show with a passkey that the session is its owner’s; for ten minutes, ways to sign in can be changed',
    body: PasskeyAnswer,
    status: 204,
    needs: 'session',
  },
})
