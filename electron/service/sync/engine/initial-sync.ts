// Everything that is there, page by page. It may take a while and break off: it goes on where it was, also after a restart, and the stream then
// tells what happened since it began. Started over, it would never hear of what was written and deleted meanwhile.
import type { SyncPage } from '../../../../shared/schema/cloud/sync.ts'
import type { Inbox } from '../pull/inbox.ts'
import type { SlugCollisions } from '../state/slug-collisions.ts'
import type { Reading, InitialSyncStore } from './initial-sync-store.ts'
import type { Connection } from '../state/sync-store.ts'
import { inOrder } from '../state/replicas.ts'

export type InitialSync = ReturnType<typeof createInitialSync>

export interface InitialSyncDeps {
  positions: InitialSyncStore
  inbox: Inbox
  slugCollisions: Pick<SlugCollisions, 'keep' | 'resolve'>
}

export function createInitialSync({ positions, inbox, slugCollisions }: InitialSyncDeps) {
  function takeIn(page: SyncPage, { begin, entity, above }: Reading): void {
    if (entity === 'contact') for (const { uid, slug } of page.rows) slugCollisions.keep(String(uid), String(slug))
    inbox.takePage(entity, page.rows, page.seq, begin, above, page.next ?? Number.MAX_SAFE_INTEGER)
  }

  return {
    /** What is to be read next. */
    next: (): Pick<Reading, 'entity' | 'above'> => positions.at() ?? { entity: inOrder[0], above: 0 },

    /**
     * The page that is next, inside a transaction; undefined: the cloud is older than this kind, and says nothing of it. Returns where the stream goes on,
     * after the last.
     */
    take(page: SyncPage | undefined): Pick<Connection, 'inbox'> | undefined {
      const { begin, entity, above } = positions.at() ?? { begin: page?.seq ?? 0, entity: inOrder[0], above: 0 }
      const next = page?.next ?? null
      if (page) takeIn(page, { begin, entity, above })
      const after = next === null ? inOrder[inOrder.indexOf(entity) + 1] : entity
      if (after !== undefined) {
        positions.keep({ begin, entity: after, above: next ?? 0 })
        return undefined
      }
      slugCollisions.resolve()
      positions.end()
      return { inbox: begin }
    },
  }
}
