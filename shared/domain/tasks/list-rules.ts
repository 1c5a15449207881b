// What a saved list has where nothing else was said, and how many there may be: the same in the service and in the cloud.
import { AppError, invalidField } from '../app-error.ts'
import { readCondition } from '../search/condition.ts'
import { lastListPosition, ListQuery, maxSavedLists, type NewSavedList, type SavedList, type SavedListPatch } from '../../schema/saved-list.ts'

const queryFields = Object.keys(ListQuery.properties) as (keyof ListQuery)[]

type Given = Omit<SavedList, 'id' | 'uid' | 'version' | 'created_at' | 'updated_at'>

/** `last`: the position of the last one. Behind one that stands at the very end is beside it: of two at one position, the older one stands first. */
export function startList({ name, position, view = 'list', color = null, query = {} }: NewSavedList, last: number): Given {
  return { name, position: position ?? Math.min(last + 1, lastListPosition), view, color, query: orderedQuery(query) }
}

/** With its fields in the order of the schema: two queries that say the same are the same text, whoever kept them in between. */
export function orderedQuery(query: ListQuery): ListQuery {
  return Object.fromEntries(queryFields.flatMap((field) => (query[field] === undefined ? [] : [[field, query[field]]])))
}

export const withOrderedQuery = (patch: SavedListPatch): SavedListPatch => (patch.query ? { ...patch, query: orderedQuery(patch.query) } : patch)

/** What nobody could read would let every task through. */
export function requireReadable({ query }: SavedListPatch): void {
  for (const [index, condition] of (query?.where ?? []).entries())
    if (!readCondition(condition))
      throw invalidField(`/query/where/${index}`, `${JSON.stringify(condition)} is no condition: send one like -label:bug, created:7d or "a text"`)
}

export function requireRoomForList(count: number): void {
  if (count >= maxSavedLists) throw new AppError('invalid', `There are ${count} saved lists already, and there may be ${maxSavedLists}. Delete one first.`)
}
