import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Task } from '../../../shared/schema/task.ts'
import { changeTask } from '../../data/tasks/task-writes.ts'
import { m } from '../../messages/late.ts'
import { storage } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useFocusRequest } from '../../lib/use-focus-request.ts'

const clean = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The keys are those of the field: they stand there while one is in it. */
const FieldKey = ({ keys }: { keys: string }) => (
  <span className="hidden group-has-[textarea:focus]/title:inline-flex">
    <Kbd keys={keys} />
  </span>
)

/**
 * Edited in place: Enter or leaving the field saves, Escape puts it back. What is being typed is never replaced from outside; when somebody
 * else writes the title meanwhile both are shown, and leaving the field saves neither.
 */
export function Title({ task }: { task: Task }) {
  const place = `draft:title:${task.id}`
  const basePlace = `draft:title-base:${task.id}`
  const [draft, setText] = useState(() => storage.read(place) || undefined)
  // The title that the draft began from; another one now means that somebody wrote meanwhile.
  const [base, setBase] = useState(() => storage.read(basePlace) || task.title)
  const field = useRef<HTMLTextAreaElement>(null)
  function setDraft(next: string | undefined, from = draft === undefined ? task.title : base) {
    setText(next)
    setBase(from)
    storage.write(place, next ?? '')
    storage.write(basePlace, next === undefined ? '' : from)
  }
  // Half typed when the window was loaded again: it goes on there, and leaving the field saves it.
  useEffect(() => {
    if (draft !== undefined) field.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  const text = draft ?? task.title
  const isBehind = draft !== undefined && task.title !== base && task.title !== clean(draft)
  useFocusRequest('title', () => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  })

  async function save() {
    const title = clean(text)
    if (title === '' || title === task.title) return setDraft(undefined)
    const saving = changeTask(task.id, { title }, isBehind ? m.titleWrittenOver(task.id, task.title) : m.titleChanged(task.id), 'refused')
    setDraft(undefined)
    // Refused: the words stay in the field, to be corrected, or compared with what somebody else wrote.
    if (!(await saving)) setDraft(title, task.title)
  }

  return (
    <div className="group/title">
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
          onBlur={() => {
            if (!isBehind) void save()
          }}
          onChange={(event) => setDraft(event.target.value.replaceAll('\n', ' '))}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Escape') flushSync(() => setDraft(undefined))
            else if (isBehind) void save()
            event.currentTarget.blur()
          }}
        />
      </h1>
      {isBehind && (
        <div role="alert" className="mt-2 flex flex-wrap items-center gap-2 rounded-card border border-line bg-warn-soft px-3 py-2 text-dense">
          <p className="min-w-0 basis-full break-words">
            {m.titleMeanwhile} <bdi className="font-medium">{task.title}</bdi>
          </p>
          <Button look="outlined" onClick={() => setDraft(undefined)}>
            {m.takeTheirs}
            <FieldKey keys="escape" />
          </Button>
          <Button look="outlined" onClick={() => void save()}>
            {m.keepMine}
            <FieldKey keys="enter" />
          </Button>
        </div>
      )}
    </div>
  )
}
