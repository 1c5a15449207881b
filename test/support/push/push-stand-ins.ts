// Apple's, Google's and a browser's push services, at the wire: they check what the real ones check, and can say no.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { createServer as createHttps, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { importJWK, importSPKI, jwtVerify } from 'jose'
import type { PushConfig } from '../../../cloud/push/push-config.ts'
import { newReceiver, type Receiver } from './push-decrypt.ts'
import { openStandIn, sendJson, type StandIn } from '../stand-in.ts'

const folder = new URL('../certificate/', import.meta.url)
export const authority = readFileSync(new URL('localhost.crt', folder), 'utf8')
const tls = { key: readFileSync(new URL('localhost.key', folder)), cert: authority }

/** One message that a device would have shown. */
interface Pushed {
  token: string
  collapseKey: string
  headers: Record<string, string | string[] | undefined>
  payload: Record<string, unknown>
}

interface Refusal {
  status: number
  body?: object | undefined
  headers?: Record<string, string>
}

/** What it answers instead of checking, if anything; `mute`: the device gets it, but there is no answer. */
type Mood = (token: string, body: Buffer) => Refusal | 'mute' | undefined

export interface PushService {
  url: string
  /** Accepted ones. */
  pushed: Pushed[]
  /** All that came, accepted or not. */
  calls: number
  mood: Mood
  close(): Promise<void>
}

const listening = (server: Server | Http2SecureServer) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`https://localhost:${(server.address() as AddressInfo).port}`))
  })

interface Response_ {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(text?: string): unknown
}

type Judge = (path: string, headers: Pushed['headers'], body: Buffer) => Promise<Pushed | Refusal>

async function serve(http2: boolean, tokenOf: (path: string, body: Buffer) => string, judge: (origin: () => string) => Judge): Promise<PushService> {
  const sessions = new Set<{ destroy(): void }>()
  const service: PushService = { url: '', pushed: [], calls: 0, mood: () => undefined, close: async () => undefined }
  const judged = judge(() => service.url)
  async function answer(mood: ReturnType<Mood>, judgement: () => Promise<Pushed | Refusal>, response: Response_): Promise<void> {
    let verdict: Pushed | Refusal
    try {
      verdict = mood === 'mute' || mood === undefined ? await judgement() : mood
    } catch (error) {
      verdict = { status: 400, body: { reason: 'BadRequest', detail: (error as Error).message } }
    }
    if ('status' in verdict) {
      response.writeHead(verdict.status, { 'content-type': 'application/json', ...verdict.headers })
      response.end(verdict.body ? JSON.stringify(verdict.body) : '')
      return
    }
    service.pushed.push(verdict)
    if (mood === 'mute') return
    response.writeHead(http2 ? 200 : 201, {})
    response.end(http2 ? '{}' : '')
  }
  const handle = (
    request: {
      url?: string | undefined
      method?: string | undefined
      headers: Pushed['headers']
      on(event: string, listener: (chunk: Buffer) => void): unknown
    },
    response: Response_,
  ) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const path = request.url ?? ''
      service.calls++
      const mood = request.method === 'POST' ? service.mood(tokenOf(path, body), body) : { status: 405 }
      void answer(mood, () => judged(path, request.headers, body), response)
    })
  }
  const server = http2 ? createSecureServer(tls, handle as never) : createHttps(tls, handle as never)
  server.on('session', (session: { destroy(): void; on(event: string, listener: () => void): void }) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    session.on('error', () => undefined)
  })
  service.url = await listening(server)
  service.close = () =>
    new Promise((resolve) => {
      for (const session of sessions) session.destroy()
      if ('closeAllConnections' in server) server.closeAllConnections()
      server.close(() => resolve())
    })
  return service
}

const pem = (key: { export(options: { type: 'pkcs8' | 'spki'; format: 'pem' }): string | Buffer }, type: 'pkcs8' | 'spki') =>
  key.export({ type, format: 'pem' }) as string

/** APNs: HTTP/2 over TLS, a provider token signed by our key, one device in each path. */
export async function openApns(): Promise<PushService & { config: NonNullable<PushConfig['apns']> }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const config = { key: pem(privateKey, 'pkcs8'), keyId: 'KEY1234567', teamId: 'TEAM123456', topic: 'org.example.tandem', url: '' }
  const known = await importSPKI(pem(publicKey, 'spki'), 'ES256')
  const no = (status: number, reason: string): Refusal => ({ status, body: { reason } })
  const service = await serve(
    true,
    (path) => path.split('/').at(-1) ?? '',
    () => async (path, headers, body) => {
      const token = /^\/3\/device\/([0-9a-f]+)$/.exec(path)?.[1]
      if (!token) return no(404, 'BadPath')
      if (token.length !== 64) return no(400, 'BadDeviceToken')
      const bearer = /^bearer (\S+)$/.exec(String(headers.authorization))?.[1]
      if (!bearer) return no(403, 'MissingProviderToken')
      const verified = await jwtVerify(bearer, known, { algorithms: ['ES256'], issuer: config.teamId, maxTokenAge: '1h' }).catch(
        (error: { code: string }) => error,
      )
      if ('code' in verified) return no(403, verified.code === 'ERR_JWT_EXPIRED' ? 'ExpiredProviderToken' : 'InvalidProviderToken')
      if (verified.protectedHeader.kid !== config.keyId) return no(403, 'InvalidProviderToken')
      if (headers['apns-topic'] !== config.topic) return no(400, 'TopicDisallowed')
      if (headers['apns-push-type'] !== 'alert') return no(400, 'InvalidPushType')
      if (Number(headers['apns-expiration']) * 1000 < Date.now()) return no(400, 'BadExpirationDate')
      const collapseKey = String(headers['apns-collapse-id'])
      if (Buffer.byteLength(collapseKey) > 64) return no(400, 'BadCollapseId')
      if (body.length > 4096) return no(413, 'PayloadTooLarge')
      const payload = JSON.parse(body.toString()) as { aps?: { alert?: { title?: string } } }
      return payload.aps?.alert?.title ? { token, collapseKey, headers, payload } : no(400, 'PayloadEmpty')
    },
  )
  config.url = service.url
  return Object.assign(service, { config })
}

/** FCM HTTP v1: an access token for a signed assertion, then one message for each call. */
export async function openFcm(): Promise<PushService & { config: NonNullable<PushConfig['fcm']>; oauth: StandIn; revokeAccess(): void }> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const known = await importSPKI(pem(publicKey, 'spki'), 'RS256')
  const config = {
    projectId: 'tandem-test',
    clientEmail: 'push@tandem-test.iam.gserviceaccount.com',
    privateKey: pem(privateKey, 'pkcs8'),
    tokenUrl: '',
    url: '',
  }
  const issued = new Set<string>()
  const oauth = await openStandIn(async ({ method, path, body }, response) => {
    const form = new URLSearchParams(body)
    try {
      if (method !== 'POST' || path !== '/token' || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        throw new Error('unsupported_grant_type')
      const { payload } = await jwtVerify(form.get('assertion') ?? '', known, { issuer: config.clientEmail, audience: config.tokenUrl, maxTokenAge: '1h' })
      if (payload.scope !== 'https://www.googleapis.com/auth/firebase.messaging') throw new Error('invalid_scope')
    } catch {
      return sendJson(response, { error: 'invalid_grant' }, 400)
    }
    const token = `ya29.${createHash('sha256').update(`${body}${issued.size}`).digest('base64url')}`
    issued.add(token)
    sendJson(response, { access_token: token, expires_in: 3599, token_type: 'Bearer' })
  })
  config.tokenUrl = `${oauth.url}/token`
  const no = (status: number, code: string, message = ''): Refusal => ({
    status,
    body: { error: { code: status, status: code, message, details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }] } },
  })
  const service = await serve(
    true,
    (_, body) => (JSON.parse(body.toString()) as { message?: { token?: string } }).message?.token ?? '',
    () => async (path, headers, body) => {
      if (path !== `/v1/projects/${config.projectId}/messages:send`) return no(404, 'NOT_FOUND')
      if (!issued.has(String(headers.authorization).replace(/^Bearer /, ''))) return no(401, 'UNAUTHENTICATED')
      const { message } = JSON.parse(body.toString()) as {
        message: { token: string; notification: { title: string }; data: Record<string, unknown>; android: { ttl: string; collapse_key: string } }
      }
      if (Object.values(message.data).some((value) => typeof value !== 'string')) return no(400, 'INVALID_ARGUMENT', 'Invalid value at message.data')
      if (!/^\d+s$/.test(message.android.ttl) || !message.notification.title) return no(400, 'INVALID_ARGUMENT')
      if (body.length > 4500) return no(400, 'INVALID_ARGUMENT', 'Message too big')
      return { token: message.token, collapseKey: message.android.collapse_key, headers, payload: message }
    },
  )
  config.url = service.url
  const close = service.close
  return Object.assign(service, {
    config,
    oauth,
    revokeAccess: () => issued.clear(),
    close: async () => {
      await oauth.close()
      await close()
    },
  })
}

export interface Subscribed {
  /** The PushSubscription's JSON. */
  json: string
  receiver: Receiver
  id: string
}

/** A browser's push service (RFC 8030), with subscriptions that only the given VAPID key may use. */
export async function openWebPush(): Promise<PushService & { host: string; subscribe(applicationServerKey: string): Promise<Subscribed> }> {
  const subscriptions = new Map<string, { receiver: Receiver; key: string }>()
  const service = await serve(
    false,
    (path) => path.split('/').at(-1) ?? '',
    (origin) => async (path, headers, body) => {
      const token = path.split('/').at(-1) ?? ''
      const subscription = subscriptions.get(token)
      if (!subscription) return { status: 404 }
      const [, jwt, key] = /^vapid t=([^,]+), k=(\S+)$/.exec(String(headers.authorization)) ?? []
      if (!jwt || !key) return { status: 401 }
      if (key !== subscription.key) return { status: 403 }
      const point = Buffer.from(key, 'base64url')
      const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
      const { payload } = await jwtVerify(jwt, await importJWK(jwk, 'ES256'), { audience: origin() })
      if (!/^(?:mailto:|https:)/.test(payload.sub ?? '') || (payload.exp ?? 0) * 1000 > Date.now() + 24 * 3_600_000) return { status: 401 }
      if (!/^\d+$/.test(String(headers.ttl)) || headers['content-encoding'] !== 'aes128gcm') return { status: 400 }
      const collapseKey = String(headers.topic)
      if (!/^[\w-]{1,32}$/.test(collapseKey)) return { status: 400 }
      if (body.length > 4096) return { status: 413 }
      return { token, collapseKey, headers, payload: JSON.parse(await subscription.receiver.decrypt(body)) as Record<string, unknown> }
    },
  )
  return Object.assign(service, {
    host: new URL(service.url).host,
    async subscribe(applicationServerKey: string): Promise<Subscribed> {
      const receiver = await newReceiver()
      const id = receiver.auth
      subscriptions.set(id, { receiver, key: applicationServerKey })
      const { p256dh, auth } = receiver
      return { id, receiver, json: JSON.stringify({ endpoint: `${service.url}/push/${id}`, expirationTime: null, keys: { p256dh, auth } }) }
    },
  })
}
