// While it is connected: reads everything once, then follows the stream and sends what is written here, until it is stopped. What breaks is
// tried again.
import type { Journal } from '../../journal/journal.ts'
import { storageError } from '../../db/storage-error.ts'
import type { createWakeSignal } from '../transport/wake-signal.ts'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'
import type { InitialSync } from './initial-sync.ts'
import { createEventDispatcher, type OnTeamEvent } from '../pull/dispatch-team-events.ts'
import type { Inbox } from '../pull/inbox.ts'
import type { CloudFields } from '../state/cloud-fields.ts'
import type { KnownEvent } from './last-known-event-store.ts'
import { createFollowStream } from './follow-stream.ts'
import type { Channel } from '../waiting/channel.ts'
import { createResetAndResync } from './reset-and-resync.ts'
import { createRunInitialSync } from './run-initial-sync.ts'
import type { SlugCollisions } from '../state/slug-collisions.ts'
import type { Outbox } from '../push/outbox.ts'
import type { Progress } from '../progress.ts'
import type { SyncStore } from '../state/sync-store.ts'
import { createRetries, type RetryTimes } from '../transport/retries.ts'
import { createSendPending, type SendPendingDeps } from '../push/send-pending.ts'
import { createSyncStep } from './sync-step.ts'
import { createApplyEvents } from '../pull/apply-events.ts'

export interface SyncTimes extends RetryTimes {
  silence: number
  /** What was refused is tried again this often: a worker has nobody who says so, and a team may have room again. */
  refusedRetry: number
}

export interface SessionDeps {
  store: SyncStore
  journal: Journal
  inbox: Inbox
  outbox: Outbox
  reading: InitialSync
  slugCollisions: Pick<SlugCollisions, 'resolve'>
  known: KnownEvent
  fields: CloudFields
  link: CloudLink
  /** Rings when there may be something to send. */
  wakeSignal: ReturnType<typeof createWakeSignal>
  /** Rings when a person does not want to wait for the next attempt. */
  nudge: ReturnType<typeof createWakeSignal>
  progress: Progress
  /** Something of what is shown may have changed. */
  changed: () => void
  /** Nothing waits on either side. */
  settled: () => void
  /** The cloud lacks what it had told here. */
  wentBack: () => void
  report: (error: unknown) => void
  times: SyncTimes
  onEvent: OnTeamEvent | undefined
  traces: SendPendingDeps['traces']
  /** What waits for a person. */
  waiting: Pick<Channel, 'begin' | 'takes' | 'take' | 'taken'>
}

/** What a person reads of it. */
function wordsFor(error: unknown): string {
  if (error instanceof LinkError) return error.message
  return storageError(error)?.message ?? `Sync failed (${(error as Error).message}). Retrying.`
}

export function createSession(deps: SessionDeps) {
  const { store, journal, inbox, outbox, reading, slugCollisions, known, fields, link, wakeSignal, nudge, progress, changed, settled, report, times, onEvent } =
    deps
  const { waiting, traces } = deps
  const step = createSyncStep({ store, journal, outbox })
  const retries = createRetries({ times, nudge, progress, changed })
  const resetAndResync = createResetAndResync({ store, known, step })
  const runInitialSync = createRunInitialSync({ store, known, reading, link, fields, step, resetAndResync, progress, changed })
  const follow = createFollowStream({
    store,
    known,
    link,
    step,
    resetAndResync,
    wentBack: deps.wentBack,
    applyEvents: createApplyEvents({ store, inbox, known, slugCollisions, step, waiting, dispatch: createEventDispatcher({ link, onEvent, report }), report }),
    accepted() {
      retries.reset()
      outbox.waitAnew()
    },
    wakeSignal,
    progress,
    changed,
    unsent: outbox.unsent,
    lease: onEvent !== undefined,
    silence: times.silence,
  })
  const sendWhatWaits = createSendPending({ store, journal, outbox, known, fields, link, step, retries, wakeSignal, progress, changed, settled, traces })

  /** Until something breaks, or the stream ends. */
  async function live(signal: AbortSignal): Promise<void> {
    await fields.begin(link, step)
    if (store.connection()?.inbox === null) await runInitialSync(signal)
    if (signal.aborted) return
    await waiting.begin(link)
    if (signal.aborted) return
    const life = new AbortController()
    const both = AbortSignal.any([signal, life.signal])
    // Nothing is sent to a cloud that may not be the one that is known.
    const begun = Promise.withResolvers<boolean>()
    const following = follow(both, () => begun.resolve(true)).finally(() => begun.resolve(false))
    const sending = begun.promise.then((stands) => (stands ? sendWhatWaits(both) : following))
    try {
      await Promise.race([following, sending])
    } finally {
      life.abort()
      progress.online = false
      await Promise.allSettled([following, sending])
    }
  }

  return {
    /** Resolves when it was stopped, or when the cloud takes the token no more: then with why. */
    async run(signal: AbortSignal): Promise<LinkError | undefined> {
      while (!signal.aborted) {
        let problem: string | undefined
        try {
          await live(signal)
        } catch (error) {
          if (signal.aborted) return undefined
          if (error instanceof LinkError && (error.problem === 'token' || error.problem === 'team')) return error
          if (!(error instanceof LinkError)) report(error)
          problem = wordsFor(error)
          if (error instanceof LinkError && error.retryAfter !== undefined) {
            progress.failed = true
            await retries.pause(error.retryAfter, problem, signal)
            continue
          }
          progress.failed = true
        }
        if (!signal.aborted) await retries.pause(retries.delay(), problem ?? 'The cloud closed the connection.', signal)
      }
      return undefined
    },
  }
}
