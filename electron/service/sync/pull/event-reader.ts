// Reads the team's stream: what arrives together is handed on together.
import { createParser } from 'eventsource-parser'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'
import type { TeamEvent } from './team-event.ts'

export interface ReaderOptions {
  link: CloudLink
  after: number
  lease: boolean
  /** How old the oldest change is that waits here, in seconds. */
  unsent?: number | undefined
  signal: AbortSignal
  /** The connection stands, and begins after that event. `at`: when that was, if the cloud still knows. Returns false to end it. */
  opened(position: number, at: string | undefined, epoch: string | undefined): boolean
  /** Events in their order; `position`: the last that the stream has passed, undefined when it did not move. */
  take(events: TeamEvent[], position: number | undefined): void
  /** Too much is gone: everything is to be read again. `head`: the cloud's last event. */
  reset(head: number, epoch: string | undefined): void
  /** Milliseconds without a sign of life after which the connection is given up. */
  silence?: number
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new LinkError('unreachable', 'The event stream sent something unreadable.')
  }
}

/** Resolves when the stream has ended; throws a LinkError when it cannot be had or breaks. */
export async function readEvents({ link, after, lease, unsent, signal, opened, take, reset, silence = 60_000 }: ReaderOptions): Promise<void> {
  const response = await link.stream(after, lease, signal, unsent)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  // It was given up while the connection came about.
  if (signal.aborted) return void reader.cancel().catch(() => undefined)
  const decoder = new TextDecoder()
  let events: TeamEvent[] = []
  let position: number | undefined
  let resets: { head: number; epoch?: string } | undefined
  let begins: { position: number; at?: string; epoch?: string } | undefined
  let timer: NodeJS.Timeout | undefined
  const parser = createParser({
    onEvent({ id, event, data }) {
      if (event === 'reset') resets = parsed(data) as { head: number; epoch?: string }
      else if (event === 'hello') begins = { ...(parsed(data) as { at?: string; epoch?: string }), position: Number(id) }
      else if (event === undefined) events.push(parsed(data) as TeamEvent)
      if (id !== undefined && event === undefined) position = Number(id)
    },
  })
  const giveUp = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    for (;;) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, silence).unref()
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (resets) return reset(resets.head, resets.epoch)
      if (begins) {
        if (!opened(begins.position, begins.at, begins.epoch)) return
        begins = undefined
      }
      if (events.length === 0 && position === undefined) continue
      const [read, at] = [events, position]
      events = []
      position = undefined
      if (!signal.aborted) take(read, at)
    }
  } catch (error) {
    if (error instanceof LinkError) throw error
    if (error instanceof TypeError) throw new LinkError('unreachable', 'The event stream was interrupted.')
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    giveUp()
  }
}
