// Which paths exist, for methods that the router does not even know (PROPFIND, SEARCH, …): such a call is 405, not 404.
import type { FastifyInstance } from 'fastify'

const known = new WeakMap<FastifyInstance, { path: RegExp; allowed: string }[]>()

/** `url`: a route's path with `:name` parameters. `allowed`: the value of the Allow header. */
export function rememberPath(app: FastifyInstance, url: string, allowed: string): void {
  const path = new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`)
  known.set(app, [...(known.get(app) ?? []), { path, allowed }])
}

/** The Allow header for a path; undefined when there is nothing. */
export function allowedAt(app: FastifyInstance, path: string): string | undefined {
  return known.get(app)?.find((one) => one.path.test(path))?.allowed
}
