// iOS: Apple's push service over HTTP/2, signed with a key of the developer account (token-based authentication).
import { importPKCS8, SignJWT } from 'jose'
import { createHttp2Client } from './http2-client.ts'
import { dataOf, fitted, type Outcome, type PushMessage, reasonOf, retryAfter, type Sender } from './sender.ts'

export interface ApnsConfig {
  /** PEM. */
  key: string
  keyId: string
  teamId: string
  /** The app's bundle id. */
  topic: string
  url: string
}

/** Apple refuses tokens older than an hour, and ones that are renewed more often than every 20 minutes. */
const renewAfter = 45 * 60_000
const gone = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken'])
const maxPayload = 4096

export async function createApnsSender(config: ApnsConfig, ca: string | undefined, now: () => Date): Promise<Sender> {
  const key = await importPKCS8(config.key, 'ES256')
  const client = createHttp2Client(config.url, { ca })
  let provider: { token: Promise<string>; at: number } | undefined

  function providerToken(): Promise<string> {
    const at = now().getTime()
    if (!provider || at - provider.at > renewAfter) {
      const token = new SignJWT({ iss: config.teamId, iat: Math.floor(at / 1000) }).setProtectedHeader({ alg: 'ES256', kid: config.keyId }).sign(key)
      provider = { token, at }
    }
    return provider.token
  }

  function payload(message: PushMessage): string {
    const { title, body, taskId, proposal } = message
    const alert = { title, ...(body ? { body } : {}) }
    return JSON.stringify({
      aps: { alert, sound: 'default', 'thread-id': taskId === null ? `proposal-${proposal?.id ?? ''}` : `task-${taskId}` },
      ...dataOf(message),
    })
  }

  function outcomeOf(status: number, reason: string, after: number | undefined, usedAt: number): Outcome {
    if (status === 200) return { kind: 'sent' }
    if (status === 410 || gone.has(reason)) return { kind: 'gone', reason }
    if (status === 403) {
      // A new one for the next attempt, unless somebody has made it already.
      if (reason === 'ExpiredProviderToken' && provider?.at === usedAt) provider = undefined
      return { kind: 'retry', reason }
    }
    if (status === 429 || status >= 500) return { kind: 'retry', reason, after }
    return { kind: 'failed', reason }
  }

  return {
    platform: 'ios',
    async send(token, message) {
      try {
        const authorization = `bearer ${await providerToken()}`
        const usedAt = provider?.at ?? 0
        const reply = await client.post(
          `/3/device/${token}`,
          {
            authorization,
            'apns-topic': config.topic,
            'apns-push-type': 'alert',
            'apns-priority': '10',
            'apns-expiration': String(Math.floor(message.expiresAt.getTime() / 1000)),
            'apns-collapse-id': message.collapseKey,
          },
          fitted(message, maxPayload, payload),
        )
        const reason = /"reason"\s*:\s*"(\w+)"/.exec(reply.body)?.[1] ?? String(reply.status)
        return outcomeOf(reply.status, reason, retryAfter(reply.headers['retry-after']), usedAt)
      } catch (error) {
        return { kind: 'retry', reason: reasonOf(error) }
      }
    },
    close: client.close,
  }
}
