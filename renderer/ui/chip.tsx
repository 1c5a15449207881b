import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../lib/messages.ts'
import { LabelDot } from './marks/label-dot.tsx'

/** A label on a row or in a task. */
export function LabelChip({ label }: { label: string }) {
  return (
    <span className="flex max-w-40 shrink-0 items-center gap-1.5 rounded-control border border-line bg-surface px-1.5 text-meta leading-[18px] font-medium text-muted">
      <LabelDot label={label} size={6} />
      <span dir="auto" className="truncate">
        {label}
      </span>
    </span>
  )
}

/** Something that was understood and can be taken away. */
export function RemovableChip({ children, name, onRemove, soft = false }: { children: ReactNode; name: string; onRemove: () => void; soft?: boolean }) {
  return (
    <span
      data-chip=""
      className={`inline-flex max-w-full min-w-0 [&>[dir]]:truncate h-[max(24px,calc(var(--tap)-8px))] items-center gap-1.5 rounded-control ps-2 text-meta font-medium ${soft ? 'bg-accent-soft text-accent-text' : 'border border-line bg-surface text-muted'}`}
    >
      {children}
      <button
        type="button"
        aria-label={m.remove(name)}
        className="relative grid h-full w-[max(22px,calc(var(--tap)-10px))] place-items-center rounded-control opacity-70 shrink-0 before:absolute before:-inset-x-[5px] before:-inset-y-1.5 hover:opacity-100"
        onClick={onRemove}
      >
        <X aria-hidden="true" size={12} strokeWidth={2} />
      </button>
    </span>
  )
}
