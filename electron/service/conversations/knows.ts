import { utcOf } from '../../../shared/domain/time/instant.ts'
import type { NewConversation } from '../../../shared/schema/conversation.ts'
import { messageKey } from './message-key.ts'
import type { Threads } from './threads.ts'

/** Whether all of a conversation was taken in before: nothing of it needs to be fetched again. */
export const createKnows =
  (threads: Pick<Threads, 'known' | 'isFresh'>) =>
  ({ source, external_id = null, messages }: NewConversation): boolean => {
    const keys = messages.map((message) => messageKey({ ...message, sent_at: utcOf(message.sent_at) ?? message.sent_at }))
    const known = threads.known(source, external_id, keys)
    return keys.every((key) => !threads.isFresh(known, key))
  }
