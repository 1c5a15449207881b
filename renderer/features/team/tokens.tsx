import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../../shared/domain/people/roles.ts'
import type { ApiToken, CreatedApiToken } from '../../../shared/schema/cloud/api-token.ts'
import { membersOf, nameOf } from '../../data/people/members.ts'
import { createToken, revokeToken, tokensOf } from '../../data/people/tokens.ts'
import { ago, fullTime } from '../../lib/dates.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Asked } from './asked.tsx'
import { Group, Row, Rows, Teaches } from './group.tsx'
import { NewToken } from './new-token.tsx'
import { SecondStep } from './second-step.tsx'
import type { PartProps } from './part-props.ts'

const words = says.tokens

export function Tokens({ team, capacity }: PartProps) {
  const isAllowed = can(capacity, 'manage_tokens')
  const query = useQuery({ ...tokensOf(team.id), enabled: isAllowed || capacity === 'token' })
  const { data: members = [] } = useQuery(membersOf(team.id))
  const [made, setMade] = useState<CreatedApiToken | undefined>(undefined)
  if (!isAllowed && capacity !== 'token') return <p className="text-muted">{says.notYours}</p>
  const who = (id: string) => {
    const member = members.find(({ user_id }) => user_id === id)
    return member && nameOf(member)
  }
  return (
    <Group text={words.text}>
      <Asked query={query} part="tokens">
        {(tokens) => (
          <>
            {made ? <NewToken key={made.id} made={made} teamId={team.id} onDone={() => setMade(undefined)} /> : <Create teamId={team.id} onMade={setMade} />}
            {tokens.length === 0 ? (
              <Teaches title={words.emptyTitle}>{words.emptyText}</Teaches>
            ) : (
              <Rows name={says.parts.tokens}>
                {tokens.map((token) => (
                  <TokenRow key={token.id} teamId={team.id} token={token} by={who(token.created_by)} />
                ))}
              </Rows>
            )}
          </>
        )}
      </Asked>
    </Group>
  )
}

function Create({ teamId, onMade }: { teamId: string; onMade: (made: CreatedApiToken) => void }) {
  const [name, setName] = useState('')
  const [isSending, setSending] = useState(false)
  async function create() {
    if (name.trim() === '') return
    setSending(true)
    const made = await createToken(teamId, name.trim())
    setSending(false)
    if (made) onMade(made)
  }
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Field
        label={words.name}
        placeholder={words.nameHint}
        autoComplete="off"
        className="basis-64 phone:basis-full"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={isSending || name.trim() === ''} className="h-[max(32px,var(--tap))]">
        {words.create}
      </Button>
    </form>
  )
}

function TokenRow({ teamId, token, by }: { teamId: string; token: ApiToken; by: string | undefined }) {
  const [isAsking, setAsking] = useState(false)
  const { name, last_four, created_at, last_used_at } = token
  return (
    <Row
      mark={<KeyRound aria-hidden="true" size={16} className="text-quiet" />}
      title={
        <>
          <bdi>{name}</bdi>
          <span dir="ltr" className="font-mono text-meta font-normal text-quiet">
            tdm_…{last_four}
          </span>
        </>
      }
      text={
        <span className="text-meta">
          <span title={last_used_at ? fullTime(last_used_at) : undefined}>{last_used_at ? words.lastUsed(ago(last_used_at)) : words.neverUsed}</span>
          {' · '}
          <span title={fullTime(created_at)}>{words.made(by, ago(created_at))}</span>
        </span>
      }
      actions={
        <Button look="danger" aria-label={words.revokeNamed(name)} aria-expanded={isAsking} onClick={() => setAsking(true)}>
          {words.revoke}
        </Button>
      }
      below={
        isAsking && <SecondStep text={words.revokeAsk(name)} act={words.revokeYes} onAct={() => revokeToken(teamId, token)} onKeep={() => setAsking(false)} />
      }
    />
  )
}
