// Several lines were pasted into the line of a new task: one task each, or one with all of them. Fetched with the first paste.
import { useEffect, useRef } from 'react'
import { asOneTask, countOf, maxPasted, type PastedItem, readPasted } from '../../lib/quick-add/pasted-lines.ts'
import { m } from '../../messages/late.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'

const maxShown = 5

/** In the order in which they stand, with how deep. */
const flat = (items: readonly PastedItem[], depth = 0): { line: string; depth: number }[] =>
  items.flatMap(({ line, parts }) => [{ line, depth }, ...flat(parts, depth + 1)])

export interface PastedProps {
  text: string
  onTasks: (items: readonly PastedItem[]) => void
  onOne: (line: string, description: string) => void
  onLeave: () => void
}

export default function Pasted({ text, onTasks, onOne, onLeave }: PastedProps) {
  const items = readPasted(text)
  const count = countOf(items)
  const one = asOneTask(text)
  const lines = flat(items)
  const first = useRef<HTMLButtonElement>(null)
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.focus(), [])

  function move(by: number): void {
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])]
    const next = buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + by + buttons.length) % buttons.length]
    next?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons have the keyboard, and hand these keys up
    <div
      ref={group}
      role="group"
      aria-label={m.pasted.name(count)}
      className="border-t border-line px-3 py-2.5"
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowRight') move(1)
        else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') move(-1)
        else if (event.key === 'Escape') onLeave()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <ul className="flex flex-col gap-0.5 pb-2.5 text-dense text-muted">
        {lines.slice(0, maxShown).map(({ line, depth }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines may be equal, and do not move
          <li key={index} dir="auto" className="truncate" style={{ paddingInlineStart: depth * 16 }}>
            {line}
          </li>
        ))}
        {lines.length > maxShown && <li className="text-quiet">{m.pasted.more(lines.length - maxShown)}</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        {count > maxPasted ? (
          <p className="w-full text-dense text-muted">{m.pasted.tooMany(maxPasted)}</p>
        ) : (
          <Button ref={first} look="primary" onClick={() => onTasks(items)}>
            {items.length < count ? m.pasted.tasksWithParts(count, count - items.length) : m.pasted.tasks(count)}
            <Kbd keys="enter" plain />
          </Button>
        )}
        <Button ref={count > maxPasted ? first : undefined} look="outlined" onClick={() => onOne(one.line, one.description)}>
          {m.pasted.one}
        </Button>
        <Button onClick={onLeave}>{m.pasted.leave}</Button>
      </div>
    </div>
  )
}
