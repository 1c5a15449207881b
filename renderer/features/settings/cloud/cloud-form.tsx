import { type ClipboardEvent, useState } from 'react'
import { type NewRemote } from '../../../../shared/schema/remote.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { isCloudAddress, isTeamId, isToken, readPasted } from './cloud-address.ts'

const says = m.cloud.form

/** What was refused, by field; `form`: all of it. */
export type Refusal = Partial<Record<keyof NewRemote | 'form', string>>

interface FormProps {
  given: NewRemote
  refused: Refusal
  onCheck: (given: NewRemote) => Promise<void>
}

/** Where the cloud is, and what opens it. What is plainly wrong is said beside its field, once it was sent. */
export function CloudForm({ given, refused, onCheck }: FormProps) {
  const [fields, setFields] = useState(given)
  const [isTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const wrong = {
    url: isCloudAddress(fields.url) ? undefined : says.urlWrong,
    token: isToken(fields.token) ? undefined : says.tokenWrong,
    team_id: isTeamId(fields.team_id) ? undefined : says.teamWrong,
  }
  const field = (name: keyof NewRemote) => ({
    value: fields[name],
    dir: 'ltr',
    spellCheck: false,
    problem: (isTried ? wrong[name] : undefined) ?? (fields[name].trim() === given[name] ? refused[name] : undefined),
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
    onPaste(event: ClipboardEvent) {
      const found = readPasted(event.clipboardData.getData('text'))
      // One thing goes where it is put; several know where they belong.
      if (Object.keys(found).length < 2) return
      event.preventDefault()
      setFields({ ...fields, ...found })
    },
  })
  async function submit() {
    setTried(true)
    if (Object.values(wrong).some(Boolean)) return
    setAsking(true)
    await onCheck({ url: fields.url.trim(), token: fields.token.trim(), team_id: fields.team_id.trim().toLowerCase() })
    setAsking(false)
  }
  return (
    <form
      className="mt-3 flex max-w-120 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={says.url} inputMode="url" autoComplete="url" placeholder="https://tandem.example.org" {...field('url')} />
      <Field label={says.token} type="password" autoComplete="off" hint={says.tokenHint} {...field('token')} />
      <Field label={says.team} autoComplete="off" hint={says.teamHint} {...field('team_id')} />
      {refused.form && (
        <p role="alert" dir="auto" className="break-words text-bad">
          {refused.form}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" look="primary" disabled={isAsking} className="h-[max(32px,var(--tap))]">
          {isAsking ? says.checking : says.check}
        </Button>
        <span className="text-muted">{says.checkText}</span>
      </div>
    </form>
  )
}
