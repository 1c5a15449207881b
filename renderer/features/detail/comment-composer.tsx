import { useRef } from 'react'
import { can } from '../../backend/abilities.ts'
import { addComment } from '../../data/tasks/comment-writes.ts'
import { m } from '../../lib/messages.ts'
import { storage } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { putBack, useDraft } from '../../lib/use-draft.ts'
import { useFocusRequest } from '../../lib/use-focus-request.ts'
import { useAttach } from './attach/use-attach.tsx'
import { useComplete } from './write/use-complete.tsx'

/** The comment being written survives a reload and a service that is away; what was sent stays on this machine until it arrived. */
export function CommentComposer({ taskId }: { taskId: number }) {
  const name = `draft:comment:${taskId}`
  const [text, setText] = useDraft(name)
  const field = useRef<HTMLTextAreaElement>(null)
  useFocusRequest('comment', () => field.current?.focus())
  const isEmpty = text.trim() === ''
  const attach = useAttach(field)
  const complete = useComplete(field)

  async function submit() {
    if (isEmpty) return
    const sent = text
    setText('')
    // The outbox keeps it from here on: it would come twice from a page that opens without a network.
    storage.write(name, can.writeOffline ? '' : sent)
    const saved = await addComment(taskId, sent)
    const typedSince = storage.read(name) === sent ? '' : storage.read(name)
    if (!saved) setText(putBack(sent, typedSince, '\n\n'))
    else {
      attach.clear()
      if (typedSince === '') storage.write(name, '')
    }
  }

  return (
    <div className="mt-2 overflow-hidden rounded-card border border-line bg-surface focus-within:border-accent">
      <div className="flex items-end gap-1.5 p-1">
        <textarea
          ref={field}
          {...attach.handlers}
          dir="auto"
          rows={1}
          maxLength={200_000}
          value={text}
          aria-label={m.writeComment}
          placeholder={m.writeComment}
          className="grows max-h-[40vh] min-h-[max(30px,var(--tap))] min-w-0 flex-1 bg-transparent px-2.5 py-1 text-read"
          {...complete.attributes}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) =>
            complete.onKey(
              event,
              () => void submit(),
              () => field.current?.blur(),
            )
          }
        />
        {attach.button}
        <Button look={isEmpty ? 'plain' : 'primary'} disabled={isEmpty} onClick={() => void submit()} className="px-2.5">
          {m.send}
          <Kbd keys="mod+enter" plain />
        </Button>
      </div>
      {complete.list}
      {attach.uploads}
    </div>
  )
}
