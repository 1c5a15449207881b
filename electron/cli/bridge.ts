// Carries the protocol between standard input and output and the service's /mcp, in both eras, without reading more of it than it must.
// A service that was restarted (or must be started) in between is met again: a session of the 2025 era is begun anew behind the client's back.
import { randomUUID } from 'node:crypto'
import type { Found } from './find-service.ts'
import { eachMessage, isModern, type Message, modernHeaders } from './mcp-messages.ts'

export interface BridgeOptions {
  /** The service; starts one if none runs. */
  service: () => Promise<Found>
  /** The service if one runs; starts none. */
  running: () => Promise<Found | undefined>
  profile: 'core' | 'full'
  /** Names the agent in the history, instead of the client's own name. */
  name?: string | undefined
  write: (message: Message) => void
  log: (text: string) => void
}

const firstPause = 1000
const longestPause = 15_000

export function createBridge({ service, running, profile, name, write, log }: BridgeOptions) {
  /** Tells this bridge from another one of the same client, whatever sessions it begins. */
  const run = randomUUID()
  const inFlight = new Map<string | number, AbortController>()
  const subscribed = new Map<string, Message>()
  let found: Promise<Found> | undefined
  let session: { id: string; version: string } | undefined
  let initialize: Message | undefined
  let stream: AbortController | undefined
  let isClosed = false

  const hasSession = () => session !== undefined

  /** One search for the service at a time, however many messages wait for it. */
  const target = () => (found ??= service().catch((error: unknown) => ((found = undefined), Promise.reject(error as Error))))

  /** Nobody is there any more: the next call looks anew, unless another one does so already. */
  function lost(used: typeof found): void {
    if (found === used) found = undefined
  }

  function headersOf(message: Message): Record<string, string> {
    if (isModern(message)) return modernHeaders(message)
    return session && message.method !== 'initialize' ? { 'Mcp-Session-Id': session.id, 'MCP-Protocol-Version': session.version } : {}
  }

  async function request(method: 'POST' | 'GET' | 'DELETE', headers: Record<string, string>, body?: string, signal?: AbortSignal): Promise<Response> {
    const { url, headers: own } = await target()
    return fetch(`${url}/mcp?tools=${profile}`, {
      method,
      headers: {
        Accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        'X-Run': run,
        ...(name ? { 'X-Actor': `agent:${name}` } : {}),
        ...own,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
  }

  /** Only where a service was used; none is looked for, or started, to say goodbye to. */
  async function releaseClaims(): Promise<void> {
    if (!found) return
    const { url, headers } = await found
    const actor = { 'X-Actor': `agent:${name ?? 'tandem-mcp'}` }
    await fetch(`${url}/claims`, { method: 'DELETE', headers: { 'X-Run': run, ...actor, ...headers }, signal: AbortSignal.timeout(2000) })
  }

  /** Sends what begins a session, and remembers the session; returns the answer. */
  async function begin(message: Message): Promise<Message | undefined> {
    const reply = await request('POST', {}, JSON.stringify(message))
    let answer: Message | undefined
    await eachMessage(reply, (one) => (answer = one))
    const id = reply.headers.get('mcp-session-id')
    const version = answer?.result?.protocolVersion
    if (reply.ok && id && version) session = { id, version }
    return answer
  }

  /** Begins the session anew, as the client once did, without its noticing. */
  async function beginAgain(): Promise<void> {
    if (!initialize) return
    log('Tandem was restarted: beginning a new session.')
    session = undefined
    const answer = await begin({ ...initialize, id: `again-${randomUUID()}` })
    if (!hasSession()) throw new Error(answer?.error?.message ?? 'Tandem began no new session.')
    await request('POST', headersOf({ jsonrpc: '2.0' }), JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    for (const message of subscribed.values())
      await (await request('POST', headersOf(message), JSON.stringify({ ...message, id: `again-${randomUUID()}` }))).text()
    listen()
  }

  let renewal: Promise<void> | undefined
  const renew = () => (renewal ??= beginAgain().finally(() => (renewal = undefined)))

  /**
   * The stream on which the service speaks first: updates of subscribed resources. It outlives restarts of the service, also where its
   * client only listens; but a service that somebody stopped is not started for the sake of listening.
   */
  function listen(): void {
    stream?.abort()
    const mine = new AbortController()
    stream = mine
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
    void (async () => {
      for (let wait = firstPause; !mine.signal.aborted; wait = Math.min(wait * 1.5, longestPause)) {
        let used = found
        try {
          if (!found) {
            const there = await running()
            if (there) found ??= Promise.resolve(there)
          }
          used = found
          if (used) {
            // A new session begins a new stream.
            if (!session) {
              await renew()
              return
            }
            const reply = await request('GET', { 'Mcp-Session-Id': session.id, 'MCP-Protocol-Version': session.version }, undefined, mine.signal)
            if (reply.status === 404) {
              await renew()
              return
            }
            if (reply.status === 405) return
            if (reply.ok) {
              wait = firstPause
              await eachMessage(reply, write)
            }
          }
        } catch {
          // Gone, or moved to another port: whoever asks next, a call or the next round, looks where it is.
          if (!mine.signal.aborted) lost(used)
        }
        await pause(wait)
      }
    })()
  }

  async function send(message: Message): Promise<void> {
    const controller = new AbortController()
    const isRequest = message.method !== undefined && message.id !== undefined && message.id !== null
    if (isRequest) inFlight.set(message.id as string | number, controller)
    try {
      for (let attempt = 0; ; attempt++) {
        await renewal?.catch(() => undefined)
        const usedSession = session
        const used = found
        let reply: Response
        try {
          // The last attempt to begin anew failed: nothing but another one helps.
          if (initialize && !session && !isModern(message) && message.method !== 'initialize') {
            await renew()
            continue
          }
          reply = await request('POST', headersOf(message), JSON.stringify(message), controller.signal)
        } catch (error) {
          // Never sent: nobody listened. Whatever was sent and not answered must not be sent twice.
          if (attempt >= 2 || (error as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') throw error
          lost(used)
          if (usedSession && session === usedSession) session = undefined
          continue
        }
        // Since then it asks for a token, or for another one.
        if (reply.status === 401 && attempt === 0) {
          await reply.body?.cancel()
          lost(used)
          continue
        }
        if (reply.status === 404 && usedSession && attempt < 2 && !isModern(message)) {
          await reply.body?.cancel()
          if (session === usedSession) await renew()
          continue
        }
        let isAnswered = false
        await eachMessage(reply, (one) => {
          const isAnswer = one.id === message.id || (!reply.ok && one.error !== undefined)
          isAnswered ||= isAnswer
          // A refusal may not know which request it refuses; its client does.
          if (isRequest || one.method !== undefined) write(isAnswer && isRequest ? { ...one, id: message.id ?? null } : one)
        })
        if (isRequest && !isAnswered && !controller.signal.aborted)
          fail(message, 'Tandem stopped while it worked on this. Look whether it was done, then call again.')
        return
      }
    } catch (error) {
      if (controller.signal.aborted) return
      const { cause, message: text } = error as Error & { cause?: Error }
      log(`${message.method ?? 'answer'}: ${cause?.message ?? text}`)
      if (isRequest) fail(message, error instanceof TypeError ? 'Tandem stopped while it worked on this. Look whether it was done, then call again.' : text)
    } finally {
      if (isRequest) inFlight.delete(message.id as string | number)
    }
  }

  function fail(message: Message, text: string): void {
    write({ jsonrpc: '2.0', id: message.id ?? null, error: { code: -32_000, message: text } })
  }

  async function handshake(message: Message): Promise<void> {
    initialize = message
    try {
      const answer = await begin(message)
      if (answer) write({ ...answer, id: message.id ?? null })
      else fail(message, 'Tandem did not answer.')
    } catch (error) {
      fail(message, (error as Error).message)
    }
  }

  let inOrder: Promise<void> = Promise.resolve()
  const waiting = new Set<Promise<void>>()

  return {
    /** Takes one message of the client. Notifications and the handshake keep their order; requests run side by side. */
    take(message: Message): void {
      const modern = isModern(message)
      if (message.method === 'notifications/cancelled' && modern) {
        const controller = inFlight.get(message.params?.requestId ?? '')
        controller?.abort()
        return
      }
      if (message.method === 'resources/subscribe') subscribed.set(String(message.params?.uri), message)
      if (message.method === 'resources/unsubscribe') subscribed.delete(String(message.params?.uri))
      const isRequest = message.method !== undefined && message.id !== undefined
      const run = inOrder.then(() => (message.method === 'initialize' && !modern ? handshake(message) : send(message)))
      if (!isRequest || message.method === 'initialize') inOrder = run
      if (message.method === 'notifications/initialized') inOrder = run.then(listen)
      waiting.add(run)
      void run.finally(() => waiting.delete(run))
    },

    /** After the client has gone: answers what it still asked, then ends the session. */
    async close(): Promise<void> {
      if (isClosed) return
      isClosed = true
      stream?.abort()
      const timeoutMs = new Promise<void>((resolve) => setTimeout(resolve, 5000).unref())
      await Promise.race([Promise.allSettled(waiting), timeoutMs])
      for (const controller of inFlight.values()) controller.abort()
      if (session)
        await request('DELETE', { 'Mcp-Session-Id': session.id, 'MCP-Protocol-Version': session.version }, undefined, AbortSignal.timeout(2000)).catch(
          () => undefined,
        )
      // Whatever the era: what it had claimed is free again at once.
      await releaseClaims().catch(() => undefined)
    },
  }
}
