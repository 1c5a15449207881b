import { useQuery } from '@tanstack/react-query'
import { can } from '../../backend/abilities.ts'
import { connection } from '../../backend/connection.ts'
import { remote } from '../../data/remote.ts'
import { m } from '../../lib/messages.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { remoteMark, type RemoteMark } from '../../lib/remote-words.ts'
import { useStore } from '../../lib/store.ts'
import { cx } from '../../ui/class-names.ts'
import { SyncGlyph } from '../../ui/glyphs.tsx'

export const toneOf: Record<RemoteMark['tone'], string> = { ok: 'text-ok', busy: 'text-accent-text', warn: 'text-warn', bad: 'text-bad' }

/** Whether this window follows the service, and the service the cloud. A banner says more when the service is away. */
export function ReachMark({ nav, isFolded }: { nav: Navigation; isFolded: boolean }) {
  const reach = useStore(connection.reach)
  const unsent = useStore(connection.unsent)
  const held = useStore(connection.held)
  const mark = remoteMark(useQuery(remote).data)
  if (reach === 'live' && mark) {
    return (
      <button
        type="button"
        aria-label={m.cloud.mark.open(mark.text)}
        title={mark.text}
        className={cx('-mx-1 flex h-7 min-w-0 items-center gap-2.5 rounded-control px-1 hover:bg-raised', mark.tone === 'bad' ? 'text-bad' : 'text-muted')}
        onClick={() => nav.go(...mark.to)}
      >
        <SyncGlyph className={cx('shrink-0', toneOf[mark.tone])} />
        {!isFolded && <span className={cx('truncate', (mark.tone === 'warn' || mark.tone === 'bad') && 'font-medium')}>{mark.text}</span>}
      </button>
    )
  }
  const names = can.writeOffline ? m.offline.reach : m.reach
  const waits = can.writeOffline && unsent > 0 ? m.offline.reach.waits(unsent) : names[reach]
  const isHeld = held !== undefined && unsent === held.count
  const text = reach !== 'live' || isHeld ? waits : unsent > 0 ? m.reach.saving : names.live
  return (
    <span className="flex min-w-0 items-center gap-2.5 text-muted" title={text}>
      <SyncGlyph className={cx('shrink-0', reach === 'live' && !isHeld ? 'text-ok' : 'text-warn')} />
      <span className={isFolded ? 'sr-only' : 'truncate'}>{text}</span>
    </span>
  )
}
