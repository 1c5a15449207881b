import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { asksFirst } from '../../../shared/domain/agents/asks-first.ts'
import type { CreatedApiToken } from '../../../shared/schema/cloud/api-token.ts'
import { session } from '../../backend/session.ts'
import { membersOf, nameOf } from '../../data/people/members.ts'
import { createToken } from '../../data/people/tokens.ts'
import { useStore } from '../../lib/store.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
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
  const [person, setPerson] = useState<string>()
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
      ...(kind === 'desktop' && person !== undefined ? { person } : {}),
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
        {kind === 'desktop' && <Whose teamId={teamId} person={person} onChange={setPerson} />}
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

/** A member's desktop is theirs, whoever creates its token: members may not. */
function Whose({ teamId, person, onChange }: { teamId: string; person: string | undefined; onChange: (person: string | undefined) => void }) {
  const me = useStore(session)?.user
  const { data: members = [] } = useQuery(membersOf(teamId))
  const others = members.filter(({ status, user_id }) => status === 'active' && user_id !== null && user_id !== me?.id)
  if (!me || others.length === 0) return null
  const all = [{ id: me.id, label: me.name ?? me.email }, ...others.map((member) => ({ id: member.user_id as string, label: nameOf(member) }))]
  const chosen = all.find(({ id }) => id === (person ?? me.id)) ?? all[0]
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <span aria-hidden="true" className="font-medium">
        {words.person}
      </span>
      <Menu
        trigger={
          <Button look="outlined" className="h-[max(32px,var(--tap))] max-w-64 min-w-28 !justify-between" aria-label={`${words.person}: ${chosen?.label}`}>
            <bdi className="truncate">{chosen?.label}</bdi>
            <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-quiet" />
          </Button>
        }
        groups={[{ choices: all.map((one) => ({ ...one, chosen: one.id === chosen?.id })) }]}
        onChoose={(id) => onChange(id === me.id ? undefined : id)}
      />
    </div>
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
