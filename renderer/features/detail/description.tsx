import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Task } from '../../../shared/schema/task.ts'
import { m } from '../../lib/messages.ts'
import { isHeld } from '../../backend/held-fields.ts'
import { removeFromDescription, tickInDescription } from '../../data/texts/small-edits.ts'
import { isChangeable } from '../../data/tasks/task-writes.ts'
import { storage } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { useFocusRequest } from '../../lib/use-focus-request.ts'
import { DescriptionEditor, draftNames } from './description-editor.tsx'

/** A draft that says what is saved (the page went before it heard so) is none any more. While it is being sent it is the only copy. */
function hasDraft({ id, description }: Task): boolean {
  const names = draftNames(id)
  const draft = storage.read(names.text)
  if (draft !== description) return draft !== ''
  if (isHeld(id, 'description')) return false
  for (const name of Object.values(names)) storage.write(name, '')
  return false
}

/** The text of a task. A draft that was not saved opens by itself. */
export function Description({ task }: { task: Task }) {
  const [isEditing, setEditing] = useState(() => hasDraft(task))
  useFocusRequest('description', () => setEditing(true))
  if (isEditing) return <DescriptionEditor task={task} onDone={() => setEditing(false)} onRefused={() => setEditing(true)} />
  const whole = task.description ?? ''
  const text = whole.trim()
  const shift = whole.length - whole.trimStart().length
  if (text === '') {
    return (
      <button
        type="button"
        className="-mx-2 mt-3 flex min-h-(--tap) w-[calc(100%+16px)] items-center gap-2 rounded-control px-2 py-1 text-start text-read text-quiet hover:bg-raised"
        onClick={() => setEditing(true)}
      >
        {m.describe}
        <Kbd keys="shift+e" />
      </button>
    )
  }
  return (
    <div className="group relative mt-4">
      <Button
        square
        aria-label={m.editDescription}
        title={m.editDescription}
        className="absolute end-0 -top-8 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:static pointer-coarse:float-end pointer-coarse:-mt-2.5 pointer-coarse:-me-3 pointer-coarse:opacity-100"
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden="true" size={14} />
      </Button>
      <Markdown
        text={text}
        {...(isChangeable(task.id)
          ? {
              onTick: (at, name) => void tickInDescription(task, shift + at, name),
              onRemove: (from, to, name) => void removeFromDescription(task, shift + from, shift + to, name),
            }
          : {})}
      />
    </div>
  )
}
