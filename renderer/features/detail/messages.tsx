import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Message, TaskConversation } from '../../../shared/schema/conversation.ts'
import { conversationById } from '../../data/conversations.ts'
import { fullTime, shortTime } from '../../lib/dates.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../messages/late.ts'
import { PersonMark } from '../../ui/actor-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { MailGlyph } from '../../ui/glyphs.tsx'
import { senderName } from './sender-name.ts'

const says = m.cloud.mail
const longest = 1500

/** The threads that a task came from. All of it is text from outside, and shown as text only. */
export function Messages({ taskId, conversations }: { taskId: number; conversations: readonly TaskConversation[] }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-meta text-quiet">{says.outside}</p>
      {conversations.map((conversation) => (
        <Thread key={conversation.id} taskId={taskId} conversation={conversation} />
      ))}
    </div>
  )
}

function Thread({ taskId, conversation }: { taskId: number; conversation: TaskConversation }) {
  const { data, error } = useQuery(conversationById(conversation.id))
  const subject = conversation.subject || says.noSubject
  const others = conversation.task_ids.filter((id) => id !== taskId)
  return (
    <section aria-label={subject}>
      <h2 className="flex items-center gap-2">
        <span className="shrink-0 text-muted">
          <MailGlyph />
        </span>
        <bdi className="min-w-0 flex-1 font-semibold break-words">{subject}</bdi>
      </h2>
      <p className="mt-0.5 ps-6 text-meta text-quiet">
        {[
          says.sources[conversation.source] ?? conversation.source,
          conversation.role === 'created' ? says.became : says.added,
          says.by[conversation.extracted_by],
          others.length > 0 && says.others(others.join(', ')),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {error && (
        <p role="alert" className="mt-2 text-muted">
          {explain(says.failed, error)}
        </p>
      )}
      {!data && !error && <div className="late h-12" role="status" aria-label={m.loading} />}
      <ul className="mt-1 flex flex-col">
        {data?.messages.map((message) => (
          <MessageLine key={message.id} message={message} isSource={message.id === conversation.message_id} />
        ))}
      </ul>
    </section>
  )
}

function MessageLine({ message, isSource }: { message: Message; isSource: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const [isLong, setLong] = useState(false)
  const full = isWhole ? message.body : message.text
  const text = full.length > longest && !isLong ? `${full.slice(0, longest).toWellFormed()}…` : full
  const hasMore = message.body.trim() !== message.text.trim()
  const name = senderName(message.from)
  return (
    <li className="flex gap-2.5 border-t border-line py-2.5 first:border-t-0" data-source={isSource || undefined}>
      <PersonMark name={name} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <bdi className="min-w-0 truncate font-semibold" title={message.from}>
            {name}
          </bdi>
          <bdi className="min-w-0 flex-1 truncate text-meta text-quiet" title={message.to.join(', ')}>
            {name === message.from ? '' : (/<([^<>]+)>/.exec(message.from)?.[1] ?? '')}
          </bdi>
          <time className="shrink-0 text-meta text-quiet" dateTime={message.sent_at} title={fullTime(message.sent_at)}>
            {shortTime(message.sent_at)}
          </time>
        </p>
        <p dir="auto" className="mt-1 border-s-2 border-line ps-3 text-read break-words whitespace-pre-wrap text-muted">
          {text}
        </p>
        <p className="-ms-1 flex flex-wrap">
          {full.length > longest && !isLong && (
            <Button className="px-2" onClick={() => setLong(true)}>
              {says.more}
            </Button>
          )}
          {hasMore && (
            <Button className="px-2" onClick={() => setWhole(!isWhole)}>
              {isWhole ? says.own : says.whole}
            </Button>
          )}
        </p>
      </div>
    </li>
  )
}
