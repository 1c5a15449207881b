// Google's and Microsoft's mail at the wire: a real OAuth and OpenID server, and the mail interfaces in their own format. They can say no.
import { randomUUID } from 'node:crypto'
import { OAuth2Server } from 'oauth2-mock-server'
import type { EmailConfig } from '../../../cloud/email/email-config.ts'
import { type Answer, openStandIn, sendJson, type StandIn } from '../stand-in.ts'

export interface Mail {
  subject: string
  from: string
  to?: string
  cc?: string
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
  text?: string
  html?: string
  /** The whole of it, as it came. */
  raw?: string
  messageId?: string
  /** Mails of one conversation have one. Default: each its own. */
  thread?: string
  files?: readonly MailedFile[]
}

export interface MailedFile {
  name: string
  content: Buffer
  type?: string
  cid?: string
  /** Microsoft: another mail within it, or a link to what is kept elsewhere. Default: a file. */
  kind?: 'item' | 'reference'
}

const clientId = 'tandem-test'
const clientSecret = 'very-secret'
const pushAccount = 'pusher@tandem-test.iam.gserviceaccount.com'

interface TokenRequest {
  body: { grant_type: string; refresh_token?: string; client_id?: string; client_secret?: string; code?: string }
}

interface OAuth {
  issuer: string
  server: OAuth2Server
  /** Which access tokens the interface takes. */
  accepts(authorization: string | undefined): boolean
  /** Ends all that was given out, as when the person withdraws consent. */
  withdraw(): void
  /** Makes the access tokens void, but not the refresh token. */
  expireAccess(): void
  refreshes: number
  /** What people do not grant, of what is asked for. */
  withheld: string | undefined
  revoked: string[]
  close(): Promise<void>
}

/** Refresh tokens change with each use, and using an old one ends them all: as strict as any provider is. */
async function openOAuth(): Promise<OAuth> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const access = new Set<string>()
  let refresh: string | undefined
  const codes = new Set<string>()
  const oauth: OAuth = {
    issuer: server.issuer.url as string,
    server,
    accepts: (authorization) => access.has(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? ''),
    withdraw() {
      access.clear()
      refresh = undefined
    },
    expireAccess: () => access.clear(),
    refreshes: 0,
    withheld: undefined,
    revoked: [],
    close: () => server.stop(),
  }
  server.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    token.payload.jti = randomUUID()
  })
  let scopes: string[] = []
  server.service.on('beforeAuthorizeRedirect', (_: unknown, request: { query: { scope?: string } }) => {
    scopes = (request.query.scope ?? '').split(' ')
  })
  server.service.on('beforeResponse', (response: { statusCode: number; body: Record<string, unknown> }, request: TokenRequest) => {
    const refuse = (error: string, status = 400) => {
      response.statusCode = status
      response.body = { error }
    }
    const { grant_type, refresh_token, client_id, client_secret, code } = request.body
    if (client_id !== clientId || client_secret !== clientSecret) return refuse('invalid_client', 401)
    if (grant_type === 'authorization_code' && (code === undefined || codes.has(code))) return refuse('invalid_grant')
    if (grant_type === 'refresh_token') {
      oauth.refreshes++
      if (refresh_token !== refresh) {
        oauth.withdraw()
        return refuse('invalid_grant')
      }
    }
    if (code !== undefined) codes.add(code)
    response.body.scope = scopes.filter((one) => one !== oauth.withheld).join(' ')
    access.add(response.body.access_token as string)
    refresh = response.body.refresh_token as string
  })
  server.service.on('beforeRevoke', (_: unknown, request: { body?: { token?: string } }) => {
    oauth.revoked.push(request.body?.token ?? 'something')
    oauth.withdraw()
  })
  return oauth
}

/** What an interface does instead of answering, if anything. */
type Mood = (path: string) => { status: number; headers?: Record<string, string> } | undefined

interface MailApi {
  oauth: OAuth
  api: StandIn
  address: string
  mood: Mood
  close(): Promise<void>
}

function guarded(self: { mood: Mood; oauth: OAuth }, answer: Answer): Answer {
  return (request, response) => {
    const mood = self.mood(request.path)
    if (mood)
      return void response
        .writeHead(mood.status, { 'content-type': 'application/json', ...mood.headers })
        .end('{"error": {"code": 1, "status": "UNAVAILABLE"}}')
    if (!self.oauth.accepts(request.headers.authorization)) return sendJson(response, { error: { code: 401, status: 'UNAUTHENTICATED' } }, 401)
    return answer(request, response)
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64url')

function gmailMessage(id: string, historyId: bigint, mail: Mail, at: number) {
  const part = (mimeType: string, text: string, i: number) => ({
    partId: String(i),
    mimeType,
    filename: '',
    headers: [{ name: 'Content-Type', value: `${mimeType}; charset="UTF-8"` }],
    body: { size: Buffer.byteLength(text), data: base64(text) },
  })
  const headers = [
    { name: 'From', value: mail.from },
    { name: 'To', value: mail.to ?? 'team@example.org' },
    ...Object.entries({ ...(mail.cc === undefined ? {} : { Cc: mail.cc }), ...mail.headers }).map(([name, value]) => ({ name, value })),
    { name: 'Subject', value: mail.subject },
    ...(mail.messageId === undefined ? [] : [{ name: 'Message-ID', value: mail.messageId }]),
  ]
  const files = (mail.files ?? []).map(({ name, content, type = 'application/octet-stream', cid }, i) => ({
    partId: String(i + 2),
    mimeType: type,
    filename: name,
    headers: cid === undefined ? [] : [{ name: 'Content-Id', value: `<${cid}>` }],
    // What is small may stand in the mail itself; the others have another id each time.
    body: content.length < 20 ? { size: content.length, data: content.toString('base64url') } : { size: content.length, attachmentId: `ANGj-${id}-${i}` },
  }))
  const parts = [...(mail.text === undefined ? [] : [part('text/plain', mail.text, 0)]), ...(mail.html === undefined ? [] : [part('text/html', mail.html, 1)])]
  return {
    id,
    threadId: mail.thread ?? `t${id}`,
    labelIds: ['UNREAD', 'INBOX'],
    snippet: mail.subject,
    historyId: String(historyId),
    internalDate: String(at),
    sizeEstimate: 1000,
    payload: { partId: '', mimeType: 'multipart/alternative', filename: '', headers, body: { size: 0 }, parts: [...parts, ...files] },
  }
}

export interface Gmail extends MailApi {
  config: NonNullable<EmailConfig['gmail']>
  watches: number
  stopped: number
  /** What was sent, as it came. */
  sent: { raw: string; threadId: string; id: string }[]
  /** A mail arrives; answers the history id that Gmail would push. */
  arrive(mail: Mail): string
  /** Forgets the history up to now. */
  forgetHistory(): void
  /** The body of a push message, as Pub/Sub sends it. */
  pushBody(historyId: string, address?: string): object
  /** The signature of one; `claims` replaces what is right. */
  sign(audience: string, claims?: Record<string, unknown>, expiresIn?: number): Promise<string>
}

export async function openGmail(): Promise<Gmail> {
  const oauth = await openOAuth()
  // As large as real ones, and beyond what a double can hold.
  let historyId = 9_007_199_254_740_993n
  let oldest = historyId
  const history: { id: bigint; message: string }[] = []
  const messages = new Map<string, ReturnType<typeof gmailMessage>>()
  const mailed = new Map<string, readonly MailedFile[]>()
  const raws = new Map<string, string>()
  const address = 'Team.Inbox@example.org'
  const gmail = { oauth, address, mood: () => undefined, watches: 0, stopped: 0, sent: [] } as unknown as Gmail
  const answer: Answer = ({ method, path, body }, response) => {
    const url = new URL(path, 'http://x')
    const route = `${method} ${url.pathname.replace('/gmail/v1/users/me', '')}`
    if (route === 'GET /profile')
      return sendJson(response, { emailAddress: address, messagesTotal: messages.size, threadsTotal: 1, historyId: String(historyId) })
    if (route === 'POST /watch') {
      const { topicName, labelIds } = JSON.parse(body) as { topicName: string; labelIds: string[] }
      if (topicName !== gmail.config.topic || labelIds[0] !== 'INBOX') return sendJson(response, { error: { code: 400, status: 'INVALID_ARGUMENT' } }, 400)
      gmail.watches++
      return sendJson(response, { historyId: String(historyId), expiration: String(Date.now() + 7 * 24 * 3_600_000) })
    }
    if (route === 'POST /stop') return gmail.stopped++, void response.writeHead(204).end()
    if (route === 'GET /history') {
      const start = BigInt(url.searchParams.get('startHistoryId') ?? '0')
      if (start < oldest) return sendJson(response, { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } }, 404)
      // Pages of two, so that paging is used.
      const from = Number(url.searchParams.get('pageToken') ?? 0)
      const all = history.filter((one) => one.id > start)
      const records = all.slice(from, from + 2).map(({ id, message }) => ({
        id: String(id),
        messages: [{ id: message }],
        messagesAdded: [{ message: { id: message, threadId: `t${message}`, labelIds: ['INBOX'] } }],
      }))
      return sendJson(response, {
        ...(records.length > 0 ? { history: records } : {}),
        historyId: String(historyId),
        ...(all.length > from + 2 ? { nextPageToken: String(from + 2) } : {}),
      })
    }
    if (route === 'POST /messages/send') {
      const { raw, threadId } = JSON.parse(body) as { raw: string; threadId: string }
      // Its own, as Gmail likes to have it.
      const id = `sent${gmail.sent.length}`
      gmail.sent.push({ raw: Buffer.from(raw, 'base64url').toString(), threadId, id: `<${id}@mail.gmail.com>` })
      return sendJson(response, { id, threadId })
    }
    const sent = gmail.sent[Number(/^GET \/messages\/sent(\d+)$/.exec(route)?.[1] ?? -1)]
    if (sent) return sendJson(response, { payload: { headers: [{ name: 'Message-Id', value: sent.id }] } })
    const sought = /^rfc822msgid:(.*)$/.exec(url.searchParams.get('q') ?? '')?.[1]
    if (sought !== undefined) return sendJson(response, gmail.sent.some(({ raw }) => raw.includes(sought)) ? { messages: [{ id: 'x' }] } : {})
    if (route === 'GET /messages')
      return sendJson(response, { messages: [...messages.keys()].map((id) => ({ id, threadId: `t${id}` })), resultSizeEstimate: messages.size })
    const [, of, n] = /^GET \/messages\/(\w+)\/attachments\/ANGj-\w+-(\d+)$/.exec(route) ?? []
    const file = of === undefined ? undefined : mailed.get(of)?.[Number(n)]
    // As Google escapes what only fills up.
    if (file)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{\n  "size": ${file.content.length},\n  "data": "${file.content.toString('base64url')}\\u003d"\n}`)
    const wanted = /^GET \/messages\/(\w+)$/.exec(route)?.[1] ?? ''
    if (url.searchParams.get('format') === 'raw') return sendJson(response, { id: wanted, raw: base64(raws.get(wanted) ?? '') })
    const message = messages.get(wanted)
    return message ? sendJson(response, message) : sendJson(response, { error: { code: 404, status: 'NOT_FOUND' } }, 404)
  }
  const api = await openStandIn(guarded(gmail, answer))
  return Object.assign(gmail, {
    api,
    config: { clientId, clientSecret, topic: 'projects/tandem-test/topics/mail', pushAccount, issuer: oauth.issuer, apiUrl: api.url },
    arrive(mail: Mail) {
      historyId += 7n
      const id = historyId.toString(16)
      messages.set(id, gmailMessage(id, historyId, mail, Date.now()))
      mailed.set(id, mail.files ?? [])
      raws.set(id, mail.raw ?? '')
      history.push({ id: historyId, message: id })
      return String(historyId)
    },
    forgetHistory: () => void (oldest = historyId + 1n),
    pushBody: (told: string, of = address) => ({
      message: {
        data: base64(JSON.stringify({ emailAddress: of, historyId: told })),
        messageId: randomUUID(),
        message_id: '1',
        publishTime: new Date().toISOString(),
        attributes: {},
      },
      subscription: 'projects/tandem-test/subscriptions/mail',
      deliveryAttempt: 1,
    }),
    sign: (audience: string, claims: Record<string, unknown> = {}, expiresIn = 3600) =>
      oauth.server.issuer.buildToken({
        expiresIn,
        scopesOrTransform: (_header: unknown, payload: Record<string, unknown>) =>
          Object.assign(payload, { aud: audience, email: pushAccount, email_verified: true, sub: '1' }, claims),
      }),
    async close() {
      await oauth.close()
      await api.close()
    },
  } satisfies Partial<Gmail>)
}

const graphFile = ({ name, content, cid, kind }: MailedFile, i: number) => ({
  '@odata.type': `#microsoft.graph.${kind ?? 'file'}Attachment`,
  id: `A${i}=`,
  name,
  size: content.length + 120,
  ...(kind === undefined ? { contentId: cid ?? null } : {}),
})

export interface Graph extends MailApi {
  config: NonNullable<EmailConfig['microsoft']>
  /** What was sent, as it came. */
  sent: string[]
  subscriptions: Map<string, { notificationUrl: string; clientState: string; expirationDateTime: string }>
  /** A mail arrives; answers its id. */
  arrive(mail: Mail): string
  /** Tells every subscriber, as Graph does; answers the statuses. `more`: such as lifecycleEvent. */
  tell(messageId: string | undefined, more?: object): Promise<number[]>
}

export async function openGraph(): Promise<Graph> {
  const oauth = await openOAuth()
  const messages = new Map<string, object>()
  const mailed = new Map<string, readonly MailedFile[]>()
  const raws = new Map<string, string>()
  const address = 'Desk@contoso.example'
  const graph = { oauth, address, mood: () => undefined, sent: [], subscriptions: new Map() } as unknown as Graph
  const answer: Answer = async ({ method, path, body, headers }, response) => {
    const { pathname } = new URL(path, 'http://x')
    const route = `${method} ${decodeURIComponent(pathname).replace('/v1.0', '')}`
    if (route === 'GET /me') return sendJson(response, { mail: address, userPrincipalName: 'desk@contoso.onmicrosoft.example' })
    if (route === 'POST /subscriptions') {
      const wanted = JSON.parse(body) as { notificationUrl: string; clientState: string; expirationDateTime: string }
      // Graph asks the address for an echo before it trusts it.
      const token = `Validation: Testing <${randomUUID()}>`
      const echo = await fetch(`${wanted.notificationUrl}&validationToken=${encodeURIComponent(token)}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      })
      if (echo.status !== 200 || (await echo.text()) !== token || !echo.headers.get('content-type')?.startsWith('text/plain'))
        return sendJson(response, { error: { code: 'ValidationError', message: 'no echo' } }, 400)
      if (Date.parse(wanted.expirationDateTime) > Date.now() + 10_070 * 60_000) return sendJson(response, { error: { code: 'ValidationError' } }, 400)
      const id = randomUUID()
      graph.subscriptions.set(id, wanted)
      return sendJson(response, { id, ...wanted }, 201)
    }
    const subscription = /^(PATCH|DELETE) \/subscriptions\/([\w-]+)$/.exec(route)
    if (subscription) {
      const [, verb, id] = subscription as unknown as [string, string, string]
      const known = graph.subscriptions.get(id)
      if (!known) return sendJson(response, { error: { code: 'ResourceNotFound' } }, 404)
      if (verb === 'DELETE') return graph.subscriptions.delete(id), void response.writeHead(204).end()
      Object.assign(known, JSON.parse(body))
      return sendJson(response, { id, ...known })
    }
    if (route === 'POST /me/sendMail') {
      if (headers['content-type'] !== 'text/plain') return sendJson(response, { error: { code: 'BadRequest' } }, 400)
      return graph.sent.push(Buffer.from(body, 'base64').toString()), void response.writeHead(202).end()
    }
    const sought = /^internetMessageId eq '(.*)'$/.exec(new URL(path, 'http://x').searchParams.get('$filter') ?? '')?.[1]
    if (sought !== undefined) return sendJson(response, { value: graph.sent.some((raw) => raw.includes(sought)) ? [{ id: 'x' }] : [] })
    const whole = raws.get(/^GET \/me\/messages\/([^/]+)\/\$value$/.exec(route)?.[1] ?? '')
    if (whole !== undefined) return void response.writeHead(200, { 'content-type': 'text/plain' }).end(whole)
    if (headers.prefer !== 'outlook.body-content-type="text"') return sendJson(response, { error: { code: 'BadRequest' } }, 400)
    if (route === "GET /me/mailFolders('inbox')/messages") return sendJson(response, { value: [...messages.values()].toReversed() })
    const [, of = '', n] = /^GET \/me\/messages\/([^/]+)\/attachments(?:\/A(\d+)=\/\$value)?$/.exec(route) ?? []
    const files = mailed.get(of)
    const file = files?.[Number(n)]
    if (file)
      return file.kind === 'reference' ? sendJson(response, { error: { code: 'MethodNotAllowed' } }, 405) : void response.writeHead(200).end(file.content)
    if (files && n === undefined) return sendJson(response, { value: files.map(graphFile) })
    const message = messages.get(/^GET \/me\/messages\/(.+)$/.exec(route)?.[1] ?? '')
    return message ? sendJson(response, message) : sendJson(response, { error: { code: 'ErrorItemNotFound' } }, 404)
  }
  const api = await openStandIn(guarded(graph, answer))
  return Object.assign(graph, {
    api,
    config: { clientId, clientSecret, issuer: oauth.issuer, apiUrl: api.url },
    arrive(mail: Mail) {
      const id = `AAMk${randomUUID()}=`
      messages.set(id, {
        '@odata.etag': 'W/"x"',
        id,
        internetMessageId: mail.messageId,
        conversationId: `c${id}`,
        subject: mail.subject,
        receivedDateTime: new Date().toISOString(),
        from: { emailAddress: { name: 'Ana', address: mail.from } },
        toRecipients: [{ emailAddress: { name: address, address } }],
        ccRecipients: (mail.cc ?? '').split(', ').flatMap((one) => (one === '' ? [] : [{ emailAddress: { name: one, address: one } }])),
        internetMessageHeaders: Object.entries(mail.headers ?? {}).map(([name, value]) => ({ name, value })),
        // Pictures within the text do not count.
        hasAttachments: (mail.files ?? []).some(({ cid }) => cid === undefined),
        body: { contentType: 'text', content: mail.text ?? '' },
      })
      mailed.set(id, mail.files ?? [])
      raws.set(id, mail.raw ?? '')
      return id
    },
    async tell(messageId: string | undefined, more: object = {}) {
      const statuses: number[] = []
      for (const [subscriptionId, { notificationUrl, clientState }] of graph.subscriptions) {
        const resourceData = messageId === undefined ? undefined : { '@odata.type': '#Microsoft.Graph.Message', id: messageId }
        const value = [
          {
            subscriptionId,
            clientState,
            changeType: 'created',
            resource: `Users/1/Messages/${messageId}`,
            resourceData,
            tenantId: '1',
            subscriptionExpirationDateTime: 'x',
            ...more,
          },
        ]
        const reply = await fetch(notificationUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ value }) })
        statuses.push(reply.status)
      }
      return statuses
    },
    async close() {
      await oauth.close()
      await api.close()
    },
  } satisfies Partial<Graph>)
}

export interface Connecting {
  /** The consent screen. */
  consent: string
  /** Where the provider sends the browser. */
  callback: string
}

/** What a browser does until it comes back from the consent screen. */
export async function consent(cloudUrl: string, headers: Record<string, string>, provider = 'gmail', sends = false): Promise<Connecting> {
  const begin = await fetch(`${cloudUrl}/api/email/oauth/authorize?provider=${provider}${sends ? '&sends=true' : ''}`, { headers, redirect: 'manual' })
  if (begin.status !== 302) throw new Error(`authorize: ${begin.status} ${await begin.text()}`)
  const to = begin.headers.get('location') as string
  const back = await fetch(to, { redirect: 'manual' })
  if (back.status !== 302) throw new Error(`consent: ${back.status} ${await back.text()}`)
  return { consent: to, callback: back.headers.get('location') as string }
}

/** All of it: afterwards the mailbox is connected. */
export async function connectMailbox(cloudUrl: string, headers: Record<string, string>, provider = 'gmail', sends = false): Promise<void> {
  const { callback } = await consent(cloudUrl, headers, provider, sends)
  const done = await fetch(callback, { headers, redirect: 'manual' })
  if (done.status !== 302) throw new Error(`callback: ${done.status} ${await done.text()}`)
}

/** Calls the webhook as Pub/Sub does. */
export async function push(cloudUrl: string, gmail: Gmail, historyId: string, token?: string): Promise<Response> {
  const signature = token ?? (await gmail.sign(`${cloudUrl}/api/email/webhook`))
  return fetch(`${cloudUrl}/api/email/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${signature}` },
    body: JSON.stringify(gmail.pushBody(historyId)),
  })
}
