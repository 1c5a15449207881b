// What just happened, with the key that takes it back. Never takes the focus, stays while it is pointed at.
import { CircleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../lib/messages.ts'
import { covers } from '../lib/page/covered.ts'
import { dismissNotice, notices, type ShownNotice } from '../lib/notices.ts'
import { useStore } from '../lib/store.ts'
import { Kbd } from './kbd.tsx'

const shownFor = { done: 6000, problem: 15_000 }

export function Toast() {
  const shown = useStore(notices)
  return (
    <div
      ref={covers}
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-5 z-40 flex flex-col items-center gap-2 px-4 phone:bottom-[calc(72px+env(safe-area-inset-bottom))] phone:items-start phone:ps-3 phone:pe-21"
    >
      {/* What can be taken back stands lowest, where the hand is; what is only said, above it. */}
      {shown
        .toSorted((one, other) => Number(one.action !== undefined) - Number(other.action !== undefined))
        .map((notice) => (
          <Message key={notice.id} notice={notice} hasKey={notice.id === lastWithKey(shown, notice.action?.key)} />
        ))}
    </div>
  )
}

/** A key is about the latest that offers it. */
const lastWithKey = (shown: readonly ShownNotice[], key: string | undefined) => shown.findLast(({ action }) => key !== undefined && action?.key === key)?.id

function Message({ notice: { id, kind, text, action, also }, hasKey }: { notice: ShownNotice; hasKey: boolean }) {
  const [isPointedAt, setPointedAt] = useState(false)
  const dismiss = () => dismissNotice(id)
  useEffect(() => {
    if (isPointedAt) return
    const timer = setTimeout(() => dismissNotice(id), shownFor[kind])
    return () => clearTimeout(timer)
  }, [id, kind, isPointedAt])
  // On a phone its buttons would leave a long text a column of single words: they go below it.
  const isTall = also !== undefined || (kind === 'done' && action !== undefined && text.length > 40)
  return (
    // Pointing at it keeps it; that adds nothing for the keyboard.
    <div
      className={`appear pointer-events-auto flex max-w-[min(560px,100%)] items-center gap-x-3 rounded-card bg-toast py-1.5 ps-3.5 pe-1.5 text-dense font-medium text-on-toast shadow-dialog ${isTall ? 'phone:flex-wrap' : ''}`}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
    >
      {kind === 'problem' && <CircleAlert aria-hidden="true" size={16} className="shrink-0" />}
      <span className={`min-w-0 py-1 break-words ${isTall ? 'phone:basis-full' : ''}`} dir="auto">
        {text}
      </span>
      {also && (
        <button
          type="button"
          className="inline-flex h-[max(28px,var(--tap))] shrink-0 items-center rounded-control px-2 text-on-toast underline underline-offset-2 hover:no-underline focus-visible:outline-offset-[-2px]"
          onClick={() => {
            dismiss()
            also.run()
          }}
        >
          {also.label}
        </button>
      )}
      {action && (
        <button
          type="button"
          // Several may offer the same.
          aria-label={`${action.label}: ${text}`}
          className="inline-flex h-[max(28px,var(--tap))] shrink-0 items-center gap-1 rounded-control px-2 text-on-toast-muted hover:text-on-toast focus-visible:outline-offset-[-2px]"
          onClick={() => {
            dismiss()
            action.run()
          }}
        >
          {action.label}
          {hasKey && action.key && <Kbd keys={action.key} plain />}
        </button>
      )}
      <button
        type="button"
        aria-label={m.dismiss}
        className="grid size-[max(28px,var(--tap))] shrink-0 place-items-center rounded-control text-on-toast-muted hover:text-on-toast focus-visible:outline-offset-[-2px]"
        onClick={dismiss}
      >
        <X aria-hidden="true" size={14} />
      </button>
    </div>
  )
}
