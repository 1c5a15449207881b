import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { m } from '../../lib/messages.ts'

interface FilterChipProps {
  name: string
  /** As it would be typed; what Enter changes. */
  typed: string
  children: ReactNode
  onRemove: () => void
  onType: (typed: string) => void
}

const height = 'h-[max(24px,calc(var(--tap)-8px))]'

/** A part of the filter: Enter changes it as text, `-` turns it round, Delete takes it away, arrows go to the next. */
export function FilterChip({ name, typed, children, onRemove, onType }: FilterChipProps) {
  const [text, setText] = useState<string | undefined>(undefined)
  function onKey(event: KeyboardEvent<HTMLElement>) {
    const isOnwards = event.key === 'ArrowRight'
    if (event.key === 'Delete' || event.key === 'Backspace') {
      besideOf(event.currentTarget, true)?.focus()
      onRemove()
    } else if (event.key === '-' || event.key === '!') onType(typed.startsWith('-') ? typed.slice(1) : `-${typed}`)
    else if (isOnwards || event.key === 'ArrowLeft') besideOf(event.currentTarget, isOnwards)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (text !== undefined) {
    const end = (isMeant: boolean) => {
      if (isMeant && text.trim() !== typed) onType(text.trim())
      setText(undefined)
    }
    return (
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
        autoFocus
        dir="auto"
        value={text}
        maxLength={400}
        aria-label={m.filterEdit(name)}
        className={`${height} w-52 rounded-control border border-accent bg-surface px-2 text-meta`}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => end(true)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          end(event.key === 'Enter')
        }}
      />
    )
  }
  return (
    <span className={`inline-flex ${height} max-w-full min-w-0 items-center rounded-control border border-line bg-surface text-meta font-medium text-muted`}>
      <button
        type="button"
        data-chip=""
        title={m.filterEdit(typed)}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-control ps-2 pe-1 hover:text-text [&>[dir]]:truncate"
        onClick={() => setText(typed)}
        onKeyDown={onKey}
      >
        {children}
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={m.remove(name)}
        className="relative grid h-full w-[max(22px,calc(var(--tap)-10px))] shrink-0 place-items-center rounded-control opacity-70 before:absolute before:-inset-x-[5px] before:-inset-y-1.5 hover:opacity-100"
        onClick={onRemove}
      >
        <X aria-hidden="true" size={12} strokeWidth={2} />
      </button>
    </span>
  )
}

/** The chip beside this one, at the end the one before. */
function besideOf(chip: HTMLElement, isOnwards: boolean): HTMLElement | undefined {
  const all = [...(chip.closest('[data-chips]')?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
  const at = all.indexOf(chip)
  return all[at + (isOnwards ? 1 : -1)] ?? all[at - 1]
}
