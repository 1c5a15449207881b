// How conversations, their messages and the links of tasks to them are found again and written.
import { readSubject } from '../../../shared/domain/mail/mail-subject.ts'
import { ownText } from '../../../shared/domain/mail/mail-text.ts'
import type { ImportedConversation, ImportedMessage, ImportedOrigin } from '../../../shared/schema/import.ts'
import { MissingParent, type ImportKindDeps, type ImportKinds } from './import-kind.ts'
import type { ImportPlace } from './import-place.ts'
import { inUtc } from './imported-times.ts'

export function createConversationKinds(
  { tasks, threads, origins }: Pick<ImportKindDeps, 'tasks' | 'threads' | 'origins'>,
  { kept, taskOf, conversationOf, keyOf }: ImportPlace,
): Pick<ImportKinds, 'conversation' | 'message' | 'origin'> {
  return {
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
        if (!thread) throw new MissingParent('conversation')
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
        if (!thread) throw new MissingParent('conversation')
        const task_id = taskOf(origin.task_uid, elsewhere)
        if (task_id === undefined || tasks.byIds([task_id]).length === 0) throw new MissingParent('task')
        const { message_uid, role, extracted_by } = origin
        const message_id = message_uid ? (threads.messageByUid(message_uid.toLowerCase())?.id ?? elsewhere('message', message_uid.toLowerCase()) ?? null) : null
        return origins.insertImported({ task_id, conversation_id: thread.id, message_id, role, extracted_by }, kept('origin', origin), record)
      },
    },
  }
}
