// Conversations and their messages as they are kept: read, stored, deleted, brought back.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Context } from '../context.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { ConversationStore, StoredConversation } from './conversation-store.ts'
import { createJournalledRows, type Kept } from '../journal/journalled-rows.ts'
import type { MessageStore, StoredMessage } from './message-store.ts'

export type Threads = ReturnType<typeof createThreads>

/** A message as it is stored for the first time. */
export type FreshMessage = Pick<StoredMessage, 'external_id' | 'key' | 'sender' | 'recipients' | 'sent_at' | 'body' | 'text'>

export function createThreads(deps: { conversations: ConversationStore; messages: MessageStore; journal: Journal; now: () => Date }) {
  const { conversations, messages, journal, now } = deps

  const messageRows = createJournalledRows<StoredMessage>({
    entity: 'message',
    rows: messages,
    now,
    taskIdOf: () => null,
    returning(row) {
      if (!conversations.byId(row.conversation_id)) throw new AppError('conflict', `its conversation ${row.conversation_id} has been deleted`)
      if (messages.hasKey(row.conversation_id, row.key)) throw new AppError('conflict', 'the same message was added again in the meantime')
    },
  })
  const conversationRows = createJournalledRows<StoredConversation>({
    entity: 'conversation',
    rows: conversations,
    now,
    taskIdOf: () => null,
    returning(row) {
      const twin = row.external_id === null ? undefined : conversations.byExternal(row.source, row.external_id)
      if (twin) throw new AppError('conflict', `it was added again in the meantime, as conversation ${twin.id}`)
    },
    removeDependents(id, record, cause) {
      for (const message of messages.ofConversation(id)) messageRows.remove(message, record, { cause })
    },
  })

  function existing(id: number): StoredConversation {
    const conversation = conversations.byId(id)
    if (!conversation) throw new AppError('not_found', `There is no conversation ${id}.`)
    return conversation
  }

  return {
    revertibles: { conversation: conversationRows.revertible, message: messageRows.revertible },
    get: existing,
    find: conversations.byId,
    byUid: conversations.byUid,
    inOrder: conversations.inOrder,
    list: conversations.list,
    count: conversations.count,
    messages: messages.ofConversation,
    messageByUid: messages.byUid,
    messageByKey: messages.byKey,
    summaries: messages.summaries,
    textsOfTasks: messages.textsOfTasks,

    /** The thread that messages belong to: by its own id, else by one of its messages. */
    known(source: string, externalId: string | null, keys: readonly string[]): StoredConversation | undefined {
      if (externalId !== null) return conversations.byExternal(source, externalId)
      for (const key of keys) {
        const id = messages.conversationOf(source, key)
        if (id !== undefined) return conversations.byId(id)
      }
      return undefined
    },

    isFresh: (conversation: StoredConversation | undefined, key: string): boolean => conversation === undefined || !messages.hasKey(conversation.id, key),

    begin: (fields: Pick<StoredConversation, 'source' | 'external_id' | 'subject' | 'last_message_at'>, record: Recorder, kept?: Kept): StoredConversation =>
      conversationRows.insert(fields, record, kept),

    add: (conversation: Pick<StoredConversation, 'id'>, message: FreshMessage, record: Recorder, kept?: Kept): StoredMessage =>
      messageRows.insert({ ...message, conversation_id: conversation.id }, record, kept),

    /** The moment of its latest message has moved on. */
    touch: (conversation: StoredConversation, last_message_at: string, record: Recorder): StoredConversation =>
      last_message_at > conversation.last_message_at ? conversationRows.change(conversation, { last_message_at }, record) : conversation,

    remove: (id: number, ctx: Context): void =>
      journal.write(ctx.actor, (record) => {
        conversationRows.remove(existing(id), record)
      }),
  }
}
