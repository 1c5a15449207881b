// The library's endpoints on our server. It reads the body itself, and is told how we are reached: what a proxy or a caller says of that counts for nothing.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { connectionContract } from '../../shared/contract/cloud/connections.ts'
import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import { readScope, writeScope } from '../../shared/schema/cloud/connection.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { addressGroup } from '../auth/address-group.ts'
import { createRequestLimit } from '../http/request-limit.ts'
import { requestCookie } from '../http/session-cookie.ts'
import { resourceMetadata, serverMetadata, wellKnown } from './metadata.ts'
import type { OAuthProvider } from './provider.ts'

export interface EndpointDeps {
  provider: () => Promise<OAuthProvider>
  url: () => string
  mayRegister: boolean
  requestsPerMinute: number
  now: () => Date
}

const { oauthAuthorize, oauthResume, oauthToken, oauthRevoke, oauthRegister } = connectionContract

/** Each request begins anew: who was signed in here an hour ago may be somebody else. */
function withoutSession(cookies: string | undefined): string | undefined {
  return cookies
    ?.split(';')
    .filter((one) => !one.trim().startsWith(`${requestCookie}_session`))
    .join(';')
}

/**
 * Who asks for nothing that we know asks for what there is: the person says what of it is given. The answer is one of the kind that our metadata names:
 * the library has others, such as a page that sends a form by itself.
 */
function settled(address: string): string {
  // A question mark may stand in a query as it is, in the client's address for instance.
  const [path = '', ...rest] = address.split('?')
  const query = rest.join('?')
  const asked = new URLSearchParams(query)
  asked.delete('response_mode')
  const all = asked.getAll('scope')
  // Twice is refused by the library.
  if (all.length > 1) return `${path}?${asked}`
  const known = (all[0] ?? '').split(' ').filter((one) => one === readScope || one === writeScope)
  const wanted = known.length === 1 && known[0] === readScope ? [readScope] : [readScope, writeScope]
  asked.set('scope', wanted.join(' '))
  return `${path}?${asked}`
}

function asReached(raw: IncomingMessage, url: string, isNew: boolean): void {
  const { host, protocol } = new URL(url)
  delete raw.headers['x-forwarded-host']
  Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) })
  if (!isNew) return
  raw.url = settled(raw.url ?? '')
  const cookies = withoutSession(raw.headers.cookie)
  if (cookies) raw.headers.cookie = cookies
  else delete raw.headers.cookie
}

export function mountEndpoints(app: FastifyInstance, { provider, url, mayRegister, requestsPerMinute, now }: EndpointDeps): void {
  /** What makes us ask elsewhere or keep something, for anybody. */
  const asking = createRequestLimit(Math.ceil(requestsPerMinute / 10), now)
  const registering = createRequestLimit(Math.ceil(requestsPerMinute / 60), now)
  const others = createRequestLimit(requestsPerMinute, now)

  function limitOf(route: unknown): typeof others {
    if (route === oauthRegister) return registering
    return route === oauthAuthorize ? asking : others
  }

  async function take(request: FastifyRequest, reply: FastifyReply, route: (typeof connectionContract)[keyof typeof connectionContract]): Promise<void> {
    if (route === oauthRegister && !mayRegister)
      throw new AppError('not_found', 'Clients cannot register here. Use a client ID metadata document, or an API token.')
    limitOf(route).count(addressGroup(request.ip))
    const { callback } = await loaded()
    // From here on the reply is the library's.
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
    asReached(request.raw, url(), route === oauthAuthorize)
    await callback(request.raw, reply.raw)
  }

  let handling: Promise<{ callback: ReturnType<OAuthProvider['callback']> }> | undefined
  const loaded = () => (handling ??= provider().then((one) => ({ callback: one.callback() })))

  for (const route of [oauthAuthorize, oauthResume, oauthToken, oauthRevoke, oauthRegister])
    app.route({
      method: route.method,
      url: `${cloudPrefix}${route.path}`,
      config: { contract: route },
      onRequest: (request, reply) => take(request, reply, route),
      // Never reached: the call was taken before its body was read.
      handler: () => undefined,
    })

  const open = (path: string, document: () => object) =>
    app.get(path, { config: { quiet: true } }, (_request, reply) =>
      reply.header('Access-Control-Allow-Origin', '*').header('Cache-Control', 'public, max-age=300').send(document()),
    )
  for (const path of [wellKnown.resource, `${wellKnown.resource}/mcp`]) open(path, () => resourceMetadata(url()))
  open(wellKnown.server, () => serverMetadata(url(), mayRegister))
}
