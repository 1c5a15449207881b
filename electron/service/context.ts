import type { Actor } from '../../shared/schema/actor.ts'

/**
 * Who writes. Two running agents may have one name: `run` (an MCP session, a bridge, a shell session) tells them apart. A person has no
 * runs: it is the same person in every window.
 */
export interface Writer extends Actor {
  run?: string | undefined
}

/** Kind and name alone, where a run is nobody's business: the author of a comment, the holder that everybody sees. */
export const actorOnly = ({ kind, name }: Writer): Actor => ({ kind, name })

/** Whether both are the same agent in the same run, or the same person. */
export const isSameWriter = (a: Writer, b: Writer): boolean => a.kind === b.kind && a.name === b.name && (a.run ?? null) === (b.run ?? null)

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
