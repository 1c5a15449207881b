import { useQuery } from '@tanstack/react-query'
import { progressOf, searchStatus } from '../../data/search-status.ts'
import { percent } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'

/** A hair of progress above everything while search reads. What is quick does not show. */
export function IndexBar() {
  const { data: status } = useQuery(searchStatus)
  const now = status && progressOf(status)
  if (!now || now.done >= 1 || (now.what === 'indexing' && status.pending < 20)) return null
  const text = m.index[now.what](percent(now.done))
  return (
    <div
      role="progressbar"
      aria-label={text}
      aria-valuenow={Math.round(now.done * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      title={text}
      className="late pointer-events-none fixed inset-x-0 top-0 z-30 h-0.5"
    >
      <div className="h-full origin-left bg-accent transition-transform duration-500 rtl:origin-right" style={{ transform: `scaleX(${now.done})` }} />
    </div>
  )
}
