// Filters that the person keeps by name, on this machine.
import { storage } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

export interface SavedList {
  name: string
  /** The address has the view, its filters, order and groups. */
  address: string
}

const place = 'saved-lists'

function isList(value: unknown): value is SavedList {
  const { name, address } = (value ?? {}) as Partial<SavedList>
  return typeof name === 'string' && typeof address === 'string' && address.startsWith('/')
}

function read(): SavedList[] {
  try {
    const kept: unknown = JSON.parse(storage.read(place) || '[]')
    return Array.isArray(kept) ? kept.filter(isList) : []
  } catch {
    return []
  }
}

export const savedLists = createStore<readonly SavedList[]>(read())

function keep(lists: readonly SavedList[]): void {
  storage.write(place, lists.length === 0 ? '' : JSON.stringify(lists))
  savedLists.set(lists)
}

/** A name that is kept already stands for the new filter from now on. */
export function saveList(list: SavedList): void {
  keep([...savedLists.get().filter(({ name }) => name !== list.name), list])
}

export function forgetList(name: string): void {
  keep(savedLists.get().filter((list) => list.name !== name))
}
