import { can } from '../../abilities.ts'
import { connection } from '../../connection.ts'
import { m } from '../../messages.ts'
import { useStore } from '../../store.ts'
import { SyncGlyph } from '../../ui/glyphs.tsx'

/** Whether this window follows the service. A banner says more when it does not. */
export function ReachMark({ isFolded }: { isFolded: boolean }) {
  const reach = useStore(connection.reach)
  const unsent = useStore(connection.unsent)
  const names = can.writeOffline ? m.cloud.reach : m.reach
  const waits = can.writeOffline && unsent > 0 ? m.cloud.reach.waits(unsent) : names[reach]
  const text = reach === 'live' ? (unsent > 0 ? m.reach.saving : names.live) : waits
  return (
    <span className="flex items-center gap-2.5 text-muted" title={isFolded ? text : undefined}>
      <SyncGlyph className={reach === 'live' ? 'text-ok' : 'text-warn'} />
      <span className={isFolded ? 'sr-only' : ''}>{text}</span>
    </span>
  )
}
