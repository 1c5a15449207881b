// Follows the team's stream from the last event that is known here, and notices when it is not the stream that told that event.
import { readEvents } from '../pull/event-reader.ts'
import type { TeamEvent } from '../pull/team-event.ts'
import type { Progress } from '../progress.ts'
import type { SyncStore } from '../state/sync-store.ts'
import type { CloudLink } from '../transport/cloud-link.ts'
import type { createWakeSignal } from '../transport/wake-signal.ts'
import type { KnownEvent } from './last-known-event-store.ts'
import type { ResetAndResync } from './reset-and-resync.ts'
import type { SyncStep } from './sync-step.ts'

export interface FollowStreamDeps {
  store: SyncStore
  known: KnownEvent
  link: CloudLink
  step: SyncStep
  resetAndResync: ResetAndResync
  /** The cloud lacks what it had told here: a person has to know. */
  wentBack: () => void
  applyEvents: (events: TeamEvent[], position: number | undefined) => void
  /** The stream stands: what waited for it need not wait, and what failed counts no more. */
  accepted: () => void
  wakeSignal: ReturnType<typeof createWakeSignal>
  progress: Progress
  changed: () => void
  /** How old the oldest change is that waits here, in seconds, if that is known. */
  unsent: () => number | undefined
  /** Events that are for one device alone are wanted, too. */
  lease: boolean
  silence: number
}

export function createFollowStream(deps: FollowStreamDeps) {
  const { store, known, link, step, resetAndResync, wentBack, applyEvents, wakeSignal, progress, changed, lease, silence } = deps
  const position = () => store.connection()?.inbox ?? 0

  /** Is it the stream that is known here? Else all is read again. */
  function accept(at: number, moment: string | undefined, epoch: string | undefined): boolean {
    const isAnother = moment !== undefined && known.isAnother(at, moment)
    if (isAnother || (known.isOtherEpoch(epoch) && known.holdsMoreThan(at, moment))) {
      wentBack()
      resetAndResync(epoch)
      return false
    }
    step(() => {
      if (moment !== undefined) known.keep(at, moment)
      known.keepEpoch(epoch)
    })
    return true
  }

  /** Resolves when the stream has ended. `begun`: called once it stands. */
  return (signal: AbortSignal, begun: () => void): Promise<void> =>
    readEvents({
      link,
      after: known.before(position()),
      lease,
      unsent: deps.unsent(),
      signal,
      opened(at, moment, epoch) {
        if (!accept(at, moment, epoch)) return false
        deps.accepted()
        Object.assign(progress, { online: true, failed: false, problem: null, retryAt: null })
        wakeSignal.ring()
        changed()
        begun()
        return true
      },
      take(events, at) {
        applyEvents(events, at)
        wakeSignal.ring()
        changed()
      },
      reset(head, epoch) {
        // It is behind what it told before, or nobody knows whether it still goes on from there.
        if (head < position()) wentBack()
        if (head < position() || known.isOtherEpoch(epoch)) return resetAndResync(epoch)
        step(() => {
          known.forget()
          known.keepEpoch(epoch)
          return { inbox: null }
        })
      },
      silence,
    })
}
