// A saved list as a place of the web UI, and what stands there as a list that can be saved.
import type { ListQuery, SavedList } from '../../../shared/schema/saved-list.ts'
import type { Filter } from '../../lib/filter.ts'
import type { Place, View } from '../../lib/navigation.ts'

const views: Record<NonNullable<ListQuery['scope']>, View> = { open: 'open', ready: 'next', all: 'all', done: 'done' }
const scopeOf = (view: View) => (Object.keys(views) as (keyof typeof views)[]).find((scope) => views[scope] === view)

export type Shown = Pick<SavedList, 'view' | 'query'>

export function placeOfList({ uid, view, query: { scope = 'all', ...filter } }: Pick<SavedList, 'uid' | 'view' | 'query'>): Place {
  return { view: view === 'board' ? 'board' : views[scope], openId: undefined, filter, list: uid }
}

const fields = ['status', 'priority', 'label', 'requester', 'assignee', 'due', 'where', 'sort', 'group'] as const satisfies readonly (keyof ListQuery &
  keyof Filter)[]

/** What is empty is left out, so that two that mean the same are the same. */
export function queryOf(scope: ListQuery['scope'], filter: Filter | ListQuery): ListQuery {
  const given = fields.flatMap((field) => (filter[field]?.length ? [[field, filter[field]]] : []))
  return { ...(scope && scope !== 'all' ? { scope } : {}), ...(Object.fromEntries(given) as ListQuery) }
}

/** Its columns have their own order. */
const onBoard = (filter: Filter | ListQuery): ListQuery => queryOf(undefined, { ...filter, sort: undefined, group: undefined })

/** What stands at this place. */
export const listAt = ({ view, filter }: Pick<Place, 'view' | 'filter'>): Shown =>
  view === 'board'
    ? { view: 'board', query: onBoard(filter) }
    : { view: 'list', query: queryOf(scopeOf(view), view === 'inbox' ? { ...filter, where: [...(filter.where ?? []), 'is:inbox'] } : filter) }

/** The order of the values says nothing. */
const plain = ({ view, query: { scope, ...filter } }: Shown): string => {
  const same = view === 'board' ? onBoard(filter) : queryOf(scope, filter)
  return JSON.stringify([view, ...Object.entries(same).map(([field, value]) => [field, Array.isArray(value) ? [...value].sort() : value])])
}

export const isSameList = (one: Shown, other: Shown): boolean => plain(one) === plain(other)
