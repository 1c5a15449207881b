// What the contract suite runs against: any service that mounts the contract, local or cloud.
import type { AnyJson } from '../support/any-json.ts'
import { signed } from '../support/service/as-person.ts'
import { request } from '../support/service/request.ts'

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
  const given = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...signed(url, headers) }
  const { status, headers: answered, text } = await request(url, method, given, body === undefined || raw ? body : JSON.stringify(body))
  return {
    status,
    headers: answered,
    body: text === '' ? undefined : answered.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  }
}
