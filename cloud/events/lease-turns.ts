// Who gets which work: the streams that take leases get it in turns.
import type { Subscriber } from './subscriber.ts'

export interface LeaseSource {
  openLeases(): Promise<{ seq: number; consumer: string | null; leased_until: string | null }[]>
  /** Answers which of them nobody else took first. */
  lease(wanted: { seq: number; consumer: string }[]): Promise<number[]>
  now(): Date
  /** Milliseconds for which other instances go first with what a consumer of ours has let run out. */
  timeoutMs: number
}

/** Work that one consumer may hold at a time. */
const maxHeld = 20

export function createLeaseTurns(source: LeaseSource, subscribers: ReadonlySet<Subscriber>) {
  /** There is work that nobody took, for want of a free consumer. */
  let backlog = false
  let turn = 0
  const eligible = () => [...subscribers].filter((subscriber) => subscriber.takesLeases && subscriber.live && !subscriber.ended)

  /** Hands out what waits: in turns, and rather not to whom it was given before. Returns who got which event. */
  async function handOut(): Promise<Map<number, Subscriber>> {
    const given = new Map<number, Subscriber>()
    if (eligible().length === 0) return given
    const open = await source.openLeases()
    const at = source.now().toISOString()
    const isFree = ({ leased_until }: { leased_until: string | null }) => leased_until === null || leased_until <= at
    const held = new Map<string, number>()
    for (const { consumer, ...lease } of open) if (consumer !== null && !isFree(lease)) held.set(consumer, (held.get(consumer) ?? 0) + 1)
    const wanted: { seq: number; consumer: string }[] = []
    const takers = new Map<number, Subscriber>()
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
    if (wanted.length > 0) for (const seq of await source.lease(wanted)) given.set(seq, takers.get(seq) as Subscriber)
    return given
  }

  return { handOut, hasBacklog: () => backlog }
}
