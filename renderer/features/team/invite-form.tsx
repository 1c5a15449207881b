import { useState } from 'react'
import { invite } from '../../data/people/members.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Group } from './group.tsx'

const words = says.members
/** Whoever is to own the team is made an owner once they are in. */
const offered = ['member', 'admin'] as const

export function InviteForm({ teamId }: { teamId: string }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof offered)[number]>('member')
  const [isWrong, setWrong] = useState(false)
  const [isSending, setSending] = useState(false)
  async function send() {
    if (!/^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/.test(email.trim())) return setWrong(true)
    setSending(true)
    if (await invite(teamId, email.trim(), role)) setEmail('')
    setSending(false)
  }
  return (
    <Group title={words.inviteTitle} text={words.inviteText}>
      <form
        noValidate
        className="mt-3 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field
          label={words.email}
          type="email"
          autoComplete="off"
          className="basis-64 phone:basis-full"
          maxLength={254}
          value={email}
          problem={isWrong ? words.emailWrong : undefined}
          onChange={(event) => {
            setEmail(event.target.value)
            setWrong(false)
          }}
        />
        <div className="flex flex-col gap-1">
          <span aria-hidden="true" className="font-medium">
            {words.role}
          </span>
          <Segmented name={words.role} value={role} options={offered.map((id) => ({ id, label: says.roles[id] }))} onChange={setRole} />
        </div>
        <Button type="submit" look="primary" disabled={isSending || email.trim() === ''} className="h-[max(32px,var(--tap))]">
          {words.invite}
        </Button>
      </form>
      <p className="mt-2 text-meta text-quiet">
        {says.roles[role]}: {says.roleHints[role]}
      </p>
    </Group>
  )
}
