// The messages of a conversation as they are kept: moments in UTC, each with its key and what its sender wrote themselves, each once.
import { setImmediate } from 'node:timers/promises'
import { invalidField } from '../../../shared/domain/app-error.ts'
import type { ExtractedTask } from '../../../shared/domain/mail/extracted-task.ts'
import { newsletter, type ReadMessage } from '../../../shared/domain/mail/extract-by-rules.ts'
import { askingInCopy } from '../../../shared/domain/mail/mailing-list.ts'
import { readCorrespondent } from '../../../shared/domain/mail/mail-address.ts'
import { readSubject } from '../../../shared/domain/mail/mail-subject.ts'
import { textWithFiles } from '../../../shared/domain/mail/mail-file.ts'
import { ownText } from '../../../shared/domain/mail/mail-text.ts'
import { utcOf } from '../../../shared/domain/time/instant.ts'
import type { NewConversation } from '../../../shared/schema/conversation.ts'
import type { Extracted } from './extraction.ts'
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

/** The mailbox that a mail of a provider came to. */
const mailboxOf = ({ source, external_id }: NewConversation) => (source === 'email' ? /^\w+:([^:]+@[^:]+):/.exec(external_id ?? '')?.[1] : undefined)

/** What was read, and what the headers add: who asks, too, and what went to many. */
export function withHeaders(read: Extracted, conversation: NewConversation): Extracted {
  const { messages } = conversation
  const mailbox = mailboxOf(conversation)
  const also = [...new Set(messages.flatMap(({ from, cc = [] }) => askingInCopy({ from, cc }, mailbox)))]
  const isUnsure = read.extraction.by === 'rules' && messages.every(({ bulk }) => bulk)
  const unsure = (task: ExtractedTask) => (isUnsure && task.confidence > newsletter.confidence ? { ...task, ...newsletter } : task)
  return { ...read, tasks: read.tasks.map((task) => unsure(also.length === 0 ? task : { ...task, also })) }
}

/** As it is read for what it asks. */
export const readable = (message: Pick<FreshMessage, 'sender' | 'sent_at' | 'text'>): ReadMessage => ({
  from: readCorrespondent(message.sender),
  sent_at: message.sent_at,
  text: message.text,
})
