// What waits for a person here waits for the whole team, and the first decision stands. What goes out is how it differs from what both had in common
// last, as with everything that is kept in step; so nothing is lost that a crash cut off.
import { syncActor, type TeamEvent } from '../pull/team-event.ts'
import { LinkError } from '../transport/cloud-link.ts'
import { createSendWaiting, type Link, type SendWaitingDeps } from './send-waiting.ts'
import { createTakeWaiting, type Underway } from './take-waiting.ts'
import type { There, WaitingKind } from './waiting-kind.ts'

export type Channel = Pick<ReturnType<typeof createChannel>, 'flush' | 'begin' | 'takes' | 'take' | 'taken' | 'forget' | 'close'>

/** Resolves false when the cloud is older than what was asked. */
export async function unlessOlder(asking: Promise<void>): Promise<boolean> {
  try {
    await asking
    return true
  } catch (error) {
    if (!(error instanceof LinkError) || error.problem !== 'failed') throw error
    return false
  }
}

export function createChannel<T extends There>(kind: WaitingKind<T>, deps: SendWaitingDeps) {
  const { journal, link } = deps
  const { ground } = kind
  const underway: Underway = { unsure: new Set(), sent: new Map(), isTaken: false }
  const { unsure } = underway
  const apply = createTakeWaiting(kind, underway)
  const { flush, unsent, close } = createSendWaiting(kind, deps, underway, apply)
  const kinds = new Set([`${kind.name}.created`, `${kind.name}.updated`])

  return {
    flush,

    /** Whether there is a team that takes what waits here. */
    isTaken: (): boolean => underway.isTaken && link() !== undefined,

    /** One that was made, decided or opened again here. */
    changed({ uid }: { uid: string }): void {
      if (!link()) return
      unsure.add(uid)
      flush()
    },

    /** How it stands there, as an answer to what a person waits for. */
    answered(there: T): void {
      journal.write(syncActor, () => apply(there, false))
      kind.refresh()
    },

    /** A session begins: all that waits there, and all that waits here. */
    async begin(to: Link): Promise<void> {
      let all: T[] = []
      underway.isTaken = await unlessOlder(to.call<T[]>('GET', kind.path).then((read) => void (all = read)))
      if (!underway.isTaken) return
      journal.write(syncActor, () => {
        for (const one of all) apply(one, true)
        const there = new Set(all.map(({ uid }) => uid))
        // A cloud that was restored does not know it any more; else its decision is older, and comes as the answer to what is sent.
        for (const { uid, state } of ground.all()) if (state === kind.undecided && !there.has(uid)) ground.drop(uid)
      })
      kind.refresh()
      for (const { uid } of [...kind.waiting(), ...ground.all()]) if (unsent(uid)) unsure.add(uid)
      flush()
    },

    takes: (event: Pick<TeamEvent, 'kind'>): boolean => kinds.has(event.kind),

    /** Inside the transaction that moves the position in the stream. */
    take: ({ data }: TeamEvent): void => apply(data.after as T, false),

    /** That transaction has committed. */
    taken(): void {
      kind.refresh()
      flush()
    },

    /** The connection ended, or is to another team. */
    forget(): void {
      ground.clear()
      unsure.clear()
      kind.forget?.()
    },

    close,
  }
}

/** Several kinds, as one. */
export function joined(channels: readonly Channel[]): Channel {
  const each = (work: (channel: Channel) => void) => () => channels.forEach(work)
  return {
    flush: each((channel) => channel.flush()),
    taken: each((channel) => channel.taken()),
    forget: each((channel) => channel.forget()),
    takes: (event) => channels.some((channel) => channel.takes(event)),
    take: (event) => channels.find((channel) => channel.takes(event))?.take(event),
    async begin(to) {
      for (const channel of channels) await channel.begin(to)
    },
    async close() {
      await Promise.all(channels.map((channel) => channel.close()))
    },
  }
}
