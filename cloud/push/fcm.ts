// Android: Firebase Cloud Messaging, HTTP v1, as a service account of the Firebase project.
import { importPKCS8, SignJWT } from 'jose'
import { createHttp2Client } from './http2-client.ts'
import { dataOf, fitted, type Outcome, type PushMessage, reasonOf, retryAfter, type Sender } from './sender.ts'

export interface FcmConfig {
  projectId: string
  clientEmail: string
  /** PEM. */
  privateKey: string
  tokenUrl: string
  url: string
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const early = 120_000
/** Google asks to wait so long after 429 without Retry-After. */
const quotaWait = 60_000
/** Of what is shown and what the app gets; a little is left for how Google counts. */
const maxPayload = 3900

export async function createFcmSender(config: FcmConfig, ca: string | undefined, now: () => Date): Promise<Sender> {
  const key = await importPKCS8(config.privateKey, 'RS256')
  const client = createHttp2Client(config.url, { ca })
  const path = `/v1/projects/${encodeURIComponent(config.projectId)}/messages:send`
  let access: { token: Promise<string>; until: number } | undefined

  async function exchange(): Promise<string> {
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(config.clientEmail)
      .setAudience(config.tokenUrl)
      .setIssuedAt(now())
      .setExpirationTime(new Date(now().getTime() + 3_600_000))
      .sign(key)
    const reply = await fetch(config.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(10_000),
      redirect: 'error',
    })
    const body = (await reply.json().catch(() => ({}))) as { access_token?: string; expires_in?: number; error?: string }
    if (!reply.ok || !body.access_token) throw Object.assign(new Error('no access token'), { code: `oauth_${body.error ?? reply.status}` })
    if (access) access.until = now().getTime() + (body.expires_in ?? 3600) * 1000 - early
    return body.access_token
  }

  /** One exchange at a time, however many deliveries wait for it. */
  function accessToken(): Promise<string> {
    if (!access || now().getTime() > access.until) {
      const mine = { token: exchange(), until: Number.MAX_SAFE_INTEGER }
      access = mine
      mine.token.catch(() => {
        if (access === mine) access = undefined
      })
    }
    return access.token
  }

  function payload(token: string, message: PushMessage): string {
    const ttl = Math.max(0, Math.round((message.expiresAt.getTime() - now().getTime()) / 1000))
    const android = { collapse_key: message.collapseKey, priority: 'HIGH', ttl: `${ttl}s`, notification: { tag: message.collapseKey } }
    const shown = fitted(message, maxPayload, (one) => {
      const { title, body } = one
      return JSON.stringify({ notification: { title, ...(body ? { body } : {}) }, data: dataOf(one) })
    })
    return JSON.stringify({ message: { token, ...(JSON.parse(shown) as object), android } })
  }

  function outcomeOf(status: number, body: string, after: number | undefined, used: string): Outcome {
    if (status === 200) return { kind: 'sent' }
    const code = /"errorCode"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? /"status"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? String(status)
    if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { kind: 'gone', reason: code }
    // Of all that can be invalid only the token is the device's.
    if (status === 400 && /registration token is not a valid/i.test(body)) return { kind: 'gone', reason: code }
    if (status === 401) {
      void access?.token.then((token) => token === used && (access = undefined)).catch(() => undefined)
      return { kind: 'retry', reason: code }
    }
    if (status === 403) return { kind: 'retry', reason: code }
    if (status === 429) return { kind: 'retry', reason: code, after: after ?? quotaWait }
    if (status >= 500) return { kind: 'retry', reason: code, after }
    return { kind: 'failed', reason: code }
  }

  return {
    platform: 'android',
    async send(token, message) {
      try {
        const used = await accessToken()
        const reply = await client.post(path, { authorization: `Bearer ${used}`, 'content-type': 'application/json' }, payload(token, message))
        return outcomeOf(reply.status, reply.body, retryAfter(reply.headers['retry-after']), used)
      } catch (error) {
        return { kind: 'retry', reason: reasonOf(error) }
      }
    },
    close: client.close,
  }
}
