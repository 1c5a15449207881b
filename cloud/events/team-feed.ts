// Reads a team's events once for all of its streams on this instance. A stream that has read up to where the feed stands is live: the feed
// writes to it. One that is behind (it has just come, or its client is slow) reads by itself until it has caught up.
import { leasedKinds } from '../../shared/schema/event.ts'
import { frameOf, isStreamed } from './event-frame.ts'
import type { QueuedEvent } from './event-store.ts'

export interface Outlet {
  readonly consumer: string
  /** Whose it is, to end it when that one leaves. */
  readonly userId: string | undefined
  readonly takesLeases: boolean
  /** The team's last event when its login was looked at. */
  readonly validAt: number
  /** The last event that it has passed. */
  position: number
  live: boolean
  /** False: the client is slow, and nothing more should be written before `drained`. */
  write(frame: Buffer): boolean
  drained(): Promise<void>
  end(why: string): void
  readonly ended: boolean
}

export interface FeedSource {
  after(seq: number, limit: number): Promise<QueuedEvent[]>
  some(seqs: number[]): Promise<QueuedEvent[]>
  openLeases(): Promise<{ seq: number; consumer: string | null; leased_until: string | null }[]>
  lease(wanted: { seq: number; consumer: string }[]): Promise<number[]>
  now(): Date
  /** Milliseconds for which other instances go first with what a consumer of ours has let run out. */
  timeoutMs: number
  onError(error: unknown): void
}

export type TeamFeed = ReturnType<typeof createTeamFeed>

const page = 200
/** Work that one consumer may hold at a time. */
const maxHeld = 20
const retryAfter = 1000

const isLeased = (event: QueuedEvent) => leasedKinds.includes(event.kind)

/** Which consumer does this event shut out? */
function shutsOut(event: QueuedEvent): (outlet: Outlet) => boolean {
  if (event.kind === 'token.deleted') return (outlet) => outlet.consumer === `token:${event.entity_id}`
  if (event.kind !== 'member.deleted') return () => false
  const userId = (JSON.parse(event.before ?? '{}') as { user_id?: string | null }).user_id
  // Somebody who was removed and came back reads of the removal in what they missed.
  return (outlet) => userId !== null && outlet.userId === userId && event.seq > outlet.validAt
}

export function createTeamFeed(teamId: string, begin: number, source: FeedSource) {
  const outlets = new Set<Outlet>()
  let head = begin
  let reading = false
  let again = false
  /** There is work that nobody took, for want of a free consumer. */
  let backlog = false
  let turn = 0

  function deliver(event: QueuedEvent, frame: Buffer | undefined, taker: Outlet | undefined): void {
    const isOut = shutsOut(event)
    for (const outlet of outlets) {
      if (!outlet.live || event.seq <= outlet.position) continue
      if (isOut(outlet)) outlet.end('revoked')
      else if (frame && (!isLeased(event) || outlet === taker) && !outlet.write(frame)) {
        outlet.live = false
        void catchUp(outlet)
      }
      outlet.position = event.seq
    }
  }

  /** Hands out what waits: in turns, and rather not to whom it was given before. Returns who got which event. */
  async function handOut(): Promise<Map<number, Outlet>> {
    const given = new Map<number, Outlet>()
    const eligible = () => [...outlets].filter((outlet) => outlet.takesLeases && outlet.live && !outlet.ended)
    if (eligible().length === 0) return given
    const open = await source.openLeases()
    const at = source.now().toISOString()
    const isFree = ({ leased_until }: { leased_until: string | null }) => leased_until === null || leased_until <= at
    const held = new Map<string, number>()
    for (const { consumer, ...lease } of open) if (consumer !== null && !isFree(lease)) held.set(consumer, (held.get(consumer) ?? 0) + 1)
    const wanted: { seq: number; consumer: string }[] = []
    const takers = new Map<number, Outlet>()
    backlog = false
    const latelyBefore = new Date(Date.parse(at) - source.timeoutMs).toISOString()
    for (const { seq, consumer: before, leased_until } of open.filter(isFree)) {
      const free = eligible().filter(({ consumer }) => (held.get(consumer) ?? 0) < maxHeld)
      const others = free.filter(({ consumer }) => consumer !== before)
      // It may hang there: somebody else, on another instance, would be better.
      if (free.length > 0 && others.length === 0 && leased_until !== null && leased_until > latelyBefore) continue
      const choice = others.length > 0 ? others : free
      const taker = choice[turn++ % choice.length]
      if (!taker) {
        backlog = true
        break
      }
      held.set(taker.consumer, (held.get(taker.consumer) ?? 0) + 1)
      takers.set(seq, taker)
      wanted.push({ seq, consumer: taker.consumer })
    }
    if (wanted.length > 0) for (const seq of await source.lease(wanted)) given.set(seq, takers.get(seq) as Outlet)
    return given
  }

  /** Work whose place in the stream has passed: it goes out without an id, so that it does not move the client's position back. */
  async function sendOutOfTurn(given: Map<number, Outlet>): Promise<void> {
    if (given.size === 0) return
    for (const event of await source.some([...given.keys()])) given.get(event.seq)?.write(frameOf(teamId, event, false))
  }

  async function readOn(): Promise<void> {
    const events = await source.after(head, page)
    const given = backlog || events.some(isLeased) ? await handOut() : new Map<number, Outlet>()
    for (const event of events) {
      const taker = given.get(event.seq)
      // Else it has passed this one already, was shut out meanwhile, or turned out to be slow and reads by itself, where no work is handed out.
      const inTurn = taker?.live && event.seq > taker.position
      deliver(event, isStreamed(event) ? frameOf(teamId, event) : undefined, taker)
      if (inTurn) given.delete(event.seq)
      head = event.seq
    }
    await sendOutOfTurn(given)
    again ||= events.length === page
  }

  async function wake(): Promise<void> {
    again = true
    if (reading) return
    reading = true
    try {
      while (again && outlets.size > 0) {
        again = false
        await readOn()
      }
    } catch (error) {
      source.onError(error)
      setTimeout(() => void wake(), retryAfter).unref()
    } finally {
      reading = false
    }
  }

  async function offerWork(): Promise<void> {
    try {
      await sendOutOfTurn(await handOut())
    } catch (error) {
      source.onError(error)
    }
  }

  async function catchUp(outlet: Outlet): Promise<void> {
    try {
      for (;;) {
        await outlet.drained()
        if (outlet.ended) return
        // No pause between this look and the feed's own writing: nothing falls in between.
        if (outlet.position >= head) break
        for (const event of await source.after(outlet.position, page)) {
          if (shutsOut(event)(outlet)) return outlet.end('revoked')
          // Work is handed out to whoever is up to date.
          const taken = !isStreamed(event) || isLeased(event) || outlet.write(frameOf(teamId, event))
          outlet.position = event.seq
          if (!taken) await outlet.drained()
          if (outlet.ended) return
        }
      }
      outlet.live = true
      if (outlet.takesLeases) await offerWork()
    } catch (error) {
      source.onError(error)
      // Its client comes back and resumes.
      outlet.end('failed')
    }
  }

  return {
    teamId,
    outlets,
    head: () => head,
    wake,
    offerWork,
    join(outlet: Outlet): void {
      outlets.add(outlet)
      void catchUp(outlet)
      void wake()
    },
    /** How many are left. */
    leave(outlet: Outlet): number {
      outlets.delete(outlet)
      return outlets.size
    },
  }
}
