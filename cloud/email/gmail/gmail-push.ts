// What Pub/Sub delivers for Gmail: signed with an OpenID token of the push account, and naming a mailbox and how far its history has grown.
import { jwtVerify } from 'jose'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { createOAuthClient } from '../oauth-client.ts'
import { type MailProvider, ProviderError, type Push } from '../provider.ts'

export interface GmailPushDeps {
  discover: ReturnType<typeof createOAuthClient>['discover']
  /** The service account as which Pub/Sub calls us. */
  account: string
  audience: () => string
  now: () => Date
}

const refusal = (cause?: unknown) => new AppError('unauthenticated', 'The message is not signed by the push account of this installation.', { cause })

export function createGmailPushCheck({ discover, account, audience, now }: GmailPushDeps): MailProvider['verifyPush'] {
  return async ({ authorization }) => {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
    if (!token) throw refusal()
    const { document, keys } = await discover()
    const { payload } = await jwtVerify(token, keys, {
      issuer: document.issuer,
      audience: audience(),
      algorithms: ['RS256'],
      currentDate: now(),
      requiredClaims: ['exp'],
    }).catch((error: { code?: string }) => {
      // That we cannot get the keys is not the caller's fault.
      if (error.code === 'ERR_JWKS_TIMEOUT' || error.code === 'ERR_JOSE_GENERIC' || !error.code?.startsWith('ERR_J'))
        throw new ProviderError(0, 'cannot be reached')
      throw refusal(error)
    })
    if (payload.email !== account || payload.email_verified !== true) throw refusal()
  }
}

export function readGmailPush(body: unknown): Push[] {
  try {
    const { data } = (body as { message: { data: string } }).message
    const { emailAddress, historyId } = JSON.parse(Buffer.from(data, 'base64').toString()) as { emailAddress: unknown; historyId: unknown }
    // What we cannot read we shall not be able to read the next time either.
    if (typeof emailAddress !== 'string' || !/^\d{1,20}$/.test(String(historyId))) return []
    return [{ address: emailAddress, historyId: String(historyId) }]
  } catch {
    return []
  }
}
