// What can be imported: how each kind is found again, and how it is written.
import { AppError } from '../../../shared/domain/app-error.ts'
import { readSubject } from '../../../shared/domain/mail/mail-subject.ts'
import { ownText } from '../../../shared/domain/mail/mail-text.ts'
import type {
  ImportedContact,
  ImportedConversation,
  ImportedEntity,
  ImportedMessage,
  ImportedOrigin,
  ImportedTask,
  ImportRecord,
} from '../../../shared/schema/import.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Context } from '../context.ts'
import { messageKey } from '../conversations/message-key.ts'
import type { Origins } from '../conversations/origins.ts'
import type { Threads } from '../conversations/threads.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { UsedIds } from '../journal/used-ids.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { importedReminder, inUtc } from './imported-times.ts'

export interface ImportKindDeps {
  journal: Journal
  usedIds: UsedIds
  now: () => Date
  /** The person's time zone, for reminders that name none. */
  zone: () => string
  tasks: Pick<Tasks, 'insertImported' | 'byUid' | 'byIds'>
  comments: Pick<Comments, 'insertImported'>
  schedules: Pick<Schedules, 'insertImported'>
  contacts: Pick<Contacts, 'insertImported' | 'byUid' | 'byId'>
  threads: Pick<Threads, 'begin' | 'add' | 'find' | 'byUid' | 'known' | 'touch' | 'messageByUid' | 'messageByKey'>
  origins: Pick<Origins, 'insertImported' | 'byUid' | 'ofTask'>
}

/** What it belongs to is not here. */
export class Homeless extends AppError {
  constructor(what: 'task' | 'conversation') {
    super('invalid', `its ${what} is not in this list; import that first`)
  }
}

/** Things that were imported under a uid and are here under another. */
type Elsewhere = (entity: ImportedEntity, uid: string) => number | undefined

export interface ImportKind<T> {
  /** The same thing here, if it is. */
  twin(input: T, elsewhere: Elsewhere): number | undefined
  /** Inside a write. Returns the new id. */
  insert(input: T, ctx: Context, record: Recorder, elsewhere: Elsewhere): number
  nameOf(id: number): string | undefined
}

export type ImportKinds = { [E in ImportedEntity]: ImportKind<NonNullable<ImportRecord[E]>> }

export function createImportKinds(deps: ImportKindDeps): ImportKinds {
  const { journal, usedIds, now, zone, tasks, contacts, threads, origins } = deps

  const unused = (entity: ImportedEntity | 'comment' | 'schedule', id: number | undefined) => (id !== undefined && !usedIds.isUsed(entity, id) ? id : undefined)
  const kept = (entity: ImportedEntity, input: Pick<ImportedOrigin, 'id' | 'uid' | 'version' | 'created_at' | 'updated_at'>) => {
    const { id, uid, version, created_at, updated_at } = inUtc(input)
    const known = { id: unused(entity, id), uid, version, created_at, updated_at }
    return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as typeof known
  }
  /** What strangers wrote is written in their name, as it was at first: agents see it in its fence. */
  const as = <R>(from: string | undefined, record: Recorder, write: (record: Recorder) => R): R =>
    from === undefined ? write(record) : journal.write({ kind: 'email', name: from }, write)

  const taskOf = (uid: string, elsewhere: Elsewhere) => tasks.byUid(uid.toLowerCase())?.id ?? elsewhere('task', uid.toLowerCase())
  const conversationOf = (uid: string, elsewhere: Elsewhere) =>
    threads.byUid(uid.toLowerCase()) ?? threads.find(elsewhere('conversation', uid.toLowerCase()) ?? 0)

  const keyOf = (message: ImportedMessage) => messageKey({ ...message, sent_at: inUtc(message).sent_at })

  return {
    task: {
      twin: ({ uid }: ImportedTask) => (uid === undefined ? undefined : tasks.byUid(uid.toLowerCase())?.id),
      nameOf: (id) => (tasks.byIds([id]).length > 0 ? `#${id}` : undefined),
      insert({ comments = [], schedules = [], from_outside, ...input }: ImportedTask, ctx, record) {
        const task = inUtc(input)
        const id = as(from_outside, record, (own) => tasks.insertImported(task, unused('task', input.id), own))
        for (const comment of comments) deps.comments.insertImported(id, inUtc(comment), unused('comment', comment.id), ctx, record)
        for (const schedule of schedules) {
          deps.schedules.insertImported(id, importedReminder(inUtc(schedule), task, now(), zone()), unused('schedule', schedule.id), record)
        }
        return id
      },
    },
    contact: {
      twin: ({ uid }: ImportedContact) => (uid === undefined ? undefined : contacts.byUid(uid.toLowerCase())?.id),
      nameOf: (id) => contacts.byId(id)?.slug,
      insert: ({ from_outside, ...input }: ImportedContact, _ctx, record) =>
        as(from_outside, record, (own) => contacts.insertImported(inUtc(input), unused('contact', input.id), own)),
    },
    conversation: {
      twin: ({ uid, source, external_id = null }: ImportedConversation) =>
        (uid === undefined ? undefined : threads.byUid(uid.toLowerCase())?.id) ?? threads.known(source, external_id, [])?.id,
      nameOf: (id) => (threads.find(id) ? `conversation ${id}` : undefined),
      insert({ source, external_id = null, subject = null, ...input }: ImportedConversation, _ctx, record) {
        const last_message_at = inUtc(input).last_message_at ?? new Date(0).toISOString()
        return threads.begin({ source, external_id, subject, last_message_at }, record, kept('conversation', input)).id
      },
    },
    message: {
      twin(message: ImportedMessage, elsewhere) {
        const own = message.uid === undefined ? undefined : threads.messageByUid(message.uid.toLowerCase())
        const thread = own ? undefined : conversationOf(message.conversation_uid, elsewhere)
        return (own ?? (thread && threads.messageByKey(thread.id, keyOf(message))))?.id
      },
      nameOf: (id) => `message ${id}`,
      insert(message: ImportedMessage, _ctx, record, elsewhere) {
        const thread = conversationOf(message.conversation_uid, elsewhere)
        if (!thread) throw new Homeless('conversation')
        const { from: sender, to: recipients = [], external_id = null, body } = message
        const { sent_at } = inUtc(message)
        const text = message.text ?? ownText(body, readSubject(thread.subject).isForward)
        const fresh = { external_id, key: keyOf(message), sender, recipients, sent_at, body, text }
        const { id } = threads.add(thread, fresh, record, kept('message', message))
        threads.touch(thread, sent_at, record)
        return id
      },
    },
    origin: {
      twin(origin: ImportedOrigin, elsewhere) {
        const own = origin.uid === undefined ? undefined : origins.byUid(origin.uid.toLowerCase())
        if (own) return own.id
        const task = taskOf(origin.task_uid, elsewhere)
        const thread = conversationOf(origin.conversation_uid, elsewhere)
        return task === undefined ? undefined : origins.ofTask(task).find((one) => one.conversation_id === thread?.id)?.id
      },
      nameOf: (id) => `origin ${id}`,
      insert(origin: ImportedOrigin, _ctx, record, elsewhere) {
        const thread = conversationOf(origin.conversation_uid, elsewhere)
        if (!thread) throw new Homeless('conversation')
        const task_id = taskOf(origin.task_uid, elsewhere)
        if (task_id === undefined || tasks.byIds([task_id]).length === 0) throw new Homeless('task')
        const { message_uid, role, extracted_by } = origin
        const message_id = message_uid ? (threads.messageByUid(message_uid.toLowerCase())?.id ?? elsewhere('message', message_uid.toLowerCase()) ?? null) : null
        return origins.insertImported({ task_id, conversation_id: thread.id, message_id, role, extracted_by }, kept('origin', origin), record)
      },
    },
  }
}
