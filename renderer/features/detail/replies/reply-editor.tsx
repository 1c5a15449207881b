import { useId, useRef, useState } from 'react'
import type { ReplyDraft } from '../../../../shared/schema/mail/reply.ts'
import { draftName, sendReply } from '../../../data/mail/replies.ts'
import { storage } from '../../../lib/storage.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Kbd } from '../../../ui/kbd.tsx'

const says = m.cloud.replies

interface ReplyEditorProps {
  taskId: number
  draft: ReplyDraft & { from: string }
  onClose: () => void
}

/** What is written survives a reload; what is quoted goes along unless its writer says otherwise. */
export function ReplyEditor({ taskId, draft, onClose }: ReplyEditorProps) {
  const name = draftName(taskId)
  const id = useId()
  const [kept, keep] = useDraft(name)
  const text = kept === '' ? draft.text : kept
  const [to, setTo] = useState(draft.to.join(', '))
  const [quote, setQuote] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const addresses = to.split(/[\s,;]+/).filter(Boolean)
  const isReady = addresses.length > 0 && text.trim() !== '' && !isBusy

  async function submit() {
    if (!isReady) return
    setBusy(true)
    const isSent = await sendReply(taskId, { to: addresses, body: text.trim(), quote })
    setBusy(false)
    if (!isSent) return
    storage.write(name, '')
    onClose()
  }

  return (
    <section aria-label={m.cloud.mail.reply} className="appear mt-4 flex flex-col gap-3 rounded-card border border-line-strong bg-bg px-3.5 py-3">
      <p className="text-meta text-quiet">
        <bdi>{says.from(draft.from)}</bdi> · <bdi className="break-words">{draft.subject}</bdi>
      </p>
      <Field label={says.to} type="text" inputMode="email" autoComplete="off" value={to} onChange={(event) => setTo(event.target.value)} />
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-medium">
          {says.text}
        </label>
        <textarea
          ref={field}
          id={id}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens because its writer wants to write
          autoFocus
          dir="auto"
          rows={6}
          maxLength={100_000}
          value={text}
          className="grows max-h-[50vh] min-h-32 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2.5 py-1.5 text-read focus:border-accent focus:shadow-[0_0_0_1px_var(--accent)]"
          onChange={(event) => keep(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              void submit()
            } else if (event.key === 'Escape') {
              event.stopPropagation()
              onClose()
            }
          }}
        />
      </div>
      {draft.quote !== '' && (
        <details className="rounded-control border border-line bg-surface">
          <summary className="cursor-pointer px-2.5 leading-(--tap) text-muted">{says.below}</summary>
          <p dir="auto" className="max-h-60 overflow-y-auto border-t border-line px-2.5 py-2 text-meta break-words whitespace-pre-wrap text-muted">
            {draft.quote}
          </p>
          <label className="flex min-h-[max(28px,var(--tap))] items-center gap-2 border-t border-line px-2.5">
            <input type="checkbox" checked={quote} onChange={(event) => setQuote(event.target.checked)} />
            {says.withQuote}
          </label>
        </details>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" disabled={!isReady} onClick={() => void submit()}>
          {m.send}
          <Kbd keys="mod+enter" plain />
        </Button>
        <Button look="outlined" onClick={onClose}>
          {says.close}
        </Button>
      </div>
    </section>
  )
}
