// The SQL of writing events, built once. One update of the team's counters gives the event its number and a new row its id.
import { type Expression, sql } from 'kysely'
import { insertedColumns } from '../db/columns.ts'
import { sqlFor } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Tables } from '../db/tables.ts'

/** What has ids of its own in each team: the name of its table, and of its counter. */
export type Kind = 'tasks' | 'comments' | 'schedules' | 'contacts' | 'lists' | 'proposals'
export type NewRow<T extends Kind> = Omit<Tables[T], 'team_id' | 'id'>

interface Common {
  team_id: string
  /** When the event happens; a row that a device made offline may be older. */
  recorded_at: string
  actor_kind: Tables['event_queue']['actor_kind']
  actor_name: string
  principal: string
  run: string | null
  kind: string
  entity: string
  task_id: number | null
  after: string | null
  /** Has texts of which only what changed is kept some day (long-texts). */
  is_long: boolean
}

export interface Recorded extends Common {
  entity_id: string
  before: string | null
  cause: number | null
  undo_of: number | null
}

/** Positions in task_counts that grow and shrink by one; a change of the number of contacts. */
export interface Totals {
  tasks?: { add?: number; remove?: number }
  contacts?: 1 | -1
}

interface TotalValues {
  add: number | null
  remove: number | null
  contacts: number
}

type Value<P> = <K extends keyof P>(name: K) => P[K]
type Updates = Partial<Record<keyof Tables['team_counters'], Expression<unknown> | string>>

const one = (column: string) => sql`${sql.ref(column)} + 1`
const shifted = (add: number | null, remove: number | null) => sql`tandem_shift(task_counts, ${add}::int, ${remove}::int)`

/** The same for one that only grows, in operators of the server itself: creating is the commonest write. */
const grown = (add: number | null) => sql`task_counts[:${add}::int - 1] || (task_counts[${add}::int] + 1) || task_counts[${add}::int + 1:]`

function counting(value: Value<Common>, more: Updates, returned: Kind[] = []) {
  return sqlFor
    .updateTable('team_counters')
    .set({ events: one('events'), changed_at: value('recorded_at'), ...more } as never)
    .where('team_id', '=', value('team_id'))
    .returning(['events', ...returned])
}

const common = (value: Value<Common>) => ({
  team_id: value('team_id'),
  kind: value('kind'),
  created_at: value('recorded_at'),
  actor_kind: value('actor_kind'),
  actor_name: value('actor_name'),
  principal: value('principal'),
  run: value('run'),
  entity: value('entity'),
  after: value('after'),
  is_long: value('is_long'),
})

/** Records a change of what is there already. Returns the event's number. */
function recording(more: (value: Value<TotalValues>) => Updates) {
  return prepared<Recorded & Partial<TotalValues>>()((value) =>
    sqlFor
      .with('counter', () => counting(value as Value<Common>, more(value as Value<TotalValues>)))
      .insertInto('event_queue')
      .values((row) => ({
        ...common(value as Value<Common>),
        seq: row.selectFrom('counter').select('events'),
        entity_id: value('entity_id'),
        task_id: value('task_id'),
        before: value('before'),
        cause: value('cause'),
        undo_of: value('undo_of'),
      }))
      .returning('seq'),
  )
}

const plain = recording(() => ({}))
const withTasks = recording((value) => ({ task_counts: shifted(value('add'), value('remove')) }))
const withContacts = recording((value) => ({ contact_count: sql`contact_count + ${value('contacts')}::int` }))

export function recordStatement(event: Recorded, { tasks, contacts }: Totals) {
  if (tasks) return withTasks({ ...event, add: tasks.add ?? null, remove: tasks.remove ?? null })
  return contacts ? withContacts({ ...event, contacts }) : plain(event)
}

/** Inserts a row and its event. Returns the row's id, as text. */
function creating(kind: Kind, more: (value: Value<TotalValues>) => Updates) {
  return prepared<Common & TotalValues>()((value) =>
    sqlFor
      .with('counter', () => counting(value as Value<Common>, { [kind]: one(kind), ...more(value) }, [kind]))
      .with('made', (qb) =>
        qb.insertInto(kind).values((row) => ({
          team_id: value('team_id'),
          id: row.selectFrom('counter').select(kind),
          ...(Object.fromEntries(insertedColumns(kind).map((column) => [column, value(column as keyof Common)])) as object as Record<
            keyof NewRow<Kind>,
            never
          >),
        })),
      )
      .insertInto('event_queue')
      .values((row) => ({
        ...common(value as Value<Common>),
        seq: row.selectFrom('counter').select('events'),
        entity_id: row.selectFrom('counter').select(sql<string>`${sql.ref(kind)}::text`.as('id')),
        task_id: kind === 'tasks' ? row.selectFrom('counter').select('tasks') : value('task_id'),
        before: null,
        cause: null,
      }))
      .returning('entity_id'),
  )
}

const creations = {
  tasks: creating('tasks', (value) => ({ task_counts: grown(value('add')) })),
  comments: creating('comments', () => ({})),
  schedules: creating('schedules', () => ({})),
  contacts: creating('contacts', () => ({ contact_count: one('contact_count') })),
  lists: creating('lists', () => ({})),
  proposals: creating('proposals', () => ({})),
}

export function createStatement<T extends Kind>(kind: T, row: NewRow<T>, event: Common, add: number | null) {
  return creations[kind]({ ...row, ...event, add, remove: null, contacts: 1 })
}
