// The team's screens in the desktop's window: what an API token may read in the cloud, read through this service, which adds the token. Whatever
// changes the team needs somebody who is signed in, and is done in the browser.
import type { FastifyInstance } from 'fastify'
import { cloudContract } from '../../../../shared/contract/cloud/cloud.ts'
import type { Contract, Route } from '../../../../shared/contract/route.ts'
import { AppError } from '../../../../shared/domain/app-error.ts'
import { can } from '../../../../shared/domain/people/roles.ts'
import { urlOf } from '../../../../shared/http/client.ts'
import { methodsAt, pathOf } from '../../../../shared/http/known-paths.ts'
import { Answer, type Handlers, mount, type MountOptions, refuseOtherMethods } from '../../../../shared/http/mount.ts'
import type { HttpContext } from '../../context.ts'
import { LinkError } from './cloud-link.ts'

export interface ProxyLink {
  url: string
  /** GETs a path under the cloud's prefix. Throws a LinkError. */
  read(path: string): Promise<{ body: unknown; headers: Headers }>
}

const proxyPrefix = '/remote/api'

/** All that is passed on beside the body: no cookie, no redirect, no tag of another store. */
const passedOn = ['x-total-count', 'link', 'retry-after']

function mayRead({ method, needs = 'work', stream, mediaType }: Route): boolean {
  if (method !== 'GET' || stream || mediaType !== undefined || needs === 'provider' || needs === 'session') return false
  return needs === 'anyone' || needs === 'nobody' || can('token', needs)
}

/** Only what the route is: what it tags and remembers is the cloud's matter, and what its bodies are, too. */
function shown({ method, path, tag, summary, params, query, reply, status, otherStatuses }: Route): Route {
  const input = { ...(params ? { params } : {}), ...(query ? { query } : {}) }
  return { method, path, tag, summary, ...input, ...(reply ? { reply } : {}), status, ...(otherStatuses ? { otherStatuses } : {}) }
}

export function serveProxy(app: FastifyInstance, link: () => ProxyLink | undefined, mounted: Pick<MountOptions<HttpContext>, 'context'>): void {
  function connected(): ProxyLink {
    const through = link()
    if (!through) throw new AppError('conflict', 'Tandem is not connected to a team. Connect it in Settings → Cloud.')
    return through
  }

  async function read(route: Route, input: object): Promise<Answer<unknown>> {
    try {
      const { body, headers } = await connected().read(urlOf(route, input))
      return new Answer(body, { headers: Object.fromEntries(passedOn.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) as string]] : []))) })
    } catch (error) {
      throw error instanceof LinkError ? problemOf(error) : error
    }
  }

  const contract: Record<string, Route> = {}
  const handlers: Record<string, (input: object) => unknown> = {}
  const others = new Map<string, Set<string>>()
  for (const [name, route] of Object.entries<Route>(cloudContract)) {
    if (!mayRead(route)) {
      others.set(route.path, (others.get(route.path) ?? new Set()).add(route.method))
      continue
    }
    const known = shown(route)
    contract[name] = known
    handlers[name] = (input) => read(known, input)
  }
  mount(app, contract as Contract, handlers as unknown as Handlers<Contract, HttpContext>, { ...mounted, prefix: proxyPrefix })
  refuseOthers(app, others, () => connected().url)
}
/** One route for all of the cloud's that write: what they would be, this service knows from the contract, and does not do. */
function refuseOthers(app: FastifyInstance, others: ReadonlyMap<string, ReadonlySet<string>>, cloudUrl: () => string): void {
  function refuse(): never {
    throw new AppError('forbidden', `This needs a signed-in person. Open ${cloudUrl()} in the browser.`)
  }
  for (const [path, methods] of others) {
    if (methods.has('GET')) app.get(`${proxyPrefix}${path}`, refuse)
    refuseOtherMethods(app, `${proxyPrefix}${path}`, methods)
  }
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${proxyPrefix}/*`,
    handler: (request, reply) => (methodsAt(app, pathOf(request.url)).includes(request.method) ? refuse() : reply.callNotFound()),
  })
}

/** Never 401: that would ask for the token of this service. */
function problemOf({ problem, message }: LinkError): AppError {
  switch (problem) {
    case 'team':
      return new AppError('forbidden', message)
    case 'busy':
      return new AppError('rate_limited', message)
    case 'failed':
      return new AppError('not_found', message)
    default:
      return new AppError('conflict', message)
  }
}
