import { useState } from 'react'
import { asksFirst } from '../../../shared/domain/agents/asks-first.ts'
import type { CreatedApiToken } from '../../../shared/schema/cloud/api-token.ts'
import { createToken } from '../../data/people/tokens.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'

const words = says.tokens

const kinds = ['desktop', 'agent'] as const
const accesses = { desktop: ['write', 'read'], agent: ['write', 'ask', 'read'] } as const
type Access = (typeof accesses)[keyof typeof accesses][number]
/** Days; null: it never ends. */
const expiries = { never: null, days30: 30, days90: 90, year: 365 } as const
const expiryIds = ['never', 'days30', 'days90', 'year'] as const

function expiresAt(days: number | null): string | null {
  return days === null ? null : new Date(Date.now() + days * 24 * 3_600_000).toISOString()
}

/** Whose it is to be, what it may and how long, before it is made. */
export function CreateToken({ teamId, onMade }: { teamId: string; onMade: (made: CreatedApiToken) => void }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<(typeof kinds)[number]>('desktop')
  const [agent, setAgent] = useState('')
  const [access, setAccess] = useState<Access>('write')
  const [expiry, setExpiry] = useState<(typeof expiryIds)[number]>('never')
  const [isSending, setSending] = useState(false)
  const isReady = name.trim() !== '' && (kind === 'desktop' || agent.trim() !== '')
  function choose(next: (typeof kinds)[number]) {
    setKind(next)
    if (next === 'desktop' && access === 'ask') setAccess('write')
  }
  async function create() {
    if (!isReady) return
    setSending(true)
    const made = await createToken(teamId, {
      name: name.trim(),
      agent: kind === 'agent' ? agent.trim() : null,
      read_only: access === 'read',
      ...(kind === 'agent' && access === 'ask' ? { policy: asksFirst } : {}),
      expires_at: expiresAt(expiries[expiry]),
    })
    setSending(false)
    if (made) onMade(made)
  }
  return (
    <form
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label={words.name}
          placeholder={words.nameHint}
          autoComplete="off"
          className="basis-64 phone:basis-full"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Choice name={words.kind} value={kind} options={kinds.map((id) => ({ id, label: words.kinds[id] }))} onChange={choose} />
        {kind === 'agent' && (
          <Field
            label={words.agent}
            placeholder={words.agentHint}
            autoComplete="off"
            className="basis-48 phone:basis-full"
            maxLength={200}
            value={agent}
            onChange={(event) => setAgent(event.target.value)}
          />
        )}
      </div>
      <p className="-mt-1 max-w-[62ch] text-meta text-quiet">{words.kindHints[kind]}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Choice name={words.access} value={access} options={accesses[kind].map((id) => ({ id, label: words.accesses[id] }))} onChange={setAccess} />
        <Choice name={words.expiry} value={expiry} options={expiryIds.map((id) => ({ id, label: words.expiries[id] }))} onChange={setExpiry} />
        <Button type="submit" look="primary" disabled={isSending || !isReady} className="h-[max(32px,var(--tap))]">
          {words.create}
        </Button>
      </div>
    </form>
  )
}

interface ChoiceProps<T extends string> {
  name: string
  value: T
  options: readonly { id: T; label: string }[]
  onChange: (id: T) => void
}

/** A group of few, with its name above as a field has it. */
function Choice<T extends string>(props: ChoiceProps<T>) {
  return (
    <div className="flex flex-col items-start gap-1">
      <span aria-hidden="true" className="font-medium">
        {props.name}
      </span>
      <Segmented {...props} />
    </div>
  )
}
