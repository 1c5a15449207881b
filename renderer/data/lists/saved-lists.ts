// Saved lists: filters under a name, kept by the service. Every change is one that `z` takes back.
import { queryOptions } from '@tanstack/react-query'
import type { SavedList, SavedListPatch } from '../../../shared/schema/saved-list.ts'
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { m } from '../../lib/messages.ts'
import { queryClient } from '../query-client.ts'
import { writeRemembered } from '../remembered-write.ts'
import type { Shown } from './list-place.ts'

export const savedLists = queryOptions({ queryKey: ['lists'] as const, queryFn: ({ signal }) => api.listLists({}, { signal }) })

export function readListsAgain(): void {
  void queryClient.invalidateQueries({ queryKey: savedLists.queryKey })
}

export const knownLists = (): readonly SavedList[] => queryClient.getQueryData(savedLists.queryKey) ?? []

/** Shown at once; what the service refuses is read again. */
function show(change: (lists: SavedList[]) => SavedList[]): void {
  queryClient.setQueryData(savedLists.queryKey, (known) => known && change(known).sort((a, b) => a.position - b.position || a.id - b.id))
}

const shared = { entity: 'list', readAgain: readListsAgain, failed: m.lists.notSaved } as const

export async function saveList(name: string, { view, query }: Shown): Promise<SavedList | undefined> {
  const options = once()
  const written = await writeRemembered({
    ...shared,
    call: () => api.createList({ body: { name, view, query } }, options),
    said: () => m.lists.added(name),
    is: ({ action, after }) => action === 'created' && after?.name === name,
    back: ({ uid }) => api.deleteList({ params: { uid } }),
    again: () => void saveList(name, { view, query }),
  })
  if (written) show((lists) => [...lists.filter(({ uid }) => uid !== written.value.uid), written.value])
  return written?.value
}

export async function changeList(list: SavedList, patch: SavedListPatch, said: string, isQuiet = false): Promise<SavedList | undefined> {
  const params = { uid: list.uid }
  const fields = Object.keys(patch) as (keyof SavedListPatch)[]
  show((lists) => lists.map((one) => (one.uid === list.uid ? { ...one, ...patch } : one)))
  const written = await writeRemembered({
    ...shared,
    call: () => api.updateList({ params, body: patch }),
    said: () => said,
    is: ({ action, entity_id, after }) => action === 'updated' && entity_id === list.id && fields.some((field) => after?.[field] !== undefined),
    back: () => api.updateList({ params, body: Object.fromEntries(fields.map((field) => [field, list[field]])) }),
    again: () => void changeList(list, patch, said, isQuiet),
    isQuiet,
  })
  return written?.value
}

export async function deleteList({ uid, name, view, query, color, position }: SavedList): Promise<void> {
  show((lists) => lists.filter((one) => one.uid !== uid))
  await writeRemembered({
    ...shared,
    call: () => api.deleteList({ params: { uid } }),
    said: () => m.lists.deleted(name),
    is: ({ action, before }) => action === 'deleted' && before?.uid === uid,
    // As the same one: the order in which its tasks were put is kept under its uid.
    back: () => api.createList({ body: { uid, name, view, query, color, position } }, once()),
    again: (restored) => void deleteList(restored),
  })
}

/** Puts a list at this place among all. */
export function placeList(list: SavedList, index: number): void {
  const others = knownLists().filter(({ uid }) => uid !== list.uid)
  const at = Math.max(0, Math.min(others.length, index))
  const [before, after] = [others[at - 1]?.position, others[at]?.position]
  const position = before === undefined ? (after ?? 1) - 1 : after === undefined ? before + 1 : (before + after) / 2
  if (position !== list.position) void changeList(list, { position }, m.lists.moved(list.name), true)
}
