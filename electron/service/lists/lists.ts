// Saved lists: a filter under a name, and where it stands in the sidebar.
import { AppError } from '../../../shared/domain/app-error.ts'
import { requireReadable, requireRoomForList, startList, withOrderedQuery } from '../../../shared/domain/tasks/list-rules.ts'
import { requireVersion } from '../../../shared/http/mount.ts'
import type { ImportedList } from '../../../shared/schema/import.ts'
import type { NewSavedList, SavedList, SavedListPatch } from '../../../shared/schema/saved-list.ts'
import type { Context } from '../context.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import { createJournalledRows, type Kept } from '../journal/journalled-rows.ts'
import type { ListStore } from './list-store.ts'

export type Lists = ReturnType<typeof createLists>

export function createLists({ store, journal, now }: { store: ListStore; journal: Journal; now: () => Date }) {
  const rows = createJournalledRows<SavedList>({ entity: 'list', rows: store, now, taskIdOf: () => null })

  function existing(uid: string): SavedList {
    const list = store.byUid(uid.toLowerCase())
    if (!list) throw new AppError('not_found', `There is no saved list ${uid}.`)
    return list
  }

  return {
    revertible: rows.revertible,
    all: store.all,
    get: existing,
    byUid: store.byUid,
    byId: store.byId,

    create(input: NewSavedList, ctx: Context): SavedList {
      requireReadable(input)
      const uid = input.uid?.toLowerCase()
      return journal.write(ctx.actor, (record) => {
        const made = uid === undefined ? undefined : store.byUid(uid)
        if (made) return made
        requireRoomForList(store.count())
        return rows.insert(startList(input, store.lastPosition()), record, uid === undefined ? {} : { uid })
      })
    },

    /** For an import, inside its write. */
    insertImported(input: ImportedList, kept: Kept, record: Recorder): number {
      requireReadable(input)
      requireRoomForList(store.count())
      return rows.insert(startList(input, store.lastPosition()), record, kept).id
    },

    /** As another device made it: nothing of it is refused here. Inside a write. Returns its id here. */
    insertSynced: (input: NewSavedList, kept: Kept, record: Recorder): number => rows.insert(startList(input, store.lastPosition()), record, kept).id,

    update(uid: string, patch: SavedListPatch, ctx: Context): SavedList {
      requireReadable(patch)
      return journal.write(ctx.actor, (record) => {
        const list = existing(uid)
        requireVersion(ctx.ifMatch, list.version)
        return rows.change(list, withOrderedQuery(patch), record)
      })
    },

    remove(uid: string, ctx: Context): void {
      journal.write(ctx.actor, (record) => {
        const list = existing(uid)
        requireVersion(ctx.ifMatch, list.version)
        rows.remove(list, record)
      })
    },
  }
}
