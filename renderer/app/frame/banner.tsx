import { useEffect, useState } from 'react'
import { can } from '../../backend/abilities.ts'
import { connection } from '../../backend/connection.ts'
import { m } from '../../lib/messages.ts'
import { useStore } from '../../lib/store.ts'
import { SyncGlyph } from '../../ui/glyphs.tsx'

const timeoutMs = 700

/** Shows once the service has been away for a moment: a quick restart does not blink. */
export function Banner() {
  const reach = useStore(connection.reach)
  // What the cloud's window shows is kept on the device: that the stream is not there yet says nothing.
  const isAway = can.writeOffline ? reach === 'away' : reach !== 'live'
  return isAway ? <Away /> : null
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
