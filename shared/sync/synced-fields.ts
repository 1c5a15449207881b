// What is kept of the rows that devices share, and how two changes of one field are merged: once, for the service's database, the cloud's
// and the browser's replica. A new field is declared in its schema and here; docs/recipes.md has the other steps.
import type { FieldKind, FieldKinds } from '../domain/history/merge-fields.ts'
import type { Comment } from '../schema/comment.ts'
import type { StoredContact } from '../schema/contact.ts'
import type { SavedList } from '../schema/saved-list.ts'
import type { Schedule } from '../schema/schedule.ts'
import type { Task } from '../schema/task.ts'

/** What every row has. */
type Frame = 'id' | 'uid' | 'task_id' | 'slug' | 'version' | 'created_at' | 'updated_at'

/** The compiler refuses a field of the schema that is not listed, and a kind that does not suit its type. */
type KindsOf<R> = {
  readonly [F in Exclude<keyof R, Frame>]: R[F] extends readonly unknown[] ? 'set' | 'list' : 'value' | 'text' | { readonly with: Exclude<keyof R, F> }
}

const task = {
  title: 'value',
  description: 'text',
  status: 'value',
  priority: 'value',
  labels: 'set',
  requesters: 'set',
  dedupe_key: 'value',
  due: 'value',
  assignee: 'value',
  parent_uid: 'value',
  blocker_uids: 'set',
  criteria: 'list',
  triage: 'value',
  places: 'set',
  completed_at: { with: 'status' },
} as const satisfies KindsOf<Task>

const contact = { name: 'value', email: 'value', phone: 'value', organization: 'value', role: 'value' } as const satisfies KindsOf<StoredContact>

/** Half of one filter and half of another make none: it is merged as a whole. */
const list = { name: 'value', position: 'value', view: 'value', color: 'value', query: 'value' } as const satisfies KindsOf<SavedList>

/** The author is whoever wrote it, and stays. */
const comment = { body: 'text' } as const satisfies KindsOf<Omit<Comment, 'author'>>

/** Half of one rule and half of another make none: the fields of a reminder's rule are merged as one. */
const rule = {
  type: true,
  fire_at: true,
  before_due_minutes: true,
  interval_days: true,
  day_of_week: true,
  day_of_month: true,
  rule: true,
  starts_on: true,
  time: true,
  timezone: true,
  enabled: true,
} as const satisfies Record<Exclude<keyof Schedule, Frame | 'next_fire_at' | 'last_fired_at'>, true>

/** A rule of which nothing is said yet but its type. */
export const emptyRule = {
  fire_at: null,
  before_due_minutes: null,
  interval_days: null,
  day_of_week: null,
  day_of_month: null,
  rule: null,
  starts_on: null,
  time: null,
  timezone: 'UTC',
  enabled: true,
} as const satisfies Record<Exclude<keyof typeof rule, 'type'>, unknown>

/** Fields that rules got later than the others, empty: what was kept or told before has not got them. */
export const laterRuleFields = { rule: null, starts_on: null, before_due_minutes: null } as const satisfies Partial<typeof emptyRule>

export const mergeKinds = { task, contact, comment, list, schedule: { rule: 'value' } } as const satisfies Record<string, FieldKinds>

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T & string)[]

export const ruleFields = namesOf(rule)

export const contactFields = namesOf(contact)

export const listFields = namesOf(list)

type Following<K> = { [F in keyof K]: K[F] extends object ? F : never }[keyof K]
type OfKind<K, Kind> = { [F in keyof K]: K[F] extends Kind ? F : never }[keyof K]

/** What a caller writes of a task; what follows from another field (`completed_at`) nobody does. */
export type TaskField = Exclude<keyof typeof task, Following<typeof task>>
const isFollowing = (kind: FieldKind) => typeof kind === 'object'
export const taskFields = namesOf(task).filter((field): field is TaskField => !isFollowing(task[field]))

/** Those that forms, tools and screens name one by one. */
const named = [
  'title',
  'description',
  'status',
  'priority',
  'labels',
  'requesters',
  'dedupe_key',
  'parent_uid',
  'blocker_uids',
  'places',
] as const satisfies TaskField[]
export type FurtherField = Exclude<TaskField, (typeof named)[number]>
/** All others: where nothing is said of one in particular, it is shown and taken as its schema says. */
export const furtherFields = taskFields.filter((field): field is FurtherField => !(named as readonly TaskField[]).includes(field))

export type TaskList = OfKind<typeof task, 'set' | 'list'>
const isListKind = (kind: FieldKind) => kind === 'set' || kind === 'list'
/** Fields that hold lists: JSON in SQLite. */
export const taskLists = namesOf(task).filter((field): field is TaskList => isListKind(task[field]))

export const taskSets = taskLists.filter((field): field is OfKind<typeof task, 'set'> => task[field] === 'set')
/** Of them those whose order means something, and that may hold more than words: JSON in the cloud, too, where sets are arrays. */
export const taskJson: readonly TaskList[] = taskLists.filter((field) => (task[field] as FieldKind) === 'list')

/** What stands in an optional field that has no value. */
export const emptyField = (field: string): null | [] => ((taskLists as string[]).includes(field) ? [] : null)

/** One that was kept before a field was added, with that field empty. */
export const withAllFields = <T extends Partial<Task>>(kept: T): T => ({ ...emptyTask, ...kept })
const emptyTask = Object.fromEntries(namesOf(task).map((field) => [field, emptyField(field)]))

const stamps = ['version', 'created_at', 'updated_at'] as const

/** The columns that both databases have, without the ids that each gives itself. */
export const columns = {
  task: ['uid', ...taskFields, ...stamps, ...namesOf(task).filter((field) => isFollowing(task[field]))] as const satisfies (keyof Task)[],
  comment: ['uid', 'task_id', 'body', 'author_kind', 'author_name', ...stamps],
  schedule: ['uid', 'task_id', ...ruleFields, ...stamps],
  contact: ['uid', 'slug', ...contactFields, ...stamps],
  list: ['uid', ...listFields, ...stamps],
} as const
