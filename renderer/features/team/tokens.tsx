import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../../shared/domain/people/roles.ts'
import type { ApiToken, CreatedApiToken } from '../../../shared/schema/cloud/api-token.ts'
import { membersOf, nameOf } from '../../data/people/members.ts'
import { revokeToken, tokensOf } from '../../data/people/tokens.ts'
import { ago, fromNow, fullTime, isOver } from '../../lib/dates.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { Asked } from './asked.tsx'
import { Group, Row, Rows, Teaches } from './group.tsx'
import { CreateToken } from './create-token.tsx'
import { NewToken } from './new-token.tsx'
import { SecondStep } from './second-step.tsx'
import { TokenMay } from './token-may.tsx'
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
            {made ? (
              <NewToken key={made.id} made={made} teamId={team.id} onDone={() => setMade(undefined)} />
            ) : (
              <CreateToken teamId={team.id} onMade={setMade} />
            )}
            {tokens.length === 0 ? (
              <Teaches title={words.emptyTitle}>{words.emptyText}</Teaches>
            ) : (
              <Rows name={says.parts.tokens}>
                {tokens.map((token) => (
                  <TokenRow
                    key={token.id}
                    teamId={team.id}
                    token={token}
                    by={who(token.made_by ?? token.created_by)}
                    owner={token.made_by ? who(token.created_by) : undefined}
                  />
                ))}
              </Rows>
            )}
          </>
        )}
      </Asked>
    </Group>
  )
}

function TokenRow({ teamId, token, by, owner }: { teamId: string; token: ApiToken; by: string | undefined; owner: string | undefined }) {
  const [isAsking, setAsking] = useState(false)
  const { name, last_four, created_at, last_used_at, agent, read_only, expires_at, may } = token
  const hasExpired = expires_at !== null && isOver(expires_at)
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
          {agent !== null && (
            <>
              <bdi className="text-agent">{words.asAgent(agent)}</bdi>
              {' · '}
            </>
          )}
          {read_only && `${words.readOnly} · `}
          {expires_at !== null && (
            <>
              <span title={fullTime(expires_at)} className={hasExpired ? 'text-bad' : undefined}>
                {hasExpired ? words.expired(ago(expires_at)) : words.expires(fromNow(expires_at))}
              </span>
              {' · '}
            </>
          )}
          <span title={last_used_at ? fullTime(last_used_at) : undefined}>{last_used_at ? words.lastUsed(ago(last_used_at)) : words.neverUsed}</span>
          {' · '}
          <span title={fullTime(created_at)}>{words.made(by, ago(created_at), owner)}</span>
          {may !== null && !read_only && <TokenMay may={may} />}
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
