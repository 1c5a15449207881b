import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Task } from '../../../shared/schema/task.ts'
import { changeTask } from '../../data/task-writes.ts'
import { m } from '../../messages.ts'
import { storage } from '../../storage.ts'
import { useWish } from '../../use-wish.ts'

/** Edited in place: Enter or leaving the field saves, Escape puts it back. What is being typed is never replaced from outside. */
export function Title({ task }: { task: Task }) {
  const place = `draft:title:${task.id}`
  const [draft, setText] = useState(() => storage.read(place) || undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  function setDraft(next: string | undefined) {
    setText(next)
    storage.write(place, next ?? '')
  }
  // Half typed when the window was loaded again: it goes on there, and leaving the field saves it.
  useEffect(() => {
    if (draft !== undefined) field.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  const text = draft ?? task.title
  useWish('title', () => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  })

  async function leave() {
    const title = text.replaceAll(/\s+/g, ' ').trim()
    if (title === '' || title === task.title) return setDraft(undefined)
    const saving = changeTask(task.id, { title }, m.titleChanged(task.id))
    setDraft(undefined)
    // Refused: the words stay in the field, to be mended.
    if (!(await saving)) setDraft(title)
  }

  return (
    <h1>
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        maxLength={1000}
        aria-label={m.fields.title}
        spellCheck={draft !== undefined}
        value={text}
        className="grows -mx-2 -my-1 w-[calc(100%+16px)] rounded-control bg-transparent px-2 py-1 text-page font-semibold break-words hover:bg-raised focus:bg-transparent focus:outline-2 focus:outline-offset-0 focus:outline-accent"
        onBlur={() => void leave()}
        onChange={(event) => setDraft(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape') flushSync(() => setDraft(undefined))
          event.currentTarget.blur()
        }}
      />
    </h1>
  )
}
