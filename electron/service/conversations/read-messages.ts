// The messages of a conversation as they are kept: moments in UTC, each with its key and what its sender wrote themselves, each once.
import { setImmediate } from 'node:timers/promises'
import { invalidField } from '../../../shared/domain/app-error.ts'
import type { ReadMessage } from '../../../shared/domain/mail/extract-by-rules.ts'
import { readCorrespondent } from '../../../shared/domain/mail/mail-address.ts'
import { readSubject } from '../../../shared/domain/mail/mail-subject.ts'
import { textWithFiles } from '../../../shared/domain/mail/mail-file.ts'
import { ownText } from '../../../shared/domain/mail/mail-text.ts'
import { utcOf } from '../../../shared/domain/time/instant.ts'
import type { NewConversation } from '../../../shared/schema/conversation.ts'
import { messageKey } from './message-key.ts'
import type { FreshMessage } from './threads.ts'

/** Oldest first; of one moment in the order in which they came. */
export async function readMessages({ subject, messages }: Pick<NewConversation, 'subject' | 'messages'>): Promise<FreshMessage[]> {
  const { isForward } = readSubject(subject)
  const read: FreshMessage[] = []
  for (const [i, { external_id = null, from, to = [], sent_at, body, attachments = [] }] of messages.entries()) {
    const moment = utcOf(sent_at)
    if (moment === undefined) throw invalidField(`/messages/${i}/sent_at`, `sent_at must be a moment between the years 1 and 9999; got '${sent_at}'`)
    const key = messageKey({ external_id, from, sent_at: moment, body })
    read.push({ external_id, key, sender: from, recipients: to, sent_at: moment, body, text: textWithFiles(ownText(body, isForward && i === 0), attachments) })
    // Each is bounded, a thread of many is not: others are answered in between.
    await setImmediate()
  }
  const once = new Map(read.toReversed().map((message) => [message.key, message]))
  return [...once.values()].sort((a, b) => (a.sent_at < b.sent_at ? -1 : a.sent_at > b.sent_at ? 1 : read.indexOf(a) - read.indexOf(b)))
}

/** As it is read for what it asks. */
export const readable = (message: Pick<FreshMessage, 'sender' | 'sent_at' | 'text'>): ReadMessage => ({
  from: readCorrespondent(message.sender),
  sent_at: message.sent_at,
  text: message.text,
})
