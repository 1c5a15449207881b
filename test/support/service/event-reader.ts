// Reads server-sent events as any client does.
import { createParser, type EventSourceMessage } from 'eventsource-parser'

export interface EventReader {
  /** Everything received so far. */
  events: EventSourceMessage[]
  /** Resolves when the stream ended, for whatever reason. */
  ended: Promise<void>
  close(): void
}

export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  if (response.status !== 200 || !response.body) throw new Error(`${url} answered ${response.status}`)
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  const body = response.body
  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of body) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
    } catch {
      // Cut off: by us, or by the service.
    }
  }
  return { events, ended: read(), close: () => abort.abort() }
}

export async function firstEvent(url: string, headers: Record<string, string> = {}): Promise<EventSourceMessage> {
  const reader = await readEvents(url, headers)
  try {
    while (reader.events.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    return reader.events[0] as EventSourceMessage
  } finally {
    reader.close()
    await reader.ended
  }
}
