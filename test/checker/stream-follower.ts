// A client of the team's stream that keeps what it has seen, and goes on from there whenever the stream ends, on whichever instance answers.
import { createParser } from 'eventsource-parser'
import type { History, Segment, StreamOf } from './history.ts'

export interface Follower {
  record: StreamOf
  /** The last number that it has seen. */
  position(): number
  epoch(): string
  stop(): Promise<void>
}

/** A stream says that it lives every 25 seconds: what says nothing for longer is dead, as on a network that loses everything. */
const silenceMs = 40_000
const connectMs = 5000

export function followTeam(client: string, urls: readonly string[], headers: Record<string, string>, history: History, first: number): Follower {
  const record: StreamOf = { client, segments: [] }
  history.streams.push(record)
  const state = { stopped: false }
  let position: number | undefined
  let abort = new AbortController()
  let turn = first

  function began(event: { event: string; id: string; data: string }, asked: number | undefined): Segment {
    const { epoch = '' } = JSON.parse(event.data) as { epoch?: string }
    const segment: Segment = {
      openedAt: history.now(),
      asked,
      first: event.event as Segment['first'],
      epoch,
      position: Number(event.id),
      events: [],
    }
    record.segments.push(segment)
    history.note('stream', { client, ...segment })
    return segment
  }

  async function connection(url: string): Promise<void> {
    abort = new AbortController()
    const { signal } = abort
    let timer = setTimeout(() => abort.abort(), connectMs)
    const asked = position
    let segment: Segment | undefined
    const parser = createParser({
      onEvent({ event, id = '', data }) {
        if (event !== undefined) segment = began({ event, id, data }, asked)
        else {
          const { id: seq, kind, created_at, data: about } = JSON.parse(data) as { id: number; kind: string; created_at: string; data: { entity_id?: string } }
          segment?.events.push({ id: seq, kind, created_at, entity_id: String(about.entity_id) })
        }
        if (id !== '') position = Number(id)
      },
    })
    try {
      const response = await fetch(`${url}/api/events/stream?lease=false`, {
        headers: { ...headers, ...(asked === undefined ? {} : { 'last-event-id': String(asked) }) },
        signal,
      })
      if (response.status !== 200 || !response.body) {
        await response.body?.cancel()
        return
      }
      const decoder = new TextDecoder()
      for await (const chunk of response.body) {
        clearTimeout(timer)
        timer = setTimeout(() => abort.abort(), silenceMs)
        parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
      }
    } catch {
      // It broke: the next one goes on.
    } finally {
      clearTimeout(timer)
    }
  }

  async function follow(): Promise<void> {
    while (!state.stopped) {
      await connection(urls[turn++ % urls.length] as string)
      if (!state.stopped) await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const following = follow()
  return {
    record,
    position: () => position ?? -1,
    epoch: () => record.segments.at(-1)?.epoch ?? '',
    async stop() {
      state.stopped = true
      abort.abort()
      await following
    },
  }
}
