// Which paths exist and with which methods. Most of what has another method comes to the handler of what is not found, and is told there that it is
// 405: a route for each refusal would be three quarters of the router, and half of the time of a start.
import type { FastifyInstance } from 'fastify'

interface KnownPath {
  url: string
  path: RegExp
  /** Without HEAD and OPTIONS. */
  methods: Set<string>
  /** Methods that a more general path would take for this one. */
  refused: Set<string>
}

/** By the number of their parts: without that in common, no path matches another. */
type KnownPaths = Map<number, KnownPath[]>

/** A path, and the methods that have to be refused there by a route. */
export interface Refusal {
  url: string
  methods: string[]
}

const partsOf = (path: string) => path.split('/').length
const patternOf = (url: string) => new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`)

/** An address without its query. */
export const pathOf = (address: string): string => address.split('?', 1)[0] ?? ''

/** Of an instance and those within it. */
function pathsOf(app: FastifyInstance): KnownPaths {
  if (!app.hasDecorator('knownPaths')) app.decorate('knownPaths', new Map() as KnownPaths)
  return app.knownPaths
}

/** Before the first path of an instance: it knows what those within it have, too. */
export const knowPaths = (app: FastifyInstance): void => void pathsOf(app)

/** What `general` would take for `special` though it is not a method of it: `PATCH /tasks/:id` a PATCH of `/tasks/bulk`. */
function taken(special: KnownPath, general: KnownPath): Refusal | undefined {
  if (special === general || !general.path.test(special.url)) return undefined
  const methods = [...general.methods].filter((method) => !special.methods.has(method) && !special.refused.has(method))
  for (const method of methods) special.refused.add(method)
  return methods.length === 0 ? undefined : { url: special.url, methods }
}

/**
 * `url`: a route's path with `:name` parameters; `methods`: those that it has, without HEAD and OPTIONS.
 * Returns what needs a route to be refused, because a path that was known before would match this one, or this one it.
 */
export function rememberPath(app: FastifyInstance, url: string, methods: ReadonlySet<string>): Refusal[] {
  const known = pathsOf(app)
  const alike = known.get(partsOf(url)) ?? []
  known.set(partsOf(url), alike)
  let own = alike.find((one) => one.url === url)
  if (!own) alike.push((own = { url, path: patternOf(url), methods: new Set(), refused: new Set() }))
  for (const method of methods) own.methods.add(method)
  return alike.flatMap((one) => [taken(own, one), taken(one, own)]).filter((refusal) => refusal !== undefined)
}

/** The methods that a path has, without HEAD and OPTIONS; none where there is nothing. */
export function methodsAt(app: FastifyInstance, path: string): string[] {
  const alike = pathsOf(app).get(partsOf(path)) ?? []
  return [...((alike.find((one) => one.url === path) ?? alike.find((one) => one.path.test(path)))?.methods ?? [])]
}

/** The value of the Allow header for a path; undefined when there is nothing. */
export function allowedAt(app: FastifyInstance, path: string): string | undefined {
  const methods = methodsAt(app, path)
  return methods.length === 0 ? undefined : [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

declare module 'fastify' {
  interface FastifyInstance {
    knownPaths: KnownPaths
  }
}
