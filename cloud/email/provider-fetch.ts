// Calls to mail providers: what they answer, or a ProviderError. No answer in ten seconds is none.
import { span } from '../../shared/node/tracing/spans.ts'
import { ProviderError } from './provider.ts'

/** Before anything was said. */
const notReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

function unreached(error: unknown): ProviderError {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return new ProviderError(0, name === 'TimeoutError' ? 'no answer in time' : 'cannot be reached', undefined, notReached.has(cause?.code ?? ''))
}

/** Neither where it goes, which may name a person, nor `traceparent`, which is nobody's business but ours. */
const traced = (method: string, call: () => Promise<Response>): Promise<Response> =>
  span('mail_provider.call', { kind: 'client', facts: { 'http.request.method': method } }, async (open) => {
    const reply = await call()
    open?.note({ 'http.response.status_code': reply.status })
    return reply
  })

/** What is as large as a file: its bytes as they come, for as long as a slow line may need. */
export async function fetchBytes(url: string, headers: Record<string, string>): Promise<AsyncIterable<Uint8Array>> {
  const reply = await traced('GET', () => fetch(url, { headers, signal: AbortSignal.timeout(5 * 60_000), redirect: 'error' })).catch((error: unknown) => {
    throw unreached(error)
  })
  if (!reply.ok) throw refusal(reply, await reply.text().catch(() => ''))
  return bytesOf(reply)
}

async function* bytesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body ?? []) yield piece
  } catch (error) {
    throw unreached(error)
  }
}

export async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  let reply: Response
  let text: string
  try {
    reply = await traced(init.method ?? 'GET', () => fetch(url, { ...init, signal: AbortSignal.timeout(10_000), redirect: 'error' }))
    text = await reply.text()
  } catch (error) {
    throw unreached(error)
  }
  if (reply.ok) return text
  throw refusal(reply, text)
}

function refusal(reply: Response, text: string): ProviderError {
  const body = parsed(text)
  // OAuth: {error: "invalid_grant"}; Google: {error: {status}}; Microsoft: {error: {code}}.
  const { error } = body as { error?: string | { status?: string; code?: string | number } }
  const reason = typeof error === 'string' ? error : String(error?.status ?? error?.code ?? reply.statusText)
  const seconds = Number(reply.headers.get('retry-after'))
  return new ProviderError(reply.status, reason.slice(0, 100), Number.isFinite(seconds) && seconds > 0 ? seconds : undefined)
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown)
  } catch {
    return {}
  }
}

export const fetchJson = async <T>(url: string, init: RequestInit = {}): Promise<T> => parsed(await fetchText(url, init)) as T

/** Deleted meanwhile. */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof ProviderError) || error.status !== 404) throw error
}

export const bearer = (access: string) => ({ Authorization: `Bearer ${access}` })

export const json = (body: unknown, access: string, method = 'POST'): RequestInit => ({
  method,
  headers: { ...bearer(access), 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
