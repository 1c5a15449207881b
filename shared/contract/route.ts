// Routes as data. From one route come its validation, reply filter, types, OpenAPI operation and client call.
import type { Static, TSchema } from 'typebox'
import type { Access } from '../schema/cloud/access.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface Route {
  readonly method: Method
  /** Path with `:name` parameters, without the prefix under which a service mounts it. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** The body may be left out; it then counts as {}. */
  readonly bodyOptional?: true
  /** The body is no JSON but a file of this media type, which the route's own handler reads as a stream. */
  readonly file?: string
  /** What success answers with; left out for an empty 204. */
  readonly reply?: TSchema
  readonly status: 200 | 201 | 202 | 204 | 302
  /** Other successful statuses (with the same body) that this route may answer. */
  readonly otherStatuses?: readonly number[]
  /** `version`: of the resource itself; `revision`: of the whole store, for lists. */
  readonly etag?: 'version' | 'revision'
  /** Path of what was created, for the Location header. */
  readonly location?: (reply: never) => string
  /** Accepts an Idempotency-Key. Its writes and the remembered answer must commit together (see `once` in shared/http/mount.ts). */
  readonly idempotent?: true
  /** It writes nothing though its method says so: the question is too long for an address. A token that can only read may ask it. */
  readonly onlyReads?: true
  /** What the cloud asks of its caller; left out: `work` in a team. The local service has no logins. */
  readonly needs?: Access
  /**
   * Only the person does it, and the local service wants proof of that: the token of its data folder. A function: for the bodies to which it says
   * true. `agents`: agents may, too, as their policy says. The cloud knows who calls, and goes by `needs`.
   */
  readonly personal?: true | 'agents' | ((body: never) => boolean)
  /** Whoever acts, the local service believes it only with the token of its data folder. A function: for the bodies to which it says true. */
  readonly vouched?: true | ((body: never) => boolean)
  /** Its address holds a secret, so that it is not logged. */
  readonly secret?: true
  /** Answered as a stream by its own handler, not by the mounting code. */
  readonly stream?: true
  /** What it answers with. Default: JSON; text/event-stream for a stream. */
  readonly mediaType?: string
  /** The largest body in bytes, where it differs from the service's own limit. */
  readonly bodyLimit?: number
}

export type Contract = Readonly<Record<string, Route>>

type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : Record<never, never>

export interface Input<R extends Route> {
  params: Part<R, 'params'>
  query: Part<R, 'query'>
  body: Part<R, 'body'>
}

export type Reply<R extends Route> = R extends { readonly reply: infer S extends TSchema } ? Static<S> : void

export function defineContract<const C extends Contract>(contract: C): C {
  return contract
}
