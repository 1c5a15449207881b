import type { Writer } from '../../shared/domain/people/writer.ts'

export { actorOnly, isSameWriter, type Writer } from '../../shared/domain/people/writer.ts'

/** What every use-case knows of the call that it serves. */
export interface Context {
  actor: Writer
  /** The caller's If-Match header: the write is refused if the resource changed since. */
  ifMatch?: string | undefined
  /** A person has said yes to this very write of an agent. */
  isAccepted?: boolean
}

/** A context of an HTTP call. */
export interface HttpContext extends Context {
  /** Path and query, for the links of a page. */
  url: string
  /** Aborted once nobody waits for the answer any more. */
  gone(): AbortSignal
}
