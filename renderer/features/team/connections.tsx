import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../shared/domain/people/roles.ts'
import type { Connection } from '../../../shared/schema/cloud/connection.ts'
import { connectionsOf, disconnect } from '../../data/people/connections.ts'
import { membersOf, nameOf } from '../../data/people/members.ts'
import { ago, fullTime } from '../../lib/dates.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { SparkGlyph } from '../../ui/glyphs.tsx'
import { CopyBlock } from '../../ui/text/copy-block.tsx'
import { Asked } from './asked.tsx'
import { Group, Row, Rows, Teaches } from './group.tsx'
import type { PartProps } from './part-props.ts'
import { SecondStep } from './second-step.tsx'

const words = says.connections

/** Agents that were connected with nothing but the address. */
export function Connections({ team, capacity }: PartProps) {
  const query = useQuery(connectionsOf(team.id))
  const { data: members = [] } = useQuery(membersOf(team.id))
  const who = (id: string) => {
    const member = members.find(({ user_id }) => user_id === id)
    return member && nameOf(member)
  }
  return (
    <Group text={can(capacity, 'manage_tokens') ? words.textAll : words.text}>
      <Asked query={query} part="agents">
        {(all) => (
          <>
            <div className="mt-3">
              <CopyBlock name={words.address} text={`${location.origin}/mcp`} />
            </div>
            {all.length === 0 ? (
              <Teaches title={words.emptyTitle}>{words.emptyText}</Teaches>
            ) : (
              <Rows name={says.parts.agents}>
                {all.map((one) => (
                  <ConnectionRow key={one.id} teamId={team.id} one={one} by={who(one.created_by)} />
                ))}
              </Rows>
            )}
          </>
        )}
      </Asked>
    </Group>
  )
}

function ConnectionRow({ teamId, one, by }: { teamId: string; one: Connection; by: string | undefined }) {
  const [isAsking, setAsking] = useState(false)
  const { agent, client, access, created_at, last_used_at } = one
  return (
    <Row
      mark={<SparkGlyph className="text-agent" size={16} />}
      title={<bdi className="text-agent">{agent}</bdi>}
      text={
        <span className="text-meta">
          <bdi>{words.client(client.name, client.host)}</bdi>
          {' · '}
          {words.accesses[access]}
          {' · '}
          <span title={last_used_at ? fullTime(last_used_at) : undefined}>
            {last_used_at ? says.tokens.lastUsed(ago(last_used_at)) : says.tokens.neverUsed}
          </span>
          {' · '}
          <span title={fullTime(created_at)}>{words.made(by, ago(created_at))}</span>
        </span>
      }
      actions={
        <Button look="danger" aria-label={words.endNamed(agent)} aria-expanded={isAsking} onClick={() => setAsking(true)}>
          {words.end}
        </Button>
      }
      below={isAsking && <SecondStep text={words.endAsk(agent)} act={words.endYes} onAct={() => disconnect(teamId, one)} onKeep={() => setAsking(false)} />}
    />
  )
}
