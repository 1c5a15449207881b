// A consumer of a team's stream, as the desktop is one.
import { type EventReader, readEvents } from '../service/event-reader.ts'
import { until } from '../until.ts'
import type { Headers_ } from './cloud.ts'

export interface TeamEvent {
  id: number
  kind: string
  team_id: string
  created_at: string
  data: Record<string, unknown>
}

export interface Consumer extends EventReader {
  /** Without hello and reset. */
  seen(): TeamEvent[]
  /** Waits for an event that is like that. */
  sees(what: string, like: (event: TeamEvent) => boolean): Promise<TeamEvent>
  /** As a client would remember it. */
  lastId(): string
}

export async function follow(url: string, headers: Headers_, query = ''): Promise<Consumer> {
  const reader = await readEvents(`${url}/api/events/stream${query}`, headers)
  await until('the first event', () => reader.events.length > 0)
  let isOver = false
  void reader.ended.then(() => (isOver = true))
  const seen = () => reader.events.filter((event) => event.event === undefined).map((event) => JSON.parse(event.data) as TeamEvent)
  return {
    ...reader,
    seen,
    sees: (what, like) =>
      until(what, () => {
        const found = seen().find(like)
        if (!found && isOver) throw new Error(`the stream ended before ${what}`)
        return found
      }),
    lastId: () => reader.events.findLast((event) => event.id !== undefined)?.id ?? '',
  }
}
