// One connection to the team's stream of events, until it ends.
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { homeFetch } from '../../home-fetch.ts'
import type { TeamEvent } from './team-event.ts'

/** The cloud gives a sign of life every 25 seconds. */
export const silence = 60_000

/** The first thing it says. */
export interface Hello {
  /** It does not know the position that was asked for. */
  isReset: boolean
  position: number
  /** When the event of that position was written. */
  at: string | undefined
  /** To which history the position belongs. */
  epoch: string | undefined
}

export interface StreamHandlers {
  /** Rejects when it could not take in what it needs: then the connection ends. */
  hello: (hello: Hello) => Promise<void>
  event: (event: TeamEvent, position: number | undefined) => void
}

/** Answers the status with which the cloud refuses it. Throws when the cloud is away, or says nothing. */
export async function readStream(after: number | undefined, stopping: AbortSignal, handlers: StreamHandlers): Promise<number | undefined> {
  const ending = new AbortController()
  const end = () => ending.abort()
  const signal = AbortSignal.any([stopping, ending.signal])
  let watchdog = setTimeout(end, silence)
  // What stood before the network went may never end by itself.
  window.addEventListener('online', end)
  try {
    const response = await homeFetch('/api/events/stream', { signal, headers: after === undefined ? {} : { 'Last-Event-ID': String(after) } })
    if (response.status === 401 || response.status === 403) return response.status
    if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
    let hasBegun = false
    const parser = createParser({
      onEvent(message) {
        const hello = helloOf(message)
        if (!hello) return handlers.event(JSON.parse(message.data) as TeamEvent, message.id ? Number(message.id) : undefined)
        hasBegun = true
        void handlers.hello(hello).catch(end)
      },
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      clearTimeout(watchdog)
      watchdog = setTimeout(end, silence)
      parser.feed(value)
    }
    if (!hasBegun) throw new Error('the stream ended before it began')
    return undefined
  } finally {
    clearTimeout(watchdog)
    window.removeEventListener('online', end)
  }
}

function helloOf({ event, id, data }: EventSourceMessage): Hello | undefined {
  if (event !== 'hello' && event !== 'reset') return undefined
  const { at, epoch } = JSON.parse(data) as { at?: string; epoch?: string }
  return { isReset: event === 'reset', position: Number(id ?? 0), at, epoch }
}

/** What the copy on the device stands for when a connection is opened. */
export interface Known {
  seen: number | undefined
  seenAt: string | undefined
  epoch: string | undefined
  isWhole: boolean
}

/** Under the number of the last event that is known here it tells another one. */
const tellsAnother = ({ position, at }: Pick<Hello, 'position' | 'at'>, known: Known): boolean =>
  position === known.seen && at !== undefined && known.seenAt !== undefined && at !== known.seenAt

/** Does the cloud lack what it had told here? */
export const wentBack = (hello: Hello, known: Known): boolean => tellsAnother(hello, known) || (known.seen !== undefined && hello.position < known.seen)

/**
 * Whether the team must be read again. A cloud that was restored from a backup gives the number again, to another event; after a failover it may lack what
 * is in here.
 */
export function mustReload({ isReset, position, at, epoch }: Hello, known: Known): boolean {
  const isOtherEvent = tellsAnother({ position, at }, known)
  const isOtherHistory = epoch !== undefined && known.epoch !== undefined && epoch !== known.epoch
  return isReset || isOtherEvent || isOtherHistory || known.seen === undefined || !known.isWhole
}
