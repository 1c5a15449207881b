// Where the web UI is. Everything is in the address: the view, its filters, the open task. Paths of the web UI are none of the service's.
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Priority, priorities, type Status, statuses } from '../../shared/schema/task.ts'
import { type Filter, groupings, sorts } from './filter.ts'
import { type DueRange, dueRanges } from './plan/due.ts'
import { createStore } from './store.ts'

const views = ['inbox', 'today', 'open', 'next', 'board', 'all', 'done', 'people', 'review', 'activity', 'team', 'settings'] as const
export type View = (typeof views)[number]

/** Views that show tasks as rows, and can be filtered. */
export const listViews: readonly View[] = ['inbox', 'open', 'next', 'all', 'done']
/** Views whose tasks can be filtered, and selected to be changed together. */
export const viewsToSelectIn: readonly View[] = [...listViews, 'board']
/** Views whose second part in the address is a place of their own (a person, a section); an open task is then `?task=12`. */
const viewsWithParts: ReadonlySet<View> = new Set(['people', 'team', 'settings'])

export interface Place {
  view: View
  openId: number | undefined
  filter: Filter
  /** The saved list that stands here, by its uid; what it filters is in the address all the same. */
  list?: string | undefined
  /** A person's slug, a section of the settings. */
  part?: string | undefined
}

const openStatuses: Status[] = ['in_progress', 'in_review', 'todo', 'backlog']

/** Which statuses a view is about; undefined: all. */
export function statusesOf(view: View): Status[] | undefined {
  if (view === 'open') return openStatuses
  if (view === 'next') return ['todo', 'backlog']
  return view === 'done' ? ['done'] : undefined
}

function oneOf<T extends string>(value: string | null, values: readonly T[]): T | undefined {
  return values.find((one) => one === value)
}

/** Undefined where an address was cut, or is none. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** `/task/12` is the address to share (and `/tasks/12` what agents put into notifications of a team); it opens in the list of all tasks. */
export function readPlace(path: string, search: string): Place {
  const [, first = '', second] = path.split('/')
  const view = views.find((one) => one === first) ?? (first === 'task' || first === 'tasks' ? 'all' : 'open')
  const query = new URLSearchParams(search)
  const hasParts = viewsWithParts.has(view)
  const id = Number(hasParts ? query.get('task') : second)
  const filter: Filter = {
    status: query.getAll('status').filter((value): value is Status => statuses.includes(value as Status)),
    priority: query.getAll('priority').filter((value): value is Priority => priorities.includes(value as Priority)),
    label: query.getAll('label').filter(Boolean),
    requester: query.getAll('requester').filter(Boolean),
    assignee: query.getAll('assignee').filter(Boolean),
    due: query.getAll('due').filter((value): value is DueRange => dueRanges.includes(value as DueRange)),
    where: query.getAll('where').filter(Boolean),
    sort: oneOf(query.get('sort'), sorts),
    group: oneOf(query.get('group'), groupings),
  }
  return {
    view,
    openId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    filter,
    list: query.get('list') ?? undefined,
    part: hasParts && second ? decoded(second) : undefined,
  }
}

export function addressOf({ view, openId, filter, list, part }: Place): string {
  const query = new URLSearchParams()
  for (const name of ['status', 'priority', 'label', 'requester', 'assignee', 'due', 'where'] as const)
    for (const value of filter[name] ?? []) query.append(name, value)
  for (const name of ['sort', 'group'] as const) if (filter[name]) query.append(name, filter[name])
  if (list) query.append('list', list)
  const hasParts = viewsWithParts.has(view)
  if (hasParts && openId) query.append('task', String(openId))
  const second = hasParts ? part && encodeURIComponent(part) : openId
  return `/${view}${second ? `/${second}` : ''}${query.size > 0 ? `?${query}` : ''}`
}

const noFilter: Filter = {}

/** What is open and assigned to the person. */
export const mine: Place = { view: 'open', openId: undefined, filter: { assignee: ['me'] } }

/** Where agents are looked at, and told what they may. */
export const agentsPlace: Place = { view: 'settings', openId: undefined, filter: {}, part: 'agents' }

export const isAgents = ({ view, part }: Place): boolean => view === agentsPlace.view && part === agentsPlace.part

export const isMine = ({ view, filter, list }: Place): boolean => view === mine.view && list === undefined && filter.assignee?.join() === 'me'

/** The row that keys act on; an open task comes first. */
export const cursor = createStore<number | undefined>(undefined)

/** The rows that are picked for a change together. */
export const picked = createStore<ReadonlySet<number>>(new Set())

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
      go(view: View, part?: string) {
        cursor.set(undefined)
        picked.set(new Set())
        navigate(addressOf({ view, openId: undefined, filter: noFilter, part }))
      },
      /** To a place with a filter of its own. */
      goTo(to: Place) {
        cursor.set(undefined)
        picked.set(new Set())
        navigate(addressOf(to))
      },
      setFilter: (filter: Filter) => navigate(addressOf({ ...place, filter }), { replace: true }),
      to: (address: string) => navigate(address),
    }
  }, [path, search, navigate])
}

export type Navigation = ReturnType<typeof useNavigation>

/** What lies over the list. */
export type Overlay = 'palette' | 'shortcuts' | 'quick-add'
export const overlay = createStore<Overlay | undefined>(undefined)

/** A part of the open task that wants the keyboard: set by keys, taken by the part. */
export type FocusRequest = 'title' | 'description' | 'comment' | 'parts' | 'reminder' | 'messages' | 'reply'
export const focusRequest = createStore<FocusRequest | undefined>(undefined)
