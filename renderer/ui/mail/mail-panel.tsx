import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../class-names.ts'

interface MailPanelProps {
  name: string
  onClose: () => void
  className?: string
  children: ReactNode
}

/** What a button of a mailbox opens below it. Escape closes it, and the keyboard is back on the button. */
export function MailPanel({ name, onClose, className, children }: MailPanelProps) {
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    group.current?.scrollIntoView({ block: 'nearest' })
    return () => {
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from anywhere in it closes it
    <div
      ref={group}
      role="group"
      aria-label={name}
      className={cx('appear w-full rounded-card border border-line-strong bg-bg px-3.5 py-3', className)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </div>
  )
}
