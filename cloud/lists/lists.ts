// A team's saved lists. The service has the same of its own (electron/service/lists/lists.ts).
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { requireReadable, requireRoomForList, startList, withOrderedQuery } from '../../shared/domain/tasks/list-rules.ts'
import { requireVersion } from '../../shared/http/mount.ts'
import type { NewSavedList, SavedList, SavedListPatch } from '../../shared/schema/saved-list.ts'
import type { Kept, TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { createJournalledRows } from '../journal/journalled-rows.ts'
import { listStore } from './list-store.ts'

export type Lists = ReturnType<typeof createLists>

function found(list: SavedList | undefined, uid: string): SavedList {
  if (!list) throw new AppError('not_found', `There is no saved list ${uid}.`)
  return list
}

const rows = createJournalledRows<'lists', SavedList>({
  entity: 'list',
  table: 'lists',
  store: listStore,
  stored: listStore.row,
  taskIdOf: () => null,
  async returning({ tx, teamId }, list) {
    requireRoomForList((await listStore.room(tx, teamId)).count)
    return list
  },
})

export function createLists({ journal }: { journal: Journal }) {
  return {
    revertible: rows.revertible,
    /** In the order of the sidebar. */
    all: (ctx: TeamContext): Promise<SavedList[]> => journal.read(ctx.team, (tx) => listStore.all(tx, ctx.team.id)),

    get: async (uid: string, ctx: TeamContext): Promise<SavedList> =>
      found(await journal.read(ctx.team, (tx) => listStore.byUid(tx, ctx.team.id, uid.toLowerCase())), uid),

    create(input: NewSavedList, ctx: TeamContext, kept: Kept<SavedList> = {}): Promise<SavedList> {
      requireReadable(input)
      return journal.write(ctx, async (write) => {
        const { tx, teamId, at, lock } = write
        // Nobody else may take the last place between our look and our insert.
        await lock()
        const uid = kept.uid ?? input.uid?.toLowerCase() ?? uuidv7()
        const made = await listStore.byUid(tx, teamId, uid)
        if (made) return made
        const { count, last } = await listStore.room(tx, teamId)
        requireRoomForList(count)
        return rows.add(write, { ...startList(input, last), version: 1, created_at: at, updated_at: at, ...kept, uid })
      })
    },

    async update(uid: string, patch: SavedListPatch, ctx: TeamContext): Promise<SavedList> {
      requireReadable(patch)
      return journal.write(ctx, async (write) => {
        const list = found(await listStore.byUidForUpdate(write.tx, write.teamId, uid.toLowerCase()), uid)
        requireVersion(ctx.ifMatch, list.version)
        return rows.change(write, list, { ...list, ...withOrderedQuery(patch) })
      })
    },

    remove: (uid: string, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const list = found(await listStore.byUidForUpdate(write.tx, write.teamId, uid.toLowerCase()), uid)
        requireVersion(ctx.ifMatch, list.version)
        await rows.remove(write, list)
      }),
  }
}
