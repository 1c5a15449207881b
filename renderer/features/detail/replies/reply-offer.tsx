import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyDraft } from '../../../../shared/schema/mail/reply.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { conversationsOf, openDraft, replyDraft } from '../../../data/conversations.ts'
import { useHasTeam } from '../../../data/use-has-team.ts'
import { useKeys } from '../../../lib/keys.ts'
import { useFocusRequest } from '../../../lib/use-focus-request.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { MailGlyph } from '../../../ui/glyphs.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { senderName } from '../sender-name.ts'
import { ReplyEditor } from './reply-editor.tsx'
import { SentReplies } from './sent-replies.tsx'

const says = m.cloud.replies
const canSend = (draft: ReplyDraft): draft is ReplyDraft & { from: string } => draft.from !== null

/** Who asked for a task by mail is one key away: answered from here, or, where no mailbox sends, in the mail program once the task is done. */
export function ReplyOffer({ task }: { task: Task }) {
  const { data: threads = [] } = useQuery(conversationsOf(task.id))
  const hasTeam = useHasTeam()
  // Elsewhere nobody but a person asked.
  const isAsked = threads.length > 0 || (hasTeam && task.requesters.length > 0)
  const { data: draft } = useQuery({ ...replyDraft(task.id), enabled: isAsked })
  const [isWriting, setWriting] = useState(false)
  const isDone = task.status === 'done'
  const isOffered = draft !== undefined && (canSend(draft) || (isDone && threads.length > 0))
  const begin = () => {
    if (draft && canSend(draft)) setWriting(true)
    else if (draft) openDraft(draft)
  }
  useFocusRequest('reply', begin)
  useKeys(isOffered && !isWriting ? { w: begin } : {})
  if (!isOffered) return <SentReplies taskId={task.id} isWanted={isAsked} />
  const asked = threads.flatMap((thread) => thread.participants).filter((one) => draft.to.some((address) => one.toLowerCase().includes(address.toLowerCase())))
  const names = new Intl.ListFormat(document.documentElement.lang).format([...new Set(asked.length > 0 ? asked.map(senderName) : draft.to)])
  return (
    <>
      {canSend(draft) && isWriting ? (
        <ReplyEditor taskId={task.id} draft={draft} onClose={() => setWriting(false)} />
      ) : (
        <aside
          aria-label={m.cloud.mail.reply}
          className="mt-4 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 rounded-card border border-line bg-bg py-2 ps-3 pe-2"
        >
          <span className="text-muted">
            <MailGlyph />
          </span>
          <span className="min-w-0 flex-1 basis-48">
            <bdi>{isDone ? m.cloud.mail.replyText(names) : says.asked(names)}</bdi>{' '}
            <span className="text-quiet">{canSend(draft) ? says.goesFrom(draft.from) : m.cloud.mail.replyHint}</span>
          </span>
          {canSend(draft) ? (
            <Button look="outlined" onClick={begin}>
              {says.reply}
              <Kbd keys="w" plain />
            </Button>
          ) : (
            <a
              href={draft.mailto}
              className="inline-flex h-[max(28px,var(--tap))] shrink-0 items-center gap-2 rounded-control border border-line bg-surface px-3 text-dense font-medium hover:border-line-strong hover:bg-raised"
            >
              {m.cloud.mail.reply}
              <Kbd keys="w" plain />
            </a>
          )}
        </aside>
      )}
      <SentReplies taskId={task.id} isWanted={isAsked} />
    </>
  )
}
