// Who writes, as far as it tells one writer from a namesake.
import type { Actor } from '../../schema/actor.ts'

/**
 * Two running agents may have one name: `run` (an MCP session, a bridge, a shell session) tells them apart. A person has no runs: it is the same
 * person in every window.
 */
export interface Writer extends Actor {
  run?: string | undefined
}

/** Kind and name alone, where a run is nobody's business: the author of a comment, the holder that everybody sees. */
export const actorOnly = ({ kind, name }: Writer): Actor => ({ kind, name })

/** Whether both are the same agent in the same run, or the same person. */
export const isSameWriter = (a: Writer, b: Writer): boolean => a.kind === b.kind && a.name === b.name && (a.run ?? null) === (b.run ?? null)
