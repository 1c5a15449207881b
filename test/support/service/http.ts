// Plain calls, as any HTTP client makes them.
import { signed } from './as-person.ts'
import { request } from './request.ts'

export interface Reply<T> {
  status: number
  headers: Headers
  body: T
}

export interface ProblemBody {
  status: number
  code: string
  detail: string
}

/** One JSON call. `T` is what the caller expects to read; nothing checks it. */
export async function call<T = ProblemBody>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<T>> {
  const given = { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...signed(url, headers) }
  const { status, headers: answered, text } = await request(`${url}${path}`, method, given, body === undefined ? body : JSON.stringify(body))
  return { status, headers: answered, body: (text === '' ? undefined : JSON.parse(text)) as T }
}
