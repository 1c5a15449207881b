// Who calls, and may they? Every route says in the contract what it needs (`needs`); one that says nothing needs a member of a team.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import type { Route } from '../../shared/contract/route.ts'
import { epochHeader } from '../../shared/contract/cloud/sync.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { can, whoCan } from '../../shared/domain/people/roles.ts'
import { runId, runOf } from '../../shared/http/actor.ts'
import { goneSignal } from '../../shared/http/gone.ts'
import type { Access } from '../../shared/schema/cloud/access.ts'
import { actorFor, personAt } from '../attribution.ts'
import type { Login } from '../auth/logins.ts'
import { isSessionShaped } from '../auth/secrets.ts'
import type { Context } from '../context.ts'
import { createCredentials } from './credential.ts'
import { readBrowserCookie, readPlainCookie, requestCookie } from './session-cookie.ts'
import { createFindLogin, type FindLoginDeps, unknownLogin } from './find-login.ts'

export interface AuthGuardOptions extends FindLoginDeps {
  /** Where browsers find us, if the operator said so. */
  publicUrl: string | undefined
  /** Throws unauthenticated unless a provider of ours signed the call. */
  verifyProvider: (request: FastifyRequest) => Promise<void>
  /** Notes that a login was used. */
  used: (login: Login) => void
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD'])

function refuseUnlessAllowed(login: Login, needs: Access, isReading: boolean): void {
  if (login.caller.kind === 'token' && login.caller.readOnly && !isReading)
    throw new AppError('forbidden', 'This API token can only read. An admin of the team can create one that can write.')
  if (needs === 'nobody' || needs === 'provider' || needs === 'anyone') return
  if (login.caller.kind === 'token' && (needs === 'session' || !can('token', needs)))
    throw new AppError('forbidden', 'API tokens cannot do this: sign in as a person.')
  if (needs === 'bring' && login.caller.kind === 'session')
    throw new AppError(
      'forbidden',
      'Only a device brings changes this way, with its API token. Send each change to its own route: GET /openapi.json lists them.',
    )
  if (needs !== 'session' && login.team && !can(login.team.capacity, needs))
    throw new AppError('forbidden', `Only ${whoCan(needs)} of the team can do this; your role is ${login.team.capacity}.`)
}

export function createAuthGuard({ publicUrl, verifyProvider, used, ...deps }: AuthGuardOptions) {
  const credentials = createCredentials(publicUrl)
  const findLogin = createFindLogin(deps)

  async function authenticate(request: FastifyRequest, { needs = 'work', onlyReads }: Route): Promise<Login | undefined> {
    const { bearer, cookie } = credentials.of(request)
    if (cookie && !reading.has(request.method)) credentials.refuseForeignPages(request)
    // A call that is open to all is not refused for a credential that is void.
    if (needs === 'nobody') return undefined
    if (needs === 'provider') {
      await verifyProvider(request)
      return undefined
    }
    const token = bearer ?? cookie
    if (token === undefined) throw unknownLogin()
    const login = await findLogin(token, request, needs)
    refuseUnlessAllowed(login, needs, onlyReads === true || reading.has(request.method))
    used(login)
    return login
  }

  return {
    /** Checks every route of the contract before its body is read. */
    guard(app: FastifyInstance): void {
      app.decorateRequest('login', null)
      app.addHook('onRoute', ({ url, config }) => {
        // What the guard does not know, it would let through.
        if (url.startsWith(`${cloudPrefix}/`) && !config?.contract && !config?.refusal) throw new Error(`${url} is not a route of the contract`)
      })
      app.addHook('onRequest', async (request, reply) => {
        reply.header('X-Content-Type-Options', 'nosniff').header('Referrer-Policy', 'no-referrer')
        const route = request.routeOptions.config.contract
        if (route) request.login = (await authenticate(request, route)) ?? null
      })
    },

    /** For agents, whose tokens say themselves which team they are of. A session is refused: what a browser adds by itself is not for programs. */
    async agent(request: FastifyRequest): Promise<void> {
      credentials.refuseOtherOrigins(request)
      const { bearer } = credentials.of(request)
      if (bearer === undefined) throw new AppError('unauthenticated', 'Send an API token of your team: "Authorization: Bearer TOKEN".')
      request.login = await findLogin.agent(bearer, request)
      used(request.login)
    },

    context(request: FastifyRequest): Context {
      const { caller, team } = request.login ?? {}
      const { 'x-actor': xActor, 'x-run': xRun, 'if-match': ifMatch, 'user-agent': userAgent, [epochHeader]: epoch } = request.headers
      const { bearer, cookie } = credentials.of(request)
      const said = [xActor].flat()[0]
      const principal = caller === undefined ? '' : caller.kind === 'token' ? `token:${caller.id}` : `user:${caller.user.id}`
      const run = caller?.kind === 'token' ? runOf([xRun].flat()[0]) : undefined
      return {
        caller,
        team,
        actor: actorFor(caller, said),
        personThere: personAt(caller, said),
        run: run === undefined ? undefined : runId(`${principal} ${run}`),
        gone: () => goneSignal(request.raw.socket),
        principal,
        ifMatch,
        epoch: [epoch].flat()[0],
        url: request.url,
        address: request.ip,
        userAgent,
        presentToken: [bearer, cookie].find((token) => token !== undefined && isSessionShaped(token)),
        askedHere: readPlainCookie(request.headers.cookie, requestCookie),
        browser: readBrowserCookie(request.headers.cookie, credentials.isSecure(request)),
        secure: credentials.isSecure(request),
      }
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    login: Login | null
  }
}
