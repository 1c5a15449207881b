// Reads the team's stream: what arrives together is handed on together.
import { createParser } from 'eventsource-parser'
import type { TeamEvent } from './inbox.ts'
import { type CloudLink, LinkError } from './cloud-link.ts'

export interface ReaderOptions {
  link: CloudLink
  after: number
  at: string | null
  lease: boolean
  signal: AbortSignal
  /** The connection stands. */
  opened(): void
  /** When the event was written after which it goes on, as far as that is kept. */
  stands(at: string | null): void
  /** Events in their order; `position`: the last that the stream has passed, undefined when it did not move. */
  take(events: TeamEvent[], position: number | undefined): void
  /** Everything is to be read anew: too much is gone, or (`restored`) the cloud is another than it was. */
  reset(restored: boolean): void
  /** Milliseconds without a sign of life after which the connection is given up. */
  silence?: number
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new LinkError('unreachable', 'The stream of events says something that cannot be read.')
  }
}

/** Resolves when the stream has ended; throws a LinkError when it cannot be had or breaks. */
export async function readEvents({ link, after, at, lease, signal, opened, stands, take, reset, silence = 60_000 }: ReaderOptions): Promise<void> {
  const response = await link.stream(after, at, lease)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  // It was given up while the connection came about.
  if (signal.aborted) return void reader.cancel().catch(() => undefined)
  const decoder = new TextDecoder()
  let events: TeamEvent[] = []
  let position: number | undefined
  let reading: { restored: boolean } | undefined
  let timer: NodeJS.Timeout | undefined
  const parser = createParser({
    onEvent({ id, event, data }) {
      // A cloud of before has no `restored`: then only its last event says it.
      if (event === 'reset') {
        const { head, restored } = parsed(data) as { head: number; restored?: boolean }
        reading = { restored: restored ?? head < after }
      } else if (event === 'hello') stands((parsed(data) as { at?: string | null }).at ?? null)
      else if (event === undefined) events.push(parsed(data) as TeamEvent)
      if (id !== undefined && event === undefined) position = Number(id)
    },
  })
  const giveUp = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    opened()
    for (;;) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, silence).unref()
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (reading) return reset(reading.restored)
      if (events.length === 0 && position === undefined) continue
      const [read, at] = [events, position]
      events = []
      position = undefined
      if (!signal.aborted) take(read, at)
    }
  } catch (error) {
    if (error instanceof LinkError) throw error
    if (error instanceof TypeError) throw new LinkError('unreachable', 'The stream of events broke off.')
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    giveUp()
  }
}
