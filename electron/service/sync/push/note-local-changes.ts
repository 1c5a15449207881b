// What is written here is noted at once, also while the cloud is out of reach: people see how much waits.
import type { Journal } from '../../journal/journal.ts'
import { syncActor } from '../pull/team-event.ts'
import type { Connection, SyncStore } from '../state/sync-store.ts'
import type { Outbox } from './outbox.ts'

export interface NoteLocalChangesDeps {
  store: SyncStore
  journal: Journal
  outbox: Outbox
  /** There is something to send. */
  noted: () => void
  report: (error: unknown) => void
}

/** Returns what ends it. */
export function noteLocalChanges({ store, journal, outbox, noted, report }: NoteLocalChangesDeps): () => void {
  let closed = false
  const stopFollowing = journal.onCommit(() => {
    const connection = store.connection()
    if (!connection?.connected || closed || connection.outbox >= journal.head()) return
    try {
      journal.write(syncActor, () => void outbox.readOn(store.connection() as Connection))
    } catch (error) {
      // The disk has just become full, perhaps. The journal has it all; whoever sends reads it there again.
      report(error)
    }
    noted()
  })
  return () => {
    closed = true
    stopFollowing()
  }
}
