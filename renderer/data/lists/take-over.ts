// Lists that an earlier version kept in this browser move to the service or to the team, once.
import type { NewSavedList } from '../../../shared/schema/saved-list.ts'
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { readPlace } from '../../lib/navigation.ts'
import { storage } from '../../lib/storage.ts'
import { isSameList, listAt, queryOf } from './list-place.ts'
import { readListsAgain } from './saved-lists.ts'

/** The first versions kept an address, which had the view, its filters, order and groups; then the cloud's window kept lists as they are now. */
const places = ['saved-lists', 'lists'] as const

type Kept = Pick<NewSavedList, 'name'> & Required<Pick<NewSavedList, 'view' | 'query'>> & Pick<NewSavedList, 'color'>

function readKept(value: unknown): Kept | undefined {
  const { name, address, view, query, color } = (value ?? {}) as Partial<Kept> & { address?: unknown }
  if (typeof name !== 'string') return undefined
  if (typeof address === 'string' && address.startsWith('/')) {
    const [path = '', search = ''] = address.split('?')
    return { name: name.slice(0, 60), ...listAt(readPlace(path, search)) }
  }
  return view && query ? { name, view, query: queryOf(query.scope, query), ...(color ? { color } : {}) } : undefined
}

function kept(place: string): unknown[] {
  try {
    const read: unknown = JSON.parse(storage.read(place) || '[]')
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

async function move(): Promise<void> {
  const there = await api.listLists()
  for (const place of places) {
    for (let left = kept(place); left.length > 0; ) {
      const one = readKept(left[0])
      if (one && !there.some((list) => list.name === one.name && isSameList(list, one))) await api.createList({ body: one }, once())
      left = left.slice(1)
      storage.write(place, left.length === 0 ? '' : JSON.stringify(left))
    }
  }
  readListsAgain()
}

/** What does not arrive stays here, and is tried again with the next start. */
export function takeOverLists(): void {
  if (places.every((place) => kept(place).length === 0)) return
  // Two windows of one browser would bring them twice.
  const moving = 'locks' in navigator ? navigator.locks.request('tandem saved lists', move) : move()
  moving.catch(() => undefined)
}
