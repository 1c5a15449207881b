// The window's one way to data: the typed client of the service's contract, speaking as the person in front of it.
import { localContract } from '../../shared/contract/local.ts'
import { ApiError, createClient, unexpected } from '../../shared/http/client.ts'
import { home } from './home.ts'
import { homeFetch } from './home-fetch.ts'

export { ApiError }

/** The cloud knows the person by name. */
export const me: { kind: 'person'; name: string } = { kind: 'person', name: 'person' }

/** In the cloud cloud/calls.ts puts its own in place of some of these: what is kept on the device, and what only the local service has. */
export const api = createClient(localContract, {
  baseUrl: home === 'cloud' ? '/api' : '',
  headers: home === 'cloud' ? {} : { 'X-Actor': me.name },
  fetch: homeFetch,
})

/**
 * The service did not answer at all: it is stopped or restarting, and the same call may be sent again. What stands before it may answer instead,
 * with anything (404 while it restarts, a page to sign in at); only that something is too long will not change.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError
  const { status, code } = error.problem
  return [502, 503, 504].includes(status) || (code === unexpected && status !== 413)
}

/** It was taken back before it was ever sent: nothing was refused, there is nothing to say. */
export class Withdrawn extends Error {}

/** A key under which the service does a POST at most once, however often it is sent. */
export function once(): { headers: { 'Idempotency-Key': string } } {
  return { headers: { 'Idempotency-Key': crypto.randomUUID() } }
}
