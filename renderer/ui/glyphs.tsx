// The signs that carry meaning, as one set: 16 px, stroke 1.5, drawn for this window.
import type { ReactNode } from 'react'
import type { Priority, Status } from '../../shared/schema/task.ts'

function Glyph({ children, className = '', size = 16 }: { children: ReactNode; className?: string; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

/** backlog: dotted ring · todo: ring · in progress: half · in review: three quarters with a dot · done: filled with a check. */
export function StatusGlyph({ status, size }: { status: Status; size?: number }) {
  switch (status) {
    case 'backlog':
      return (
        <Glyph className="text-faint" size={size}>
          <circle cx="8" cy="8" r="6.25" strokeDasharray="1.9 2.027" strokeLinecap="butt" />
        </Glyph>
      )
    case 'todo':
      return (
        <Glyph className="text-muted" size={size}>
          <circle cx="8" cy="8" r="6.25" />
        </Glyph>
      )
    case 'in_progress':
      return (
        <Glyph className="text-warn" size={size}>
          <circle cx="8" cy="8" r="6.25" />
          <path d="M8 4.25a3.75 3.75 0 0 1 0 7.5z" fill="currentColor" stroke="none" />
        </Glyph>
      )
    case 'in_review':
      return (
        <Glyph className="text-accent" size={size}>
          <circle cx="8" cy="8" r="6.25" />
          <path d="M8 4.25A3.75 3.75 0 1 1 4.25 8H8z" fill="currentColor" stroke="none" />
          <circle cx="5.7" cy="5.7" r="0.95" fill="currentColor" stroke="none" />
        </Glyph>
      )
    case 'done':
      return (
        <Glyph className="text-ok" size={size}>
          <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
          <path d="m5.2 8.2 1.9 1.9 3.7-4" style={{ stroke: 'var(--on-done)' }} />
        </Glyph>
      )
  }
}

const bars: Record<Priority, number> = { low: 1, medium: 2, high: 3 }

/** One, two, three bars. Most are medium: that is quiet. */
export function PriorityGlyph({ priority }: { priority: Priority }) {
  const filled = bars[priority]
  return (
    <Glyph className={priority === 'high' ? 'text-bad' : priority === 'low' ? 'text-muted' : 'text-faint'}>
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={2.5 + bar * 4}
          y={9.5 - bar * 3}
          width="3"
          height={4 + bar * 3}
          rx="0.75"
          stroke="none"
          fill={bar < filled ? 'currentColor' : 'var(--ghost)'}
        />
      ))}
    </Glyph>
  )
}

export function BellGlyph({ className, size }: { className?: string; size?: number }) {
  return (
    <Glyph className={className} size={size}>
      <path d="M4.25 6.75a3.75 3.75 0 0 1 7.5 0c0 3 1.25 3.75 1.25 4.25H3c0-.5 1.25-1.25 1.25-4.25zM6.75 13.25a1.4 1.4 0 0 0 2.5 0" />
    </Glyph>
  )
}

/** A leaf of a calendar; with an exclamation mark when its day is over. */
export function DueGlyph({ isLate = false, size = 14 }: { isLate?: boolean; size?: number }) {
  return (
    <Glyph size={size}>
      <path d="M2.5 5a1.5 1.5 0 0 1 1.5-1.5h8A1.5 1.5 0 0 1 13.5 5v7a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 12zM5.25 1.75v3M10.75 1.75v3" />
      {isLate ? <path d="M8 6.75v2.5M8 11.4v.1" /> : <path d="M2.75 7h10.5" />}
    </Glyph>
  )
}

/** An octagon with a bar: something else comes first. */
export function BlockedGlyph({ size = 14 }: { size?: number }) {
  return (
    <Glyph size={size} className="text-warn">
      <path d="M5.5 1.75h5l3.75 3.75v5l-3.75 3.75h-5L1.75 10.5v-5zM5.25 8h5.5" />
    </Glyph>
  )
}

/** Two overlapping rings: these may be the same. */
export function DuplicateGlyph({ className = 'text-warn', size = 16 }: { className?: string; size?: number }) {
  return (
    <Glyph className={className} size={size}>
      <circle cx="5.75" cy="8" r="4" />
      <circle cx="10.25" cy="8" r="4" />
    </Glyph>
  )
}

export function SparkGlyph({ className, size }: { className?: string; size?: number }) {
  return (
    <Glyph className={className} size={size}>
      <path d="M8 2.5c.5 3.4 2.1 5 5.5 5.5-3.4.5-5 2.1-5.5 5.5-.5-3.4-2.1-5-5.5-5.5 3.4-.5 5-2.1 5.5-5.5z" fill="currentColor" stroke="none" />
    </Glyph>
  )
}

export function MailGlyph({ size }: { size?: number }) {
  return (
    <Glyph size={size}>
      <rect x="2" y="3.5" width="12" height="9" rx="1.75" />
      <path d="m2.75 5 5.25 4 5.25-4" />
    </Glyph>
  )
}

/** A file that something came out of. */
export function FileGlyph({ size }: { size?: number }) {
  return (
    <Glyph size={size}>
      <path d="M9.25 1.75h-4a1.5 1.5 0 0 0-1.5 1.5v9.5a1.5 1.5 0 0 0 1.5 1.5h5.5a1.5 1.5 0 0 0 1.5-1.5v-8zM9 2v3h3M8 7v4.5M6 9.75l2 2 2-2" />
    </Glyph>
  )
}

export function SyncGlyph({ className, size }: { className?: string; size?: number }) {
  return (
    <Glyph className={className} size={size}>
      <path d="M13.25 6.5A5.5 5.5 0 0 0 3.5 5M3 2.5V5.2h2.7M2.75 9.5A5.5 5.5 0 0 0 12.5 11m.5 2.5v-2.7h-2.7" />
    </Glyph>
  )
}

/** Tandem's own mark. */
export function TandemMark({ size = 18 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className="shrink-0" width={size} height={size} viewBox="0 0 16 16">
      <rect width="16" height="16" rx="4.5" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="1.4">
        <circle cx="6.25" cy="8" r="3" />
        <circle cx="9.75" cy="8" r="3" />
      </g>
    </svg>
  )
}
