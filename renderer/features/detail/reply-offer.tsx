import { useQuery } from '@tanstack/react-query'
import type { Task } from '../../../shared/schema/task.ts'
import { conversationsOf, openDraft, replyDraft } from '../../data/conversations.ts'
import { m } from '../../messages/late.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { MailGlyph } from '../../ui/glyphs.tsx'
import { useKeys } from '../../lib/keys.ts'
import { senderName } from './sender-name.ts'

/** A closed task that somebody asked for: a draft for them is one key away. It opens in the mail program; nothing is sent. */
export function ReplyOffer({ task }: { task: Task }) {
  const { data: threads = [] } = useQuery(conversationsOf(task.id))
  const isWanted = task.status === 'done' && threads.length > 0
  const { data: draft } = useQuery({ ...replyDraft(task.id), enabled: isWanted })
  const isOffered = isWanted && draft !== undefined
  useKeys(isOffered ? { w: () => openDraft(draft) } : {})
  if (!isOffered) return null
  const asked = threads.flatMap((thread) => thread.participants).filter((one) => draft.to.some((address) => one.toLowerCase().includes(address.toLowerCase())))
  const names = new Intl.ListFormat(document.documentElement.lang).format([...new Set(asked.length > 0 ? asked.map(senderName) : draft.to)])
  return (
    <aside
      aria-label={m.cloud.mail.reply}
      className="mt-4 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 rounded-card border border-line bg-bg py-2 ps-3 pe-2"
    >
      <span className="text-muted">
        <MailGlyph />
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <bdi>{m.cloud.mail.replyText(names)}</bdi> <span className="text-quiet">{m.cloud.mail.replyHint}</span>
      </span>
      <a
        href={draft.mailto}
        className="inline-flex h-[max(28px,var(--tap))] shrink-0 items-center gap-2 rounded-control border border-line bg-surface px-3 text-dense font-medium hover:border-line-strong hover:bg-raised"
      >
        {m.cloud.mail.reply}
        <Kbd keys="w" plain />
      </a>
    </aside>
  )
}
