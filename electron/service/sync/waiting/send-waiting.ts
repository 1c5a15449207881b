// Sends what this list has decided or asked, one after the other, once its task is there.
import type { Journal } from '../../journal/journal.ts'
import { syncActor } from '../pull/team-event.ts'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'
import type { Underway } from './take-waiting.ts'
import { type Here, isSame, type There, type WaitingKind } from './waiting-kind.ts'

export type Link = Pick<CloudLink, 'call'>

export interface SendWaitingDeps {
  journal: Pick<Journal, 'write'>
  /** The connection, while there is one that works. */
  link: () => Link | undefined
  report: (error: unknown) => void
}

/** Milliseconds until a busy cloud is asked again, where it does not say. */
const usualRest = 2000

/** `apply`: inside a transaction, how it stands there. */
export function createSendWaiting<T extends There>(
  kind: WaitingKind<T>,
  { journal, link, report }: SendWaitingDeps,
  underway: Underway,
  apply: (there: T, isAll: boolean) => void,
) {
  const { unsure, sent } = underway
  let running: Promise<void> | undefined
  let again = false
  let later: NodeJS.Timeout | undefined
  let closed = false

  async function send(to: Link, uid: string, here: Here, write: object): Promise<void> {
    sent.set(uid, here)
    try {
      const there = await to.call<T>('PUT', `${kind.path}/${uid}`, write)
      journal.write(syncActor, () => {
        apply(there, false)
        if (there.problem !== undefined) kind.settle(there)
      })
      const isTaken = isSame({ state: there.state, said: kind.saidThere(there) }, here)
      // What stands in the way goes away by itself, or not at all.
      if (!isTaken && there.state === kind.undecided) unsure.delete(uid)
    } finally {
      sent.delete(uid)
    }
    kind.refresh()
  }

  /** Whether it differs from what the cloud has; a withdrawn one follows its task. */
  function unsent(uid: string): Here | undefined {
    const here = kind.here(uid)
    if (!here || here.isWithdrawn) return undefined
    const known = kind.ground.get(uid)
    return known && isSame(here, known) ? undefined : here
  }

  async function run(): Promise<void> {
    while (again) {
      again = false
      for (const uid of unsure) {
        const to = link()
        if (closed || !to || !underway.isTaken) return
        const here = unsent(uid)
        if (!here) {
          unsure.delete(uid)
          continue
        }
        const write = kind.write(uid, kind.ground.get(uid)?.version ?? 0)
        // It goes once its task is there.
        if (!write) continue
        unsure.delete(uid)
        try {
          await send(to, uid, here, write)
        } catch (error) {
          // What the cloud does not take it takes no better at once: the next session tries again.
          if (error instanceof LinkError && error.problem === 'failed') continue
          unsure.add(uid)
          throw error
        }
      }
    }
  }

  /** Sends what can be sent by now. While the cloud is away it waits for the next session. */
  function flush(): void {
    again = true
    running ??= run()
      .catch((error: unknown) => {
        if (!(error instanceof LinkError)) return report(error)
        if (!closed && error.problem === 'busy') later = setTimeout(flush, error.retryAfter ?? usualRest).unref()
      })
      .finally(() => (running = undefined))
  }

  return {
    flush,
    unsent,
    async close(): Promise<void> {
      closed = true
      clearTimeout(later)
      await running
    },
  }
}
