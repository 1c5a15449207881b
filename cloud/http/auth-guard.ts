// Who calls, and may they? Every route says in the contract what it needs (`needs`); one that says nothing needs a member of a team.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import { epochHeader } from '../../shared/contract/cloud/sync.ts'
import { isTokenShaped, tokenPrefix } from '../../shared/domain/people/api-token.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { can, whoCan } from '../../shared/domain/people/roles.ts'
import { actorOf } from '../../shared/http/actor.ts'
import type { Actor } from '../../shared/schema/actor.ts'
import type { Access } from '../../shared/schema/cloud/access.ts'
import type { Login, Logins } from '../auth/logins.ts'
import { isSessionShaped } from '../auth/secrets.ts'
import type { Caller, Context } from '../context.ts'
import type { Allowance } from './allowance.ts'
import { readCookie } from './session-cookie.ts'

export interface DoorOptions {
  logins: Logins
  allowance: Allowance
  /** Where browsers find us, if the operator said so. */
  publicUrl: string | undefined
  /** Throws unauthenticated unless a provider of ours signed the call. */
  verifyProvider: (request: FastifyRequest) => Promise<void>
  /** Notes that a login was used. */
  used: (login: Login) => void
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const unknownLogin = () =>
  new AppError('unauthenticated', 'Sign in (POST /api/auth/sign-in) or send an API token: "Authorization: Bearer TOKEN" with the header X-Team-Id.')

/** A person is who signed in. A token may say which agent works with it, and goes by its own name otherwise; it is never a person. */
function actorFor(caller: Caller | undefined, said: string | undefined): Actor {
  if (caller?.kind !== 'token') return { kind: 'person', name: (caller?.user.name ?? caller?.user.email ?? 'person').slice(0, 200) }
  const { kind, name } = said ? actorOf(said, undefined) : { kind: 'agent', name: '' }
  return { kind: 'agent', name: (kind === 'person' && name === 'person' ? '' : name) || caller.name.slice(0, 200) }
}

export function createAuthGuard({ logins, allowance, publicUrl, verifyProvider, used }: DoorOptions) {
  const isSecure = (request: FastifyRequest) => publicUrl?.startsWith('https:') ?? request.protocol === 'https'

  /** A page of another site must not write with the cookie that the browser adds by itself. Other programs send neither header. */
  function refuseForeignPages(request: FastifyRequest): void {
    const { origin, host, 'sec-fetch-site': site } = request.headers
    if (site === 'same-origin' || site === 'none') return
    const own = origin === undefined ? site === undefined : origin === (publicUrl ?? `${request.protocol}://${host}`)
    if (!own) throw new AppError('forbidden', `Pages of ${origin ?? 'other sites'} are not allowed to use your session.`)
  }

  /** The credential of the call: a bearer goes before the cookie. */
  function credential(request: FastifyRequest): { bearer?: string; cookie?: string } {
    const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (bearer) return { bearer }
    const cookie = request.headers.authorization === undefined ? readCookie(request.headers.cookie, isSecure(request)) : undefined
    return cookie ? { cookie } : {}
  }

  /** X-Team-Id, or the team of the path. */
  function namedTeam(request: FastifyRequest): { header: string | undefined; path: string | undefined } {
    const { properties = {} } = (request.routeOptions.config.contract?.query ?? {}) as { properties?: object }
    const inQuery = 'team_id' in properties
    const header = [request.headers['x-team-id']].flat()[0] ?? (inQuery ? (request.query as { team_id?: string }).team_id : undefined)
    if (header !== undefined && !uuid.test(header))
      throw new AppError('invalid', 'X-Team-Id must be the UUID of a team.', { errors: [{ pointer: 'header X-Team-Id', detail: 'not a UUID' }] })
    const path = (request.params as { teamId?: string } | undefined)?.teamId
    return { header: header?.toLowerCase(), path: path?.toLowerCase() }
  }

  const elsewhere = (path: string) => new AppError('not_found', `There is no team ${path}.`)

  async function byToken(token: string, request: FastifyRequest): Promise<Login> {
    // A made-up or mistyped one costs the database nothing.
    if (!isTokenShaped(token)) throw new AppError('unauthenticated', 'This is not a Tandem API token: its checksum is wrong. Copy the whole token.')
    const { header, path } = namedTeam(request)
    if (header === undefined)
      throw new AppError('invalid', 'With an API token, send the id of its team in the header X-Team-Id.', {
        errors: [{ pointer: 'header X-Team-Id', detail: 'X-Team-Id is required' }],
      })
    const login = await allowance.within(token, request.ip, () => logins.token(token, header))
    if (path !== undefined && path !== header) throw elsewhere(path)
    return login
  }

  async function bySession(token: string, request: FastifyRequest, needs: Access): Promise<Login> {
    if (!isSessionShaped(token)) throw unknownLogin()
    const { header, path } = namedTeam(request)
    const session = () => allowance.within(token, request.ip, () => logins.session(token))
    if (needs === 'session' || needs === 'anyone') return session()
    // A path that is no UUID names no team; the validator says so better.
    if (path !== undefined && !uuid.test(path)) return session()
    const named = path ?? header
    if (named === undefined) {
      const { caller } = await session()
      return logins.sessionInTeam(token, await logins.onlyTeam(caller.kind === 'session' ? caller.user.id : ''))
    }
    const login = await allowance.within(token, request.ip, () => logins.sessionInTeam(token, named))
    if (!login.team) throw path === undefined ? new AppError('forbidden', `You are not on the team ${named}. GET /api/teams lists yours.`) : elsewhere(named)
    return login
  }

  function refuseUnlessAllowed(login: Login, needs: Access): void {
    if (needs === 'nobody' || needs === 'provider' || needs === 'anyone') return
    if (login.caller.kind === 'token' && (needs === 'session' || !can('token', needs)))
      throw new AppError('forbidden', 'API tokens cannot do this: sign in as a person.')
    if (needs !== 'session' && login.team && !can(login.team.capacity, needs))
      throw new AppError('forbidden', `Only an ${whoCan(needs)} of the team can do this; you are ${login.team.capacity}.`)
  }

  async function authenticate(request: FastifyRequest, needs: Access): Promise<Login | undefined> {
    const { bearer, cookie } = credential(request)
    if (cookie && request.method !== 'GET' && request.method !== 'HEAD') refuseForeignPages(request)
    // A call that is open to all is not refused for a credential that is void.
    if (needs === 'nobody') return undefined
    if (needs === 'provider') {
      await verifyProvider(request)
      return undefined
    }
    const token = bearer ?? cookie
    if (token === undefined) throw unknownLogin()
    const login = await (token.startsWith(tokenPrefix) ? byToken(token, request) : bySession(token, request, needs))
    refuseUnlessAllowed(login, needs)
    used(login)
    return login
  }

  return {
    /** Checks every route of the contract before its body is read. */
    guard(app: FastifyInstance): void {
      app.decorateRequest('login', null)
      app.addHook('onRoute', ({ url, config }) => {
        // What the door does not know, it would let through.
        if (url.startsWith(`${cloudPrefix}/`) && !config?.contract && !config?.refusal) throw new Error(`${url} is not a route of the contract`)
      })
      app.addHook('onRequest', async (request, reply) => {
        reply.header('X-Content-Type-Options', 'nosniff').header('Referrer-Policy', 'no-referrer')
        const route = request.routeOptions.config.contract
        if (route) request.login = (await authenticate(request, route.needs ?? 'work')) ?? null
      })
    },

    context(request: FastifyRequest): Context {
      const { caller, team } = request.login ?? {}
      const { 'x-actor': xActor, 'if-match': ifMatch, 'user-agent': userAgent, [epochHeader]: epoch } = request.headers
      const { bearer, cookie } = credential(request)
      const said = [xActor].flat()[0]
      return {
        caller,
        team,
        actor: actorFor(caller, said),
        principal: caller === undefined ? '' : caller.kind === 'token' ? `token:${caller.id}` : `user:${caller.user.id}`,
        ifMatch,
        epoch: [epoch].flat()[0],
        url: request.url,
        address: request.ip,
        userAgent,
        presentToken: [bearer, cookie].find((token) => token !== undefined && isSessionShaped(token)),
        secure: isSecure(request),
      }
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    login: Login | null
  }
}
