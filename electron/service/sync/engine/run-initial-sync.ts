// Reads everything that is in the cloud, page by page, before the stream is followed.
import type { Progress } from '../progress.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import type { CloudFields } from '../state/cloud-fields.ts'
import type { SyncStore } from '../state/sync-store.ts'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'
import type { InitialSync } from './initial-sync.ts'
import type { KnownEvent } from './last-known-event-store.ts'
import type { ResetAndResync } from './reset-and-resync.ts'
import type { SyncStep } from './sync-step.ts'

export interface RunInitialSyncDeps {
  store: SyncStore
  known: KnownEvent
  reading: InitialSync
  link: CloudLink
  fields: Pick<CloudFields, 'takesKind' | 'lookOnce'>
  step: SyncStep
  resetAndResync: ResetAndResync
  progress: Progress
  changed: () => void
}

export function createRunInitialSync({ store, known, reading, link, fields, step, resetAndResync, progress, changed }: RunInitialSyncDeps) {
  /** Undefined: the cloud is older than this kind. */
  async function pageOf(entity: SyncEntity, above: number): Promise<Awaited<ReturnType<CloudLink['page']>> | undefined> {
    if (!fields.takesKind(entity)) return undefined
    try {
      return await link.page(entity, above)
    } catch (error) {
      if (!(error instanceof LinkError) || error.problem !== 'failed') throw error
      await fields.lookOnce(link)
      if (fields.takesKind(entity)) throw error
      return undefined
    }
  }

  return async function runInitialSync(signal: AbortSignal): Promise<void> {
    Object.assign(progress, { reading: true, read: 0 })
    while (store.connection()?.inbox === null) {
      const { entity, above } = reading.next()
      const read = await pageOf(entity, above)
      if (signal.aborted) return
      if (!read) {
        step(() => reading.take(undefined))
        continue
      }
      const { page, epoch } = read
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
