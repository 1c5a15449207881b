// How a bridge reaches the service: where it was found last, and what each call to it brings along.
import { randomUUID } from 'node:crypto'
import type { Found } from './find-service.ts'

export interface ServiceLinkOptions {
  /** The service; starts one if none runs. */
  service: () => Promise<Found>
  /** The service if one runs; starts none. */
  running: () => Promise<Found | undefined>
  profile: 'core' | 'full'
  /** Names the agent in the history, instead of the client's own name. */
  name?: string | undefined
}

export class ServiceLink {
  readonly #options: ServiceLinkOptions
  /** Tells this bridge from another one of the same client, whatever sessions it begins. */
  readonly #run = randomUUID()
  #found: Promise<Found> | undefined

  constructor(options: ServiceLinkOptions) {
    this.#options = options
  }

  /** What was found, if anything: who fails with it says so to `lost`. */
  get found(): Promise<Found> | undefined {
    return this.#found
  }

  /** Nobody is there any more: the next call looks again, unless another one does so already. */
  lost(used: Promise<Found> | undefined): void {
    if (this.#found === used) this.#found = undefined
  }

  /** Finds the service if it runs; starts none. */
  async findRunning(): Promise<void> {
    if (this.#found) return
    const there = await this.#options.running()
    if (there) this.#found ??= Promise.resolve(there)
  }

  async request(method: 'POST' | 'GET' | 'DELETE', headers: Record<string, string>, body?: string, signal?: AbortSignal): Promise<Response> {
    const { profile, name } = this.#options
    const { url, headers: own } = await this.#target()
    return fetch(`${url}/mcp?tools=${profile}`, {
      method,
      headers: {
        Accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        'X-Run': this.#run,
        ...(name ? { 'X-Actor': `agent:${name}` } : {}),
        ...own,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
  }

  /** Only where a service was used; none is looked for, or started, to say goodbye to. */
  async releaseClaims(): Promise<void> {
    if (!this.#found) return
    const { url, headers } = await this.#found
    const actor = { 'X-Actor': `agent:${this.#options.name ?? 'tandem-mcp'}` }
    await fetch(`${url}/claims`, { method: 'DELETE', headers: { 'X-Run': this.#run, ...actor, ...headers }, signal: AbortSignal.timeout(2000) })
  }

  /** One search for the service at a time, however many messages wait for it. */
  #target(): Promise<Found> {
    return (this.#found ??= this.#options.service().catch((error: unknown) => ((this.#found = undefined), Promise.reject(error as Error))))
  }
}
