import { type ReactNode, useEffect, useRef, useState } from 'react'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'

interface SecondStepProps {
  /** What will happen, and what it means. */
  text: ReactNode
  /** The word of the button that does it. */
  act: string
  onAct: () => void | Promise<unknown>
  onKeep: () => void
  children?: ReactNode
  disabled?: boolean
}

/** Before what cannot be undone: says so, in its place. The keyboard lands on the button that keeps everything. */
export function SecondStep({ text, act, onAct, onKeep, children, disabled = false }: SecondStepProps) {
  const keep = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const before = document.activeElement
    const inField = keep.current?.closest('[role=group]')?.querySelector<HTMLElement>('input')
    const target = inField ?? keep.current
    target?.focus({ preventScroll: true })
    target?.closest('[role=group]')?.scrollIntoView({ block: 'nearest' })
    return () => {
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body) before.focus({ preventScroll: true })
    }
  }, [])
  async function run() {
    setBusy(true)
    await onAct()
    setBusy(false)
    onKeep()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from anywhere in it keeps everything
    <div
      role="group"
      aria-label={act}
      className="appear flex w-full flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border border-line-strong bg-bg px-3.5 py-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onKeep()
      }}
    >
      <p className="min-w-0 flex-1 basis-64">{text}</p>
      {children}
      <div className="flex gap-2">
        <Button ref={keep} look="outlined" onClick={onKeep}>
          {says.keep}
        </Button>
        <Button look="danger" className="border border-bad" disabled={disabled || isBusy} onClick={() => void run()}>
          {act}
        </Button>
      </div>
    </div>
  )
}
