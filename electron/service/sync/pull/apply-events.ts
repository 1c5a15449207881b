// What the stream tells is written here, together with how far it was read.
import { storageError } from '../../db/storage-error.ts'
import type { Inbox } from './inbox.ts'
import type { KnownEvent } from '../engine/last-known-event-store.ts'
import type { SlugCollisions } from '../state/slug-collisions.ts'
import type { SyncStore } from '../state/sync-store.ts'
import { isSynced } from '../state/replicas.ts'
import type { SyncStep } from '../engine/sync-step.ts'
import type { Channel } from '../waiting/channel.ts'
import type { TeamEvent } from './team-event.ts'

interface ApplyEventsDeps {
  store: SyncStore
  inbox: Inbox
  known: KnownEvent
  slugCollisions: Pick<SlugCollisions, 'resolve'>
  step: SyncStep
  /** What waits for a person. */
  waiting: Pick<Channel, 'takes' | 'take' | 'taken'>
  dispatch: (event: TeamEvent) => void
  report: (error: unknown) => void
}

export function createApplyEvents({ store, inbox, known, slugCollisions, step, waiting, dispatch, report }: ApplyEventsDeps) {
  const isOurs = (event: TeamEvent) => waiting.takes(event) || isSynced(event.kind.split('.')[0] as string)
  const takeOne = (event: TeamEvent) => (waiting.takes(event) ? waiting.take(event) : inbox.take(event))

  /** `position`: the last that the stream has passed, undefined when it did not move. */
  return function take(events: TeamEvent[], position: number | undefined): void {
    const last = events.at(-1)
    const moved = () => {
      if (position === undefined) return {}
      if (last?.created_at !== undefined && last.id <= position) known.keep(last.id, last.created_at)
      return { inbox: Math.max(position, store.connection()?.inbox ?? 0) }
    }
    const ours = events.filter(isOurs)
    try {
      step(() => {
        for (const event of ours) takeOne(event)
        if (ours.length > 0) slugCollisions.resolve()
        return moved()
      })
    } catch (error) {
      // Where nothing can be written, all of them come again.
      if (storageError(error)) throw error
      // One that cannot be taken must not keep back the others.
      report(error)
      for (const event of ours) {
        try {
          step(() => takeOne(event))
        } catch (failure) {
          if (storageError(failure)) throw failure
          report(failure)
        }
      }
      step(moved)
    }
    if (ours.some(waiting.takes)) waiting.taken()
    for (const event of events) if (!isOurs(event)) dispatch(event)
  }
}
