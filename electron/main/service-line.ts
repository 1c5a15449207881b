// The desktop's own line to the service: the same HTTP that everybody speaks, and the stream that says when something changed.
import { createParser } from 'eventsource-parser'
import { setTimeout as wait } from 'node:timers/promises'
import { localContract } from '../../shared/contract/local.ts'
import { type Client, createClient } from '../../shared/http/client.ts'

export interface ServiceLine {
  url: string
  /** The token of its data folder: it shows that the person calls. */
  headers: Record<string, string>
}

export type DesktopClient = Client<typeof localContract>

export function clientOf({ url, headers }: ServiceLine): DesktopClient {
  // What the person does in a notification or in the tray, the person does.
  return createClient(localContract, { baseUrl: url, headers: { 'X-Actor': 'person', ...headers } })
}

/** Calls `changed` at first and after each change, until `signal`; resolves when nobody answers any more. */
export async function followService({ url, headers }: ServiceLine, changed: () => void, signal: AbortSignal): Promise<void> {
  // Streams end for many reasons (sleep, a slow moment); only a service that refuses three times in a row is gone.
  for (let failures = 0; failures < 3 && !signal.aborted; ) {
    try {
      const reply = await fetch(`${url}/events`, { headers: { Accept: 'text/event-stream', ...headers }, signal })
      if (!reply.ok) throw new Error(`status ${reply.status}`)
      failures = 0
      const parser = createParser({ onEvent: changed })
      const decoder = new TextDecoder()
      for await (const chunk of reply.body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
    } catch {
      failures += 1
    }
    if (!signal.aborted) await wait(150, undefined, { ref: false })
  }
}
