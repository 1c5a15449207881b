import type { passkeysContract } from '../../../shared/contract/cloud/passkeys.ts'
import { Answer, type Handlers } from '../../../shared/http/mount.ts'
import type { Context } from '../../context.ts'
import { sessionCookie } from '../../http/session-cookie.ts'
import type { OwnPasskeys } from './own-passkeys.ts'
import type { Passkeys } from './passkeys.ts'

export function passkeyRoutes(passkeys: Passkeys, own: OwnPasskeys): Handlers<typeof passkeysContract, Context> {
  return {
    startPasskey: (_, ctx) => own.startAdding(ctx),
    addPasskey: ({ body }, ctx) => own.add(body, ctx),
    removePasskey: ({ params }, ctx) => own.remove(params.passkeyId, ctx),
    startPasskeySignIn: (_, ctx) => passkeys.startSignIn(ctx),
    async signInWithPasskey({ body }, ctx) {
      const signedIn = await passkeys.signIn(body, ctx)
      return new Answer(signedIn, { headers: { 'Set-Cookie': sessionCookie(signedIn.token, ctx.secure), 'Cache-Control': 'no-store' } })
    },
    startPasskeyProof: (_, ctx) => passkeys.startProof(ctx),
    proveWithPasskey: ({ body }, ctx) => passkeys.prove(body, ctx),
  }
}
