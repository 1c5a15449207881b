// Calls to mail providers: what they answer, or a ProviderError. No answer in ten seconds is none.
import { ProviderError } from './provider.ts'

/** Before anything was said. */
const notReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

export async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  let reply: Response
  let text: string
  try {
    reply = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000), redirect: 'error' })
    text = await reply.text()
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    throw new ProviderError(0, name === 'TimeoutError' ? 'no answer in time' : 'cannot be reached', undefined, notReached.has(cause?.code ?? ''))
  }
  if (reply.ok) return text
  const body = parsed(text)
  // OAuth: {error: "invalid_grant"}; Google: {error: {status}}; Microsoft: {error: {code}}.
  const { error } = body as { error?: string | { status?: string; code?: string | number } }
  const reason = typeof error === 'string' ? error : String(error?.status ?? error?.code ?? reply.statusText)
  const seconds = Number(reply.headers.get('retry-after'))
  throw new ProviderError(reply.status, reason.slice(0, 100), Number.isFinite(seconds) && seconds > 0 ? seconds : undefined)
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown)
  } catch {
    return {}
  }
}

export const fetchJson = async <T>(url: string, init: RequestInit = {}): Promise<T> => parsed(await fetchText(url, init)) as T

export const bearer = (access: string) => ({ Authorization: `Bearer ${access}` })

export const json = (body: unknown, access: string, method = 'POST'): RequestInit => ({
  method,
  headers: { ...bearer(access), 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
