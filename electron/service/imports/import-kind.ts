// What each kind of thing that can be imported has to know, and what it needs for that.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ImportedEntity, ImportRecord } from '../../../shared/schema/import.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Context } from '../context.ts'
import type { Origins } from '../conversations/origins.ts'
import type { Threads } from '../conversations/threads.ts'
import type { Lists } from '../lists/lists.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { UsedIds } from '../journal/used-ids.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from '../tasks/tasks.ts'

export interface ImportKindDeps {
  journal: Journal
  usedIds: UsedIds
  now: () => Date
  /** The person's time zone, for reminders that name none. */
  zone: () => string
  tasks: Pick<Tasks, 'insertImported' | 'requireProven' | 'requireAcyclic' | 'byUid' | 'byIds' | 'graph' | 'linkedTo' | 'change'>
  comments: Pick<Comments, 'insertImported'>
  schedules: Pick<Schedules, 'insertImported'>
  contacts: Pick<Contacts, 'insertImported' | 'byUid' | 'byId'>
  threads: Pick<Threads, 'begin' | 'add' | 'find' | 'byUid' | 'known' | 'touch' | 'messageByUid' | 'messageByKey'>
  origins: Pick<Origins, 'insertImported' | 'byUid' | 'ofTask'>
  lists: Pick<Lists, 'insertImported' | 'byUid' | 'byId'>
}

/** What it belongs to is not here. */
export class MissingParent extends AppError {
  constructor(what: 'task' | 'conversation') {
    super('invalid', `its ${what} is not in this list; import that first`)
  }
}

/** Things that were imported under a uid and are here under another. */
export type Elsewhere = (entity: ImportedEntity, uid: string) => number | undefined

export interface ImportKind<T> {
  /** The same thing here, if it is. */
  twin(input: T, elsewhere: Elsewhere): number | undefined
  /** Inside a write. Returns the new id. */
  insert(input: T, ctx: Context, record: Recorder, elsewhere: Elsewhere): number
  nameOf(id: number): string | undefined
}

export type ImportKinds = { [E in ImportedEntity]: ImportKind<NonNullable<ImportRecord[E]>> }
