// Browsers: the Web Push protocol (RFC 8030), encrypted for the browser (RFC 8291) and signed with our VAPID key (RFC 8292).
import { createECDH } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { Agent } from 'undici'
import webPush from 'web-push'
import { invalidField } from '../../shared/domain/app-error.ts'
import type { EndpointGuard } from './endpoint-guard.ts'
import { dataOf, fitted, type Outcome, type PushMessage, reasonOf, retryAfter, type Sender } from './sender.ts'
import type { VapidKeys } from './vapid.ts'

export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Reads the PushSubscription's JSON; throws invalid with what is wrong. */
export function readSubscription(text: string, guard: EndpointGuard): Subscription {
  const refuse = (detail: string) => invalidField('/token', `token must be the PushSubscription's JSON, as JSON.stringify(subscription) gives it: ${detail}`)
  let value: { endpoint?: unknown; keys?: { p256dh?: unknown; auth?: unknown } } | null
  try {
    value = JSON.parse(text) as typeof value
  } catch {
    throw refuse('it is not JSON.')
  }
  const { endpoint, keys } = value ?? {}
  const { p256dh, auth } = keys ?? {}
  if (typeof endpoint !== 'string' || endpoint.length > 2000) throw refuse('endpoint is missing.')
  if (typeof p256dh !== 'string' || typeof auth !== 'string') throw refuse('keys.p256dh and keys.auth are missing.')
  if (Buffer.from(auth, 'base64url').length !== 16) throw refuse('keys.auth must be 16 bytes.')
  try {
    const other = createECDH('prime256v1')
    other.generateKeys()
    other.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    throw refuse('keys.p256dh is not a point on the curve P-256.')
  }
  guard.check(endpoint)
  return { endpoint, keys: { p256dh, auth } }
}

/** Push services take 4096 bytes; encryption adds 103. */
const maxPayload = 3993
/** For all of one delivery, waiting for a free connection included: less than what was taken is ours. */
const deadline = 12_000
const signatureLasts = 12 * 3600
const maxOrigins = 1000

export function createWebPushSender(vapid: VapidKeys, subject: string, guard: EndpointGuard, ca: string | undefined, now: () => Date): Sender {
  const agent = new Agent({
    connect: { lookup: guard.lookup, timeout: 5000, ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) },
    connections: 32,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  })
  const signed = new Map<string, { header: string; until: number }>()

  /** A signature is for a push service, not for a message: one serves for hours. */
  function authorization(origin: string): string {
    const at = Math.floor(now().getTime() / 1000)
    const known = signed.get(origin)
    if (known && known.until > at) return known.header
    if (signed.size >= maxOrigins) signed.clear()
    const header = webPush.getVapidHeaders(origin, subject, vapid.publicKey, vapid.privateKey, 'aes128gcm', at + signatureLasts).Authorization
    signed.set(origin, { header, until: at + signatureLasts / 2 })
    return header
  }

  function payload(message: PushMessage): string {
    const { title, body, collapseKey } = message
    return JSON.stringify({ title, ...(body ? { body } : {}), tag: collapseKey, ...dataOf(message) })
  }

  function outcomeOf(status: number, after: number | undefined): Outcome {
    if (status >= 200 && status < 300) return { kind: 'sent' }
    const reason = String(status)
    if (status === 404 || status === 410) return { kind: 'gone', reason }
    if (status === 429 || status >= 500) return { kind: 'retry', reason, after }
    return { kind: 'failed', reason }
  }

  return {
    platform: 'web',
    async send(token, message) {
      try {
        const subscription = JSON.parse(token) as Subscription
        // Again, with the list of now: what was allowed when it was registered may not be any more.
        const url = guard.check(subscription.endpoint)
        const ttl = Math.max(0, Math.round((message.expiresAt.getTime() - now().getTime()) / 1000))
        const { headers, body } = webPush.generateRequestDetails(subscription, fitted(message, maxPayload, payload), {
          TTL: ttl,
          urgency: 'high',
          topic: message.collapseKey,
          contentEncoding: 'aes128gcm',
        })
        const reply = await agent.request({
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: 'POST',
          headers: { ...(headers as Record<string, string>), Authorization: authorization(url.origin) },
          body,
          signal: AbortSignal.timeout(deadline),
        })
        await reply.body.dump({ limit: 65_536 }).catch(() => undefined)
        return outcomeOf(reply.statusCode, retryAfter(reply.headers['retry-after']))
      } catch (error) {
        const reason = reasonOf(error)
        return reason === 'invalid' || reason === 'address_not_public' ? { kind: 'failed', reason: 'endpoint_not_allowed' } : { kind: 'retry', reason }
      }
    },
    close: () => agent.close(),
  }
}
