// Everything that is there, page by page. It may take a while and break off: it goes on where it was, also after a restart, and the stream then
// tells what happened since it began. Begun anew, it would never hear of what was written and deleted meanwhile.
import type { SyncPage } from '../../../shared/schema/sync.ts'
import type { Inbox } from './inbox.ts'
import type { TellApart } from './namesakes.ts'
import type { Connection, Reading, RemoteStore } from './remote-store.ts'
import { inOrder } from './replicas.ts'

export type FirstReading = ReturnType<typeof createFirstReading>

export function createFirstReading({ store, inbox, tellApart }: { store: RemoteStore; inbox: Inbox; tellApart: TellApart }) {
  return {
    /** What is to be read next. */
    next: (): Pick<Reading, 'entity' | 'above'> => store.reading() ?? { entity: inOrder[0], above: 0 },

    /** The page that is next, inside a transaction. Returns where the stream goes on, after the last. */
    take(page: SyncPage): Pick<Connection, 'inbox'> | undefined {
      const { begin, entity, above } = store.reading() ?? { begin: page.seq, entity: inOrder[0], above: 0 }
      if (entity === 'contact') for (const { uid, slug } of page.rows) store.keepSlug(String(uid), String(slug))
      inbox.takePage(entity, page.rows, page.seq, above, page.next ?? Number.MAX_SAFE_INTEGER)
      const after = page.next === null ? inOrder[inOrder.indexOf(entity) + 1] : entity
      if (after !== undefined) return void store.keepReading({ begin, entity: after, above: page.next ?? 0 })
      if (store.connection()?.last_synced_at === null) tellApart(store.slugs())
      store.endReading()
      return { inbox: begin }
    },
  }
}
