// The window's one way to data: the typed client of the service's contract, speaking as the person in front of it.
import { localContract } from '../shared/contract/local.ts'
import { ApiError, createClient } from '../shared/http/client.ts'
import { connection } from './connection.ts'

export { ApiError }

export const me = { kind: 'person', name: 'person' } as const

export const api = createClient(localContract, {
  baseUrl: '',
  headers: { 'X-Actor': me.name },
  async fetch(input, init) {
    const response = await fetch(input, init)
    if (response.status === 401) connection.needsToken.set(true)
    return response
  },
})

/** The service did not answer at all: it is stopped or restarting, and the same call may be sent again. */
export function isAway(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof ApiError && [502, 503, 504].includes(error.problem.status))
}

/** A key under which the service does a POST at most once, however often it is sent. */
export function once(): { headers: Record<string, string> } {
  return { headers: { 'Idempotency-Key': crypto.randomUUID() } }
}
