import type { Actor } from '../../shared/schema/actor.ts'

/** What every use-case knows of the call that it serves. */
export interface Context {
  actor: Actor
  /** The caller's If-Match header: the write is refused if the resource changed since. */
  ifMatch?: string | undefined
}

/** A context of an HTTP call. */
export interface HttpContext extends Context {
  /** Path and query, for the links of a page. */
  url: string
}
