// Calls as the product's clients make them: what got no answer, or was refused for the moment, is sent again, the same and with the same key.
import { request } from 'undici'
import type { Outcome } from './history.ts'
import type { AnyJson } from '../support/any-json.ts'

export interface Answer {
  outcome: Outcome
  status: number
  attempts: number
  body: AnyJson
  /** Whether an earlier attempt may have been carried out. */
  repeated: boolean
}

export interface Ask {
  method: string
  path: string
  body?: unknown
  headers: Record<string, string>
}

export interface CallerOptions {
  urls: readonly string[]
  /** Index of the instance that is asked first; who gets no answer goes to the next one. */
  first: number
  timeoutMs: number
  /** After that nothing is sent again. */
  giveUpMs: number
  stopped: () => boolean
}

export type Caller = ReturnType<typeof createCaller>

const pauseMs = 150
const isForNow = (status: number) => status >= 500 || status === 429 || status === 408

export function createCaller({ urls, first, timeoutMs, giveUpMs, stopped }: CallerOptions) {
  let turn = first

  async function once({ method, path, body, headers }: Ask): Promise<{ status: number; body: AnyJson }> {
    const reply = await request(`${urls[turn % urls.length]}${path}`, {
      method: method as 'GET',
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await reply.body.text()
    return { status: reply.statusCode, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** `once`: for what must not be sent twice. */
  return async function call(ask: Ask, { again = true }: { again?: boolean } = {}): Promise<Answer> {
    const end = performance.now() + giveUpMs
    let repeated = false
    for (let attempts = 1; ; attempts++) {
      let status = 0
      let body: AnyJson
      try {
        ;({ status, body } = await once(ask))
      } catch {
        status = 0
      }
      if (status >= 200 && status < 300) return { outcome: 'ok', status, attempts, body, repeated }
      if (status !== 0 && !isForNow(status)) return { outcome: repeated ? 'unknown' : 'fail', status, attempts, body, repeated }
      // A limit is refused before anything is done.
      repeated ||= status !== 429
      turn++
      if (!again || stopped() || performance.now() > end) return { outcome: repeated ? 'unknown' : 'fail', status, attempts, body, repeated }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
