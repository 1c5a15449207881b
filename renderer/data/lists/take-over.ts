// Lists that an earlier version kept in this browser move to the service, once.
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { readPlace } from '../../lib/navigation.ts'
import { storage } from '../../lib/storage.ts'
import { isSameList, listAt } from './list-place.ts'
import { readListsAgain } from './saved-lists.ts'

const place = 'saved-lists'

interface Kept {
  name: string
  /** The address had the view, its filters, order and groups. */
  address: string
}

function isKept(value: unknown): value is Kept {
  const { name, address } = (value ?? {}) as Partial<Kept>
  return typeof name === 'string' && typeof address === 'string' && address.startsWith('/')
}

function kept(): Kept[] {
  try {
    const read: unknown = JSON.parse(storage.read(place) || '[]')
    return Array.isArray(read) ? read.filter(isKept) : []
  } catch {
    return []
  }
}

const forget = (one: Kept) => {
  const left = kept().filter(({ name, address }) => name !== one.name || address !== one.address)
  storage.write(place, left.length === 0 ? '' : JSON.stringify(left))
}

async function move(): Promise<void> {
  const there = await api.listLists()
  for (const one of kept()) {
    const [path = '', search = ''] = one.address.split('?')
    const shown = listAt(readPlace(path, search))
    const name = one.name.slice(0, 60)
    if (!there.some((list) => list.name === name && isSameList(list, shown))) await api.createList({ body: { name, ...shown } }, once())
    forget(one)
  }
  readListsAgain()
}

/** What does not arrive stays here, and is tried again with the next start. */
export function takeOverLists(): void {
  if (kept().length === 0) return
  // Two windows of one browser would bring them twice.
  const moving = 'locks' in navigator ? navigator.locks.request('tandem saved lists', move) : move()
  moving.catch(() => undefined)
}
