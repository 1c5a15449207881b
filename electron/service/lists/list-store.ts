// SQL for saved lists, and nothing else.
import type { SavedList } from '../../../shared/schema/saved-list.ts'
import type { Db } from '../db/open.ts'
import { prepareInsert, prepareUpdate, type Unsaved } from '../db/row-writes.ts'

export type ListStore = ReturnType<typeof createListStore>

const columns = ['uid', 'name', 'position', 'view', 'color', 'query', 'version', 'created_at', 'updated_at'] as const satisfies readonly (keyof SavedList)[]

type Row = Omit<SavedList, 'query'> & { query: string }

const read = (row: unknown): SavedList => ({ ...(row as Row), query: JSON.parse((row as Row).query) as SavedList['query'] })
const write = (list: Unsaved<SavedList>) => ({ ...list, query: JSON.stringify(list.query) })

export function createListStore(db: Db) {
  const insert = prepareInsert(db, 'lists', columns)
  const update = prepareUpdate(db, 'lists', columns)
  const remove = db.prepare('DELETE FROM lists WHERE id = ?')
  const byId = db.prepare('SELECT * FROM lists WHERE id = ?')
  const byUid = db.prepare('SELECT * FROM lists WHERE uid = ?')
  const all = db.prepare('SELECT * FROM lists ORDER BY position, id')
  const last = db.prepare('SELECT max(position) FROM lists').pluck()
  const count = db.prepare('SELECT count(*) FROM lists').pluck()
  const found = (row: unknown) => (row === undefined ? undefined : read(row))
  return {
    insert: (list: Unsaved<SavedList>): number => insert(write(list)),
    update: (list: SavedList): void => update(write(list)),
    remove: (id: number): void => void remove.run(id),
    byId: (id: number) => found(byId.get(id)),
    byUid: (uid: string) => found(byUid.get(uid)),
    all: (): SavedList[] => all.all().map(read),
    /** The place of the last one; 0 before the first. */
    lastPosition: (): number => (last.get() as number | null) ?? 0,
    count: (): number => count.get() as number,
  }
}
