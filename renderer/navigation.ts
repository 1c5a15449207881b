// Where the window is. Everything is in the address: the view, its filters, the open task. Paths of the window are none of the service's.
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Priority, priorities, type Status, statuses } from '../shared/schema/task.ts'
import type { Filter } from './data/filter.ts'
import { createStore } from './store.ts'

export const views = ['inbox', 'all', 'done', 'activity'] as const
export type View = (typeof views)[number]

export interface Place {
  view: View
  openId: number | undefined
  filter: Filter
}

const openStatuses: Status[] = ['in_progress', 'in_review', 'todo', 'backlog']

/** Which statuses a view is about; undefined: all. */
export function statusesOf(view: View): Status[] | undefined {
  if (view === 'inbox') return openStatuses
  return view === 'done' ? ['done'] : undefined
}

/** `/task/12` is the address to share; it opens in the list of all tasks. */
export function readPlace(path: string, search: string): Place {
  const [, first = '', second] = path.split('/')
  const view = views.find((one) => one === first) ?? (first === 'task' ? 'all' : 'inbox')
  const id = Number(second)
  const query = new URLSearchParams(search)
  const filter: Filter = {
    status: query.getAll('status').filter((value): value is Status => statuses.includes(value as Status)),
    priority: query.getAll('priority').filter((value): value is Priority => priorities.includes(value as Priority)),
    label: query.getAll('label').filter(Boolean),
  }
  return { view, openId: Number.isSafeInteger(id) && id > 0 ? id : undefined, filter }
}

export function addressOf({ view, openId, filter }: Place): string {
  const query = new URLSearchParams()
  for (const name of ['status', 'priority', 'label'] as const) for (const value of filter[name] ?? []) query.append(name, value)
  return `/${view}${openId ? `/${openId}` : ''}${query.size > 0 ? `?${query}` : ''}`
}

const noFilter: Filter = {}

/** The row that keys act on; an open task comes first. */
export const cursor = createStore<number | undefined>(undefined)

export function useNavigation() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  return useMemo(() => {
    const place = readPlace(path, search)
    return {
      ...place,
      /** `replace`: moving through tasks must not fill the back button's memory. */
      open: (id: number, replace = false) => navigate(addressOf({ ...place, openId: id }), { replace }),
      close: () => navigate(addressOf({ ...place, openId: undefined })),
      go(view: View) {
        cursor.set(undefined)
        navigate(addressOf({ view, openId: undefined, filter: noFilter }))
      },
      setFilter: (filter: Filter) => navigate(addressOf({ ...place, filter }), { replace: true }),
    }
  }, [path, search, navigate])
}

export type Navigation = ReturnType<typeof useNavigation>

/** What lies over the list. */
export type Overlay = 'palette' | 'shortcuts' | 'quick-add'
export const overlay = createStore<Overlay | undefined>(undefined)

/** A part of the open task that wants the keyboard: set by keys, taken by the part. */
export type Wish = 'title' | 'description' | 'comment' | 'labels' | 'requesters'
export const wish = createStore<Wish | undefined>(undefined)
