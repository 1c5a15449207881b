// What may become of a call, whichever backend answers it.
import { ApiError, unexpected } from '../../shared/http/client.ts'

export { ApiError }

/**
 * The service did not answer at all: it is stopped or restarting, and the same call may be sent again. What stands before it may answer instead,
 * with anything (404 while it restarts, a page to sign in at); only that something is too long will not change.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError
  const { status, code } = error.problem
  return [502, 503, 504].includes(status) || (code === unexpected && status !== 413)
}

/** In X-Search-Degraded: the cloud did not answer, so the device searched what it has, by words alone. */
export const onDevice = 'device'

/** It was taken back before it was ever sent: nothing was refused, there is nothing to say. */
export class Withdrawn extends Error {}

/** The team has no room for it: it stays on the device as it was written, and nobody waits for the answer any more. */
export class Kept extends Withdrawn {}

/** A key under which the service does a POST at most once, however often it is sent. */
export function once(): { headers: { 'Idempotency-Key': string } } {
  return { headers: { 'Idempotency-Key': crypto.randomUUID() } }
}
