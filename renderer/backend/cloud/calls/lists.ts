// Saved lists where the cloud keeps none: in this browser.
import type { SavedList } from '../../../../shared/schema/saved-list.ts'
import { startList } from '../../../../shared/domain/tasks/list-rules.ts'
import { storage } from '../../../lib/storage.ts'
import type { Api } from '../../backend.ts'

const place = 'lists'

function read(): SavedList[] {
  try {
    return JSON.parse(storage.read(place) || '[]') as SavedList[]
  } catch {
    return []
  }
}

function keep(lists: SavedList[]): void {
  storage.write(place, lists.length === 0 ? '' : JSON.stringify(lists.sort((a, b) => a.position - b.position)))
}

export const listCalls: Pick<Api, 'listLists' | 'createList' | 'updateList' | 'deleteList'> = {
  listLists: async () => read(),
  async createList({ body }) {
    const lists = read()
    const at = new Date().toISOString()
    const id = Math.max(0, ...lists.map((list) => list.id)) + 1
    const list = { id, uid: crypto.randomUUID(), ...startList(body, lists.at(-1)?.position ?? 0), version: 1, created_at: at, updated_at: at }
    keep([...lists, list])
    return list
  },
  async updateList({ params, body }) {
    const lists = read()
    const list = lists.find(({ uid }) => uid === params.uid)
    if (!list) throw new Error('gone')
    Object.assign(list, body, { version: list.version + 1, updated_at: new Date().toISOString() })
    keep(lists)
    return list
  },
  deleteList: async ({ params }) => keep(read().filter(({ uid }) => uid !== params.uid)),
}
