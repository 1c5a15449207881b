// What the contract suite runs against: any service that mounts the contract, local or cloud.
import type { AnyJson } from '../support/any-json.ts'
import { signed } from '../support/service/as-person.ts'

export interface Called {
  status: number
  headers: Headers
  body: AnyJson
}

export interface Target {
  /** `path` is the contract's own (`/tasks`); the target adds its prefix and credentials. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Called>
  /** The prefix under which the contract is mounted, for Location and Link headers. */
  prefix: string
  close(): Promise<void>
}

export async function callUrl(url: string, method: string, body: unknown, headers: Record<string, string> = {}): Promise<Called> {
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...signed(url, headers) },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  }
}
