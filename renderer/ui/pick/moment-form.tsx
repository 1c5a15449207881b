// A day, or a day and a time, by the browser's own picker.
import { useState } from 'react'
import { m } from '../../lib/messages.ts'
import { Button } from '../button.tsx'

interface MomentProps {
  kind: 'date' | 'datetime-local'
  name: string
  save: string
  /** As the field has it: 2026-11-27, or 2026-11-27T17:00. */
  first?: string
  /** Undefined: it was left. */
  onSet: (text?: string) => void
}

export function MomentForm({ kind, name, save, first = '', onSet }: MomentProps) {
  const [text, setText] = useState(first)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from its field leaves it
    <form
      className="flex flex-wrap items-center gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') onSet(text)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onSet()
      }}
    >
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
        autoFocus
        type={kind}
        value={text}
        // A year of more digits is none that can be kept.
        max={kind === 'date' ? '9999-12-31' : '9999-12-31T23:59'}
        aria-label={name}
        className="h-[max(28px,var(--tap))] min-w-0 rounded-control border border-line-strong bg-surface px-2 focus:border-accent"
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={text === ''}>
        {save}
      </Button>
      <Button onClick={() => onSet()}>{m.review.cancel}</Button>
    </form>
  )
}
