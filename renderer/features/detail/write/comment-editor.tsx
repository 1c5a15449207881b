import { useEffect, useRef, useState } from 'react'
import type { Comment } from '../../../../shared/schema/comment.ts'
import { changeComment } from '../../../data/texts/change-comment.ts'
import { storage } from '../../../lib/storage.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { useAttach } from '../attach/use-attach.tsx'
import { useComplete } from './use-complete.tsx'

const draftName = ({ id }: Comment) => `draft:comment-edit:${id}`
const baseName = ({ id }: Comment) => `draft:comment-base:${id}`

/** What was typed and not saved survives a reload. */
export const hasEdit = (comment: Comment): boolean => !['', comment.body].includes(storage.read(draftName(comment)))

interface EditorProps {
  comment: Comment
  onDone: () => void
  onRefused: () => void
}

/** A comment where it stands, to be written anew. */
export function CommentEditor({ comment, onDone, onRefused }: EditorProps) {
  const name = draftName(comment)
  const [draft, setDraft] = useDraft(name)
  // The text that this draft began from: what somebody writes meanwhile is merged.
  const [base] = useState(() => (draft === '' ? comment.body : storage.read(baseName(comment)) || comment.body))
  const text = draft === '' ? base : draft
  const field = useRef<HTMLTextAreaElement>(null)
  const attach = useAttach(field)
  const complete = useComplete(field)
  const isEmpty = text.trim() === ''
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])

  function write(next: string) {
    // Emptied is not the same as never begun.
    setDraft(next === '' ? ' ' : next)
    storage.write(baseName(comment), base)
  }
  function forget() {
    for (const one of [name, baseName(comment)]) storage.write(one, '')
  }
  function close() {
    setDraft('')
    forget()
    onDone()
  }
  async function save() {
    if (isEmpty) return
    if (text === base) return close()
    onDone()
    // The draft stays until it is saved.
    if (await changeComment(comment, text, m.taskPage.commentChanged(comment.task_id), base)) return forget()
    // It has been seen by then what stands there.
    storage.write(baseName(comment), '')
    onRefused()
  }

  return (
    <div className="mt-1 overflow-hidden rounded-card border border-line bg-surface focus-within:border-accent">
      <textarea
        ref={field}
        {...attach.handlers}
        {...complete.attributes}
        dir="auto"
        rows={2}
        maxLength={200_000}
        value={text}
        aria-label={m.taskPage.editComment}
        className="grows block max-h-[60vh] w-full bg-transparent px-3 py-2 text-read"
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => complete.onKey(event, () => void save(), onDone)}
      />
      {complete.list}
      {attach.uploads}
      <div className="flex items-center justify-end gap-2 border-t border-line p-1.5">
        {attach.button}
        <span className="flex-1" />
        <Button onClick={close}>{m.discard}</Button>
        <Button look="primary" disabled={isEmpty} onClick={() => void save()}>
          {m.save}
          <Kbd keys="mod+enter" plain />
        </Button>
      </div>
    </div>
  )
}
