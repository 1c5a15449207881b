// Reads everything that is in the cloud, page by page, before the stream is followed.
import type { Progress } from '../progress.ts'
import type { SyncStore } from '../state/sync-store.ts'
import type { CloudLink } from '../transport/cloud-link.ts'
import type { InitialSync } from './initial-sync.ts'
import type { KnownEvent } from './last-known-event-store.ts'
import type { ResetAndResync } from './reset-and-resync.ts'
import type { SyncStep } from './sync-step.ts'

export interface RunInitialSyncDeps {
  store: SyncStore
  known: KnownEvent
  reading: InitialSync
  link: CloudLink
  step: SyncStep
  resetAndResync: ResetAndResync
  progress: Progress
  changed: () => void
}

export function createRunInitialSync({ store, known, reading, link, step, resetAndResync, progress, changed }: RunInitialSyncDeps) {
  return async function runInitialSync(signal: AbortSignal): Promise<void> {
    Object.assign(progress, { reading: true, read: 0 })
    while (store.connection()?.inbox === null) {
      const { entity, above } = reading.next()
      const { page, epoch } = await link.page(entity, above)
      if (signal.aborted) return
      if (known.isOtherEpoch(epoch)) {
        resetAndResync(epoch)
        continue
      }
      step(() => {
        known.keepEpoch(epoch)
        return reading.take(page)
      })
      progress.read += page.rows.length
      changed()
    }
    progress.reading = false
    changed()
  }
}
