// Carries the protocol between standard input and output and the service's /mcp, in both eras, without reading more of it than it must.
// A service that was restarted (or must be started) in between is met again: a session of the 2025 era is started over behind the client's back.
import { randomUUID } from 'node:crypto'
import { eachMessage, isModern, type Message, modernHeaders } from './mcp-messages.ts'
import { ServiceLink, type ServiceLinkOptions } from './service-link.ts'

export interface BridgeOptions extends ServiceLinkOptions {
  write: (message: Message) => void
  log: (text: string) => void
}

const firstPause = 1000
const longestPause = 15_000
const stoppedMeanwhile = 'Tandem stopped while working on this. Check whether it was done, then call again.'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
const isRequest = (message: Message) => message.method !== undefined && message.id !== undefined && message.id !== null

export const createBridge = (options: BridgeOptions): Bridge => new Bridge(options)

class Bridge {
  readonly #write: BridgeOptions['write']
  readonly #log: BridgeOptions['log']
  readonly #link: ServiceLink
  readonly #inFlight = new Map<string | number, AbortController>()
  readonly #subscribed = new Map<string, Message>()
  readonly #waiting = new Set<Promise<void>>()
  #inOrder: Promise<void> = Promise.resolve()
  #session: { id: string; version: string } | undefined
  #initialize: Message | undefined
  #renewal: Promise<void> | undefined
  #stream: AbortController | undefined
  #isClosed = false

  constructor({ write, log, ...link }: BridgeOptions) {
    this.#write = write
    this.#log = log
    this.#link = new ServiceLink(link)
  }

  /** Takes one message of the client. Notifications and the handshake keep their order; requests run side by side. */
  take(message: Message): void {
    const modern = isModern(message)
    if (message.method === 'notifications/cancelled' && modern) {
      this.#inFlight.get(message.params?.requestId ?? '')?.abort()
      return
    }
    if (message.method === 'resources/subscribe') this.#subscribed.set(String(message.params?.uri), message)
    if (message.method === 'resources/unsubscribe') this.#subscribed.delete(String(message.params?.uri))
    const run = this.#inOrder.then(() => (message.method === 'initialize' && !modern ? this.#handshake(message) : this.#send(message)))
    if (message.method === undefined || message.id === undefined || message.method === 'initialize') this.#inOrder = run
    if (message.method === 'notifications/initialized') this.#inOrder = run.then(() => this.#listen())
    this.#waiting.add(run)
    void run.finally(() => this.#waiting.delete(run))
  }

  /** After the client has gone: answers what it still asked, then ends the session. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stream?.abort()
    await Promise.race([Promise.allSettled(this.#waiting), pause(5000)])
    for (const controller of this.#inFlight.values()) controller.abort()
    if (this.#session) await this.#link.request('DELETE', this.#sessionHeaders(), undefined, AbortSignal.timeout(2000)).catch(() => undefined)
    // Whatever the era: what it had claimed is free again at once.
    await this.#link.releaseClaims().catch(() => undefined)
  }

  async #handshake(message: Message): Promise<void> {
    this.#initialize = message
    try {
      const answer = await this.#begin(message)
      if (answer) this.#write({ ...answer, id: message.id ?? null })
      else this.#fail(message, 'Tandem did not respond.')
    } catch (error) {
      this.#fail(message, (error as Error).message)
    }
  }

  /** Sends what begins a session, and remembers the session; returns the answer. */
  async #begin(message: Message): Promise<Message | undefined> {
    const reply = await this.#link.request('POST', {}, JSON.stringify(message))
    let answer: Message | undefined
    await eachMessage(reply, (one) => (answer = one))
    const id = reply.headers.get('mcp-session-id')
    const version = answer?.result?.protocolVersion
    if (reply.ok && id && version) this.#session = { id, version }
    return answer
  }

  #renew(): Promise<void> {
    return (this.#renewal ??= this.#beginAgain().finally(() => (this.#renewal = undefined)))
  }

  /** Starts the session again, as the client once did, without its noticing. */
  async #beginAgain(): Promise<void> {
    if (!this.#initialize) return
    this.#log('Tandem was restarted: starting a new session.')
    this.#session = undefined
    const answer = await this.#begin({ ...this.#initialize, id: `again-${randomUUID()}` })
    if (!this.#hasSession()) throw new Error(answer?.error?.message ?? 'Tandem did not start a new session.')
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    for (const message of this.#subscribed.values()) await (await this.#post({ ...message, id: `again-${randomUUID()}` })).text()
    this.#listen()
  }

  /**
   * The stream on which the service speaks first: updates of subscribed resources. It outlives restarts of the service, also where its
   * client only listens; but a service that somebody stopped is not started for the sake of listening.
   */
  #listen(): void {
    this.#stream?.abort()
    const mine = new AbortController()
    this.#stream = mine
    void (async () => {
      for (let wait = firstPause; !mine.signal.aborted; wait = Math.min(wait * 1.5, longestPause)) {
        let used = this.#link.found
        try {
          await this.#link.findRunning()
          used = this.#link.found
          const reply = used && (await this.#openStream(mine.signal))
          if (reply === 'none') return
          if (reply?.ok) {
            wait = firstPause
            await eachMessage(reply, this.#write)
          }
        } catch {
          // Gone, or moved to another port: whoever asks next, a call or the next round, looks where it is.
          if (!mine.signal.aborted) this.#link.lost(used)
        }
        await pause(wait)
      }
    })()
  }

  /** `none`: there is none to be had, or a new session has begun its own. */
  async #openStream(signal: AbortSignal): Promise<Response | 'none'> {
    const reply = this.#session && (await this.#link.request('GET', this.#sessionHeaders(), undefined, signal))
    if (reply && reply.status !== 404) return reply.status === 405 ? 'none' : reply
    await this.#renew()
    return 'none'
  }

  async #send(message: Message): Promise<void> {
    const controller = new AbortController()
    if (isRequest(message)) this.#inFlight.set(message.id as string | number, controller)
    try {
      for (let attempt = 0; ; attempt++) {
        const reply = await this.#try(message, attempt, controller.signal)
        if (reply) return await this.#passOn(reply, message, controller.signal)
      }
    } catch (error) {
      if (controller.signal.aborted) return
      const { cause, message: text } = error as Error & { cause?: Error }
      this.#log(`${message.method ?? 'answer'}: ${cause?.message ?? text}`)
      if (isRequest(message)) this.#fail(message, error instanceof TypeError ? stoppedMeanwhile : text)
    } finally {
      if (isRequest(message)) this.#inFlight.delete(message.id as string | number)
    }
  }

  /** The reply; undefined where it is worth another attempt. */
  async #try(message: Message, attempt: number, signal: AbortSignal): Promise<Response | undefined> {
    await this.#renewal?.catch(() => undefined)
    const session = this.#session
    const found = this.#link.found
    let reply: Response
    try {
      // The last attempt to start over failed: nothing but another one helps.
      if (this.#initialize && !session && !isModern(message) && message.method !== 'initialize') {
        await this.#renew()
        return undefined
      }
      reply = await this.#post(message, signal)
    } catch (error) {
      // Never sent: nobody listened. Whatever was sent and not answered must not be sent twice.
      if (attempt >= 2 || (error as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') throw error
      this.#link.lost(found)
      if (session && this.#session === session) this.#session = undefined
      return undefined
    }
    // Since then it asks for a token, or for another one.
    const isLockedOut = reply.status === 401 && attempt === 0
    const isForgotten = reply.status === 404 && session !== undefined && attempt < 2 && !isModern(message)
    if (!isLockedOut && !isForgotten) return reply
    await reply.body?.cancel()
    if (isLockedOut) this.#link.lost(found)
    else if (this.#session === session) await this.#renew()
    return undefined
  }

  async #passOn(reply: Response, message: Message, signal: AbortSignal): Promise<void> {
    let isAnswered = false
    await eachMessage(reply, (one) => {
      const isAnswer = one.id === message.id || (!reply.ok && one.error !== undefined)
      isAnswered ||= isAnswer
      // A refusal may not know which request it refuses; its client does.
      if (isRequest(message) || one.method !== undefined) this.#write(isAnswer && isRequest(message) ? { ...one, id: message.id ?? null } : one)
    })
    if (isRequest(message) && !isAnswered && !signal.aborted) this.#fail(message, stoppedMeanwhile)
  }

  #fail(message: Message, text: string): void {
    this.#write({ jsonrpc: '2.0', id: message.id ?? null, error: { code: -32_000, message: text } })
  }

  #post(message: Message, signal?: AbortSignal): Promise<Response> {
    return this.#link.request('POST', this.#headersOf(message), JSON.stringify(message), signal)
  }

  #headersOf(message: Message): Record<string, string> {
    if (isModern(message)) return modernHeaders(message)
    return message.method === 'initialize' ? {} : this.#sessionHeaders()
  }

  #sessionHeaders(): Record<string, string> {
    return this.#session ? { 'Mcp-Session-Id': this.#session.id, 'MCP-Protocol-Version': this.#session.version } : {}
  }

  #hasSession(): boolean {
    return this.#session !== undefined
  }
}
