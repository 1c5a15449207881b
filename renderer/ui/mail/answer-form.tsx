import { useId, useState } from 'react'
import type { AnswerSettings } from '../../../shared/schema/mail/reply.ts'
import { mail as says } from '../../messages/mail.ts'
import { Button } from '../button.tsx'
import { Field } from '../field.tsx'
import { MailPanel } from './mail-panel.tsx'

const words = says.answers

interface AnswerFormProps {
  address: string
  answers: AnswerSettings
  /** Undefined: it has what sending needs. Else what has to be done first. */
  allow: (() => void) | undefined
  /** What to do where nothing can be allowed from here. */
  hint?: string | undefined
  /** True: it is done. */
  save: (answers: AnswerSettings) => Promise<boolean>
  onDone: () => void
}

/** Whether a mailbox sends replies, as whom, and what it sends by itself. */
export function AnswerForm({ address, answers, allow, hint, save, onDone }: AnswerFormProps) {
  const [now, setNow] = useState(answers)
  const [isBusy, setBusy] = useState(false)
  const set = (more: Partial<AnswerSettings>) => setNow({ ...now, ...more })
  async function submit() {
    setBusy(true)
    const isDone = await save(now)
    setBusy(false)
    if (isDone) onDone()
  }
  const isAllowed = allow === undefined && hint === undefined
  const isEmpty = [now.acknowledge, now.done].some((text) => text?.trim() === '')
  return (
    <MailPanel name={words.named(address)} className="flex flex-col gap-3" onClose={onDone}>
      <p className="text-muted">{words.text}</p>
      {!isAllowed && <p className="text-muted">{hint ?? words.needsConsent}</p>}
      {isAllowed && (
        <>
          <label className="flex min-h-[max(28px,var(--tap))] items-center gap-2 font-medium">
            <input type="checkbox" checked={now.sends} onChange={(event) => set({ sends: event.target.checked })} />
            {words.sends}
          </label>
          {now.sends && (
            <>
              <Field label={words.name} hint={words.nameHint} maxLength={100} value={now.name} onChange={(event) => set({ name: event.target.value })} />
              <Words label={words.signature} value={now.signature} onChange={(signature) => set({ signature })} max={2000} />
              <ByItself label={words.acknowledge} usual={words.acknowledgeText} value={now.acknowledge} onChange={(acknowledge) => set({ acknowledge })} />
              <ByItself label={words.done} usual={words.doneText} value={now.done} onChange={(done) => set({ done })} />
              <p className="text-meta text-quiet">{words.rules}</p>
            </>
          )}
        </>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {allow && (
          <Button look="primary" onClick={allow}>
            {words.allow}
          </Button>
        )}
        {isAllowed && (
          <Button look="primary" disabled={isBusy || isEmpty} onClick={() => void submit()}>
            {says.folders.save}
          </Button>
        )}
        <Button look="outlined" onClick={onDone}>
          {says.form.cancel}
        </Button>
      </div>
    </MailPanel>
  )
}

function Words({ label, value, max, onChange }: { label: string; value: string; max: number; onChange: (text: string) => void }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={2}
        maxLength={max}
        value={value}
        className="grows max-h-60 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2.5 py-1.5 focus:border-accent focus:shadow-[0_0_0_1px_var(--accent)]"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface ByItselfProps {
  label: string
  usual: string
  value: string | null
  onChange: (text: string | null) => void
}

function ByItself({ label, usual, value, onChange }: ByItselfProps) {
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-[max(28px,var(--tap))] items-center gap-2">
        <input type="checkbox" checked={value !== null} onChange={(event) => onChange(event.target.checked ? usual : null)} />
        {label}
      </label>
      {value !== null && <Words label={words.words} value={value} max={4000} onChange={onChange} />}
    </div>
  )
}
