import { useQuery } from '@tanstack/react-query'
import { conversationsOf } from '../../data/conversations.ts'
import { m } from '../../messages/late.ts'
import { focusRequest } from '../../lib/navigation.ts'
import { MailGlyph } from '../../ui/glyphs.tsx'
import { Property } from './property.tsx'
import { senderName } from './sender-name.ts'

/** Who wrote, and about what. The rest is under Messages. */
export function CameFrom({ taskId }: { taskId: number }) {
  const { data = [] } = useQuery(conversationsOf(taskId))
  const [first] = data
  if (!first) return null
  return (
    <Property name={m.cloud.mail.cameFrom}>
      <button
        type="button"
        className="-ms-2 inline-flex h-[max(26px,var(--tap))] max-w-full items-center gap-2 rounded-control px-2 hover:bg-raised"
        onClick={() => focusRequest.set('messages')}
      >
        <span className="text-muted">
          <MailGlyph />
        </span>
        <span className="truncate">
          <bdi className="font-medium">{senderName(first.participants[0] ?? first.source)}</bdi>
          {first.subject && <bdi className="text-muted"> {first.subject}</bdi>}
        </span>
        {data.length > 1 && <span className="tabular shrink-0 text-quiet">+{data.length - 1}</span>}
      </button>
    </Property>
  )
}
