import type { ApiError } from '../../shared/http/client.ts'

/** What a script can tell from the exit code; documented in docs/agents.md. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  /** A task like it exists (add), or somebody else holds it (claim): nothing was written. */
  conflict: 3,
  notFound: 4,
  noService: 5,
  forbidden: 6,
  /** All was written, but "done" became "in review": proof is missing, or a person looks first. */
  inReview: 7,
} as const

export function exitCodeOf({ problem }: ApiError): number {
  if (problem.status === 404) return exitCodes.notFound
  if (problem.status === 409) return exitCodes.conflict
  if (problem.status === 401 || problem.status === 403) return exitCodes.forbidden
  return problem.status === 400 ? exitCodes.usage : exitCodes.failed
}

/** What a command is about does not exist; the message says what was left undone. */
export class NotFound extends Error {}

/** Wrong arguments, in words that say what to type instead. */
export class UsageError extends Error {}
