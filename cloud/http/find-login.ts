// Whose credential it is, and for which team: an API token names its team, a session may be for any team that its person is on.
import type { FastifyRequest } from 'fastify'
import { isTokenShaped, tokenPrefix } from '../../shared/domain/people/api-token.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Access } from '../../shared/schema/cloud/access.ts'
import type { Login, Logins } from '../auth/logins.ts'
import { isSessionShaped } from '../auth/secrets.ts'
import type { Allowance } from './allowance.ts'

export interface FindLoginDeps {
  logins: Logins
  allowance: Allowance
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export const unknownLogin = () =>
  new AppError('unauthenticated', 'Sign in (POST /api/auth/sign-in) or send an API token: "Authorization: Bearer TOKEN" with the header X-Team-Id.')

/** As the OAuth library makes them: 256 bits. */
const isAccessShaped = (token: string) => /^[\w-]{43}$/.test(token)

const noTeam = (path: string) => new AppError('not_found', `There is no team ${path}.`)

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

/** A made-up or mistyped one costs the database nothing. */
function requireTokenShape(token: string): void {
  if (!isTokenShaped(token)) throw new AppError('unauthenticated', 'This is not a Tandem API token: its checksum is wrong. Copy the whole token.')
}

export function createFindLogin({ logins, allowance }: FindLoginDeps) {
  async function byToken(token: string, request: FastifyRequest): Promise<Login> {
    requireTokenShape(token)
    const { header, path } = namedTeam(request)
    if (header === undefined)
      throw new AppError('invalid', 'With an API token, send the id of its team in the header X-Team-Id.', {
        errors: [{ pointer: 'header X-Team-Id', detail: 'X-Team-Id is required' }],
      })
    const login = await allowance.within(token, request.ip, () => logins.token(token, header))
    if (path !== undefined && path !== header) throw noTeam(path)
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
    if (!login.team) throw path === undefined ? new AppError('forbidden', `You are not on the team ${named}. GET /api/teams lists yours.`) : noTeam(named)
    return login
  }

  return Object.assign(
    (token: string, request: FastifyRequest, needs: Access): Promise<Login> =>
      token.startsWith(tokenPrefix) ? byToken(token, request) : bySession(token, request, needs),
    {
      /** An API token in its own team, which X-Team-Id need not name, or what OAuth gave to an agent that somebody connected. */
      agent(token: string, request: FastifyRequest): Promise<Login> {
        if (isSessionShaped(token)) throw new AppError('unauthenticated', 'Agents call with a token of their own; a session is for people.')
        if (!token.startsWith(tokenPrefix)) {
          if (!isAccessShaped(token)) throw new AppError('unauthenticated', 'This is neither an access token nor an API token of Tandem.')
          const { header } = namedTeam(request)
          return allowance.within(token, request.ip, () => logins.access(token, header))
        }
        requireTokenShape(token)
        const { header } = namedTeam(request)
        return allowance.within(token, request.ip, async () => logins.token(token, header ?? (await logins.teamOfToken(token))))
      },
    },
  )
}
