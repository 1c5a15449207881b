// Who may call the local service. It has no login by default, so a web page in the person's browser must not be able to use it:
// the Host must be this machine's own name (DNS rebinding), and a request from another origin is refused (cross-site requests).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/domain/app-error.ts'
import { bearerOf, cookieOf, isSameToken } from '../sign-in/folder-token.ts'

const loopbackName = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i

export interface GuardOptions {
  /** Further origins that may call, such as the development server's. */
  origins?: readonly string[]
  /** The token of the data folder: what only the person does needs it. */
  token: string
  /** Every call but /health, signing in and the web UI's own files needs it. */
  requireToken?: boolean
}

export function guard(app: FastifyInstance, options: GuardOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Content-Type-Options', 'nosniff').header('Referrer-Policy', 'no-referrer')
    const { host, origin } = request.headers
    if (hasTwoHosts(request.raw.rawHeaders)) throw new AppError('invalid', 'Send one Host header; got more than one.')
    if (!host || !loopbackName.test(host)) {
      throw new AppError(
        'forbidden',
        `Tandem only accepts requests from this computer. Call it as http://127.0.0.1 or http://localhost; got the Host '${host ?? ''}'.`,
      )
    }
    if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}` && !isSamePort(origin, host) && !options.origins?.includes(origin)) {
      throw new AppError('forbidden', `Pages from ${origin} are not allowed to use this Tandem.`)
    }
    // Browsers say where a request comes from even when they send no Origin (an image, a script, a form).
    if (request.headers['sec-fetch-site'] === 'cross-site' && request.headers['sec-fetch-mode'] !== 'navigate') {
      throw new AppError('forbidden', 'Pages from other sites are not allowed to use this Tandem.')
    }
    if (options.requireToken && !isOpen(request) && !isSameToken(bearerOf(request) || cookieOf(request), options.token)) {
      throw new AppError(
        'unauthenticated',
        'This Tandem requires its token: send it as "Authorization: Bearer TOKEN". It is in the file `token` in the data folder.',
      )
    }
  })
}

/** Node takes the first, a proxy in between may have looked at the other. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let found = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') found++
  return found > 1
}

/** http://localhost:4820 may call 127.0.0.1:4820: both are this service. */
function isSamePort(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: originHost, port } = new URL(origin)
  return protocol === 'http:' && loopbackName.test(originHost) && (port || '80') === (/:(\d+)$/.exec(host)?.[1] ?? '80')
}

function isOpen(request: FastifyRequest): boolean {
  const { open, contract } = request.routeOptions.config
  return request.url === '/health' || open === true || contract?.path === '/sign-in'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reachable without the token: the web UI's own files hold no data. */
    open?: boolean
  }
}
