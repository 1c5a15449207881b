// Calls to mail providers: JSON back, or a ProviderError. No answer in ten seconds is none.
import { ProviderError } from './provider.ts'

export async function fetchJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  let reply: Response
  let text: string
  try {
    reply = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000), redirect: 'error' })
    text = await reply.text()
  } catch (error) {
    throw new ProviderError(0, (error as Error).name === 'TimeoutError' ? 'no answer in time' : 'cannot be reached')
  }
  let body: unknown
  try {
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    body = {}
  }
  if (reply.ok) return body as T
  // OAuth: {error: "invalid_grant"}; Google: {error: {status}}; Microsoft: {error: {code}}.
  const { error } = body as { error?: string | { status?: string; code?: string | number } }
  const reason = typeof error === 'string' ? error : String(error?.status ?? error?.code ?? reply.statusText)
  const seconds = Number(reply.headers.get('retry-after'))
  throw new ProviderError(reply.status, reason.slice(0, 100), Number.isFinite(seconds) && seconds > 0 ? seconds : undefined)
}

export const bearer = (access: string) => ({ Authorization: `Bearer ${access}` })

export const json = (body: unknown, access: string, method = 'POST'): RequestInit => ({
  method,
  headers: { ...bearer(access), 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
