import { type Static, Type } from 'typebox'
import { Id, nullable, object, oneOf, Timestamp, Uid, Version, visibleText } from './field.ts'
import { PriorityField, StatusField } from './task.ts'

/** In which order a list stands; newest first if nothing is said. manual: by the places that tasks have in it. */
export const listOrders = ['manual', 'due', 'updated', 'oldest', 'priority', 'title'] as const
export const listGroups = ['status', 'priority', 'due', 'assignee', 'label', 'requester'] as const
/** By the calendar and the clock of whoever looks. */
export const dueRanges = ['overdue', 'today', 'week', 'none'] as const
/** Which tasks a list looks among. */
export const listScopes = ['open', 'ready', 'all', 'done'] as const
export const listColors = ['red', 'yellow', 'green', 'blue', 'purple'] as const

const anyOf = <S extends Parameters<typeof Type.Array>[0]>(value: S, description: string) =>
  Type.Optional(Type.Array(value, { maxItems: 50, uniqueItems: true, description }))

/** The filter as data. What is left out lets every task through. */
export const ListQuery = object('ListQuery', {
  scope: Type.Optional(oneOf(listScopes, 'open: what is not done. ready: what whoever looks can begin. Default: all.')),
  status: anyOf(StatusField, 'Any of these.'),
  priority: anyOf(PriorityField, 'Any of these.'),
  label: anyOf(visibleText(100, 'A label.'), 'Tasks with any of these labels.'),
  requester: anyOf(visibleText(320, 'A contact slug, an email address or a name.'), 'Tasks from any of these requesters.'),
  assignee: anyOf(visibleText(320, 'As tasks have it.'), 'Tasks of any of these; me: of whoever looks, none: of nobody.'),
  due: anyOf(oneOf(dueRanges, 'overdue: not done, and late. week: from today to the end of the week. none: no due date.'), 'Due in any of these.'),
  where: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 400 }), {
      maxItems: 50,
      uniqueItems: true,
      description:
        'All of these, each a condition of the search: -label:bug (not), created:7d, updated:<2026-12-01, due:tomorrow, is:blocked, part:UID, "a text". Any of several with commas.',
    }),
  ),
  sort: Type.Optional(oneOf(listOrders, 'Default: newest first.')),
  group: Type.Optional(oneOf(listGroups, 'Default: by status among open tasks, else none.')),
})
export type ListQuery = Static<typeof ListQuery>

const name = visibleText(60, 'As it stands in the sidebar.')
export const lastListPosition = 1e9
const position = Type.Number({
  minimum: -lastListPosition,
  maximum: lastListPosition,
  description: 'Lists stand in the order of these numbers. Default: behind all others.',
})
const view = oneOf(['list', 'board'] as const, 'How it is shown. Default: list.')
const color = nullable(oneOf(listColors, 'Of its mark in the sidebar; null: none.'))

export const SavedList = object('SavedList', {
  id: Id,
  uid: Uid,
  name,
  position,
  view,
  color,
  query: ListQuery,
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type SavedList = Static<typeof SavedList>

const optional = {
  position: Type.Optional(position),
  view: Type.Optional(view),
  color: Type.Optional(color),
  query: Type.Optional(ListQuery),
}

const ownUid = Type.String({
  format: 'uuid',
  description:
    'Of one that a device made before it could be sent: it keeps this uid. Where there is a list with it already, that one is answered as it stands.',
})

export const NewSavedList = object('NewSavedList', { name, ...optional, uid: Type.Optional(ownUid) })
export type NewSavedList = Static<typeof NewSavedList>

/** A query is replaced as a whole. */
export const SavedListPatch = object('SavedListPatch', { ...optional, name: Type.Optional(name) })
export type SavedListPatch = Static<typeof SavedListPatch>

export const maxSavedLists = 500
