import { type Static, Type } from 'typebox'
import { nullable, object, oneOf, Timestamp, Uid } from '../field.ts'

/** Which tasks a calendar has. */
export const calendarContents = ['mine', 'all', 'list'] as const
/** As what calendar programs show them. */
export const calendarForms = ['events', 'todos'] as const

const of = oneOf(calendarContents, 'mine: the tasks assigned to you. all: those of the team. list: those of a saved list.')
const list_uid = nullable({ ...Uid, description: 'The saved list, where `of` is list; else null.' })
const as = oneOf(
  calendarForms,
  'events: entries of a calendar, a reminder each time it comes. todos: a list of things to do, for programs that know them. Default: events.',
)
const timezone = Type.String({ maxLength: 64, description: 'IANA time zone: which day is today for the conditions of a list. Default: UTC.' })

const metadata = {
  id: Type.String({ format: 'uuid' }),
  of,
  list_uid,
  as,
  timezone,
  last_four: Type.String({ description: 'The end of its address, to recognise it by.' }),
  created_at: Timestamp,
  last_used_at: nullable({ ...Timestamp, description: 'When a calendar program read it last.' }),
}

export const Calendar = object('Calendar', metadata)
export type Calendar = Static<typeof Calendar>

export const CreatedCalendar = object('CreatedCalendar', {
  ...metadata,
  url: Type.String({ description: 'The address to subscribe to, shown this once. Whoever knows it can read the tasks.' }),
})
export type CreatedCalendar = Static<typeof CreatedCalendar>

export const NewCalendar = object('NewCalendar', {
  of,
  list_uid: Type.Optional(list_uid),
  as: Type.Optional(as),
  timezone: Type.Optional(timezone),
})
export type NewCalendar = Static<typeof NewCalendar>
