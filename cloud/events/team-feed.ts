// Reads a team's events once for all of its streams on this instance. A stream that has read up to where the feed stands is live: the feed
// writes to it. One that is behind (it has just come, or its client is slow) reads by itself until it has caught up.
import { leasedKinds } from '../../shared/schema/event.ts'
import { frameOf, isStreamed } from './event-frame.ts'
import type { QueuedEvent } from './event-store.ts'
import { createLeaseTurns, type LeaseSource } from './lease-turns.ts'
import type { Subscriber } from './subscriber.ts'

export interface FeedSource extends LeaseSource {
  after(seq: number, limit: number): Promise<QueuedEvent[]>
  some(seqs: number[]): Promise<QueuedEvent[]>
  onError(error: unknown): void
}

/** Milliseconds, of the stream that is furthest behind. */
export interface StreamLag {
  /** Events were not read from the database. */
  instance: number
  /** Its client does not take what was written to it. */
  client: number
}

const page = 200
const retryAfter = 1000

const isLeased = (event: QueuedEvent) => leasedKinds.includes(event.kind)

/** Which consumer does this event shut out? */
function shutsOut(event: QueuedEvent): (subscriber: Subscriber) => boolean {
  if (event.kind === 'token.deleted') return (subscriber) => subscriber.consumer === `token:${event.entity_id}`
  if (event.kind !== 'member.deleted') return () => false
  const userId = (JSON.parse(event.before ?? '{}') as { user_id?: string | null }).user_id
  // Somebody who was removed and came back reads of the removal in what they missed.
  return (subscriber) => userId !== null && subscriber.userId === userId && event.seq > subscriber.validAt
}

export class TeamFeed {
  readonly teamId: string
  readonly subscribers: ReadonlySet<Subscriber>
  private readonly joined = new Set<Subscriber>()
  private readonly source: FeedSource
  private readonly turns: ReturnType<typeof createLeaseTurns>
  /** The last event that was read for all. */
  private position: number
  private reading = false
  private again = false
  /** Since when, by `performance.now()`, there may be events that are not read: for the next read, and for the one under way. */
  private toldAt: number | undefined
  private readingSince: number | undefined

  constructor(teamId: string, head: number, source: FeedSource) {
    this.teamId = teamId
    this.subscribers = this.joined
    this.source = source
    this.turns = createLeaseTurns(source, this.joined)
    this.position = head
  }

  head(): number {
    return this.position
  }

  /** For how many milliseconds a stream has not had all events, whoever it waits for. */
  lag(): StreamLag {
    const now = performance.now()
    const lag = { instance: now - (this.readingSince ?? this.toldAt ?? now), client: 0 }
    for (const { live, isSlow, behindSince } of this.joined) {
      if (live) continue
      const side = isSlow ? 'client' : 'instance'
      lag[side] = Math.max(lag[side], now - behindSince)
    }
    return lag
  }

  join(subscriber: Subscriber): void {
    this.joined.add(subscriber)
    void this.catchUp(subscriber)
    void this.wake()
  }

  /** How many are left. */
  leave(subscriber: Subscriber): number {
    this.joined.delete(subscriber)
    return this.joined.size
  }

  async wake(): Promise<void> {
    this.again = true
    this.toldAt ??= performance.now()
    if (this.reading) return
    this.reading = true
    try {
      while (this.again && this.joined.size > 0) {
        this.again = false
        this.readingSince ??= this.toldAt
        this.toldAt = undefined
        if (await this.readOn()) this.again = true
        // All that was told of when the read began is there now.
        else this.readingSince = undefined
      }
    } catch (error) {
      this.source.onError(error)
      setTimeout(() => void this.wake(), retryAfter).unref()
    } finally {
      this.reading = false
    }
  }

  async offerWork(): Promise<void> {
    try {
      await this.sendOutOfTurn(await this.turns.handOut())
    } catch (error) {
      this.source.onError(error)
    }
  }

  /** True: there may be more. */
  private async readOn(): Promise<boolean> {
    const events = await this.source.after(this.position, page)
    const given = this.turns.hasBacklog() || events.some(isLeased) ? await this.turns.handOut() : new Map<number, Subscriber>()
    for (const event of events) {
      const taker = given.get(event.seq)
      // Else it has passed this one already, was shut out meanwhile, or turned out to be slow and reads by itself, where no work is handed out.
      const inTurn = taker?.live && event.seq > taker.position
      this.deliver(event, isStreamed(event) ? frameOf(this.teamId, event) : undefined, taker)
      if (inTurn) given.delete(event.seq)
      this.position = event.seq
    }
    await this.sendOutOfTurn(given)
    return events.length === page
  }

  private deliver(event: QueuedEvent, frame: Buffer | undefined, taker: Subscriber | undefined): void {
    const isOut = shutsOut(event)
    for (const subscriber of this.joined) {
      if (!subscriber.live || event.seq <= subscriber.position) continue
      if (isOut(subscriber)) subscriber.end('revoked')
      else if (frame && (!isLeased(event) || subscriber === taker) && !subscriber.write(frame)) {
        subscriber.live = false
        subscriber.behindSince = performance.now()
        void this.catchUp(subscriber)
      }
      subscriber.position = event.seq
    }
  }

  /** Work whose place in the stream has passed: it goes out without an id, so that it does not move the client's position back. */
  private async sendOutOfTurn(given: Map<number, Subscriber>): Promise<void> {
    if (given.size === 0) return
    for (const event of await this.source.some([...given.keys()])) given.get(event.seq)?.write(frameOf(this.teamId, event, false))
  }

  private async catchUp(subscriber: Subscriber): Promise<void> {
    try {
      for (;;) {
        await subscriber.drained()
        if (subscriber.ended) return
        // No pause between this look and the feed's own writing: nothing falls in between.
        if (subscriber.position >= this.position) break
        for (const event of await this.source.after(subscriber.position, page)) {
          if (shutsOut(event)(subscriber)) return subscriber.end('revoked')
          // Work is handed out to whoever is up to date.
          const taken = !isStreamed(event) || isLeased(event) || subscriber.write(frameOf(this.teamId, event))
          subscriber.position = event.seq
          if (!taken) await subscriber.drained()
          if (subscriber.ended) return
        }
      }
      subscriber.live = true
      if (subscriber.takesLeases) await this.offerWork()
    } catch (error) {
      this.source.onError(error)
      // Its client comes back and resumes.
      subscriber.end('failed')
    }
  }
}
