import { useEffect, useState } from 'react'
import { CircleAlert } from 'lucide-react'
import { can } from '../../backend/abilities.ts'
import { connection } from '../../backend/connection.ts'
import { reasonOf } from '../../backend/explain.ts'
import { m } from '../../lib/messages.ts'
import { useNavigation } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { SyncGlyph } from '../../ui/glyphs.tsx'

const timeoutMs = 700

/** Shows once the service has been away for a moment: a quick restart does not blink. */
export function Banner() {
  const reach = useStore(connection.reach)
  // What the cloud's window shows is kept on the device: that the stream is not there yet says nothing.
  const isAway = can.writeOffline ? reach === 'away' : reach !== 'live'
  const held = useStore(connection.held)
  if (isAway) return <Away />
  return held ? <Held {...held} /> : null
}

/** The team has no room for what was written: where it is, why, and the ways on. */
function Held({ count, error, retry }: { count: number; error: unknown; retry: () => void }) {
  const nav = useNavigation()
  return (
    <div
      role="alert"
      className="appear flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-2.5 gap-y-1 border-b border-line bg-warn-soft px-4 py-1.5 text-dense"
    >
      <CircleAlert aria-hidden="true" size={16} className="shrink-0 text-warn phone:hidden" />
      <span className="min-w-0 basis-auto">
        <span className="font-semibold">{m.held.title(count)}</span> {reasonOf(error)}
      </span>
      <span className="flex gap-1.5">
        <Button look="outlined" onClick={retry}>
          {m.retry}
        </Button>
        <Button onClick={() => nav.go('team', 'usage')}>{m.held.usage}</Button>
      </span>
    </div>
  )
}

/** What is safe, and that nothing needs to be done. */
function Away() {
  const unsent = useStore(connection.unsent)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <div role="alert" className="appear flex min-h-9 shrink-0 items-center justify-center gap-2.5 border-b border-line bg-warn-soft px-4 py-1.5 text-dense">
      <SyncGlyph className="shrink-0 text-warn" />
      <span>
        <span className="font-semibold">{can.writeOffline ? m.offline.title : m.away.title}</span>{' '}
        {can.writeOffline ? m.offline.text(unsent) : m.away.text(unsent)}
      </span>
    </div>
  )
}
