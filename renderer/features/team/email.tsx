import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Plug, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../../shared/domain/people/roles.ts'
import { type MailProviderName, mailProviders } from '../../../shared/schema/cloud/mailbox.ts'
import { connectMailbox, disconnectMailbox, type HealthyMailbox, mailboxesOf, stateOf } from '../../data/mailboxes.ts'
import { membersOf, nameOf } from '../../data/people/members.ts'
import { ago, fullTime } from '../../lib/dates.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { Asked, BrowserLink } from './asked.tsx'
import { Group, Row, Rows, Teaches } from './group.tsx'
import { SecondStep } from './second-step.tsx'
import type { PartProps } from './part-props.ts'

const words = says.email

export function Email({ team, capacity }: PartProps) {
  const { data: members = [] } = useQuery(membersOf(team.id))
  const mayConnect = can(capacity, 'manage_email')
  const [before, setBefore] = useState<string | undefined>(undefined)
  const query = useQuery(mailboxesOf(team.id, before))
  const now = stateOf(query.data)
  const connect = async (provider: MailProviderName) => setBefore((await connectMailbox(team.id, provider)) ? now : undefined)
  const by = ({ connected_by }: HealthyMailbox) => {
    const member = members.find(({ user_id }) => user_id === connected_by)
    return member && nameOf(member)
  }
  return (
    <Group text={words.text}>
      <Asked query={query} part="email">
        {(mailboxes) => (
          <>
            {mailboxes.length === 0 ? (
              <Teaches title={words.emptyTitle}>{mayConnect || capacity === 'token' ? words.emptyText : words.emptyMember}</Teaches>
            ) : (
              <Rows name={says.parts.email}>
                {mailboxes.map((mailbox) => (
                  <MailboxRow key={mailbox.id} mailbox={mailbox} by={by(mailbox)} connect={mayConnect ? connect : undefined} />
                ))}
              </Rows>
            )}
            {mayConnect && (
              <div className="mt-4 flex flex-wrap gap-2">
                {mailProviders.map((provider) => (
                  <Button key={provider} look={mailboxes.length === 0 && provider === 'gmail' ? 'primary' : 'outlined'} onClick={() => void connect(provider)}>
                    {words.connect(words.providers[provider])}
                  </Button>
                ))}
              </div>
            )}
            {before === now && (
              <p role="status" className="mt-3 text-muted">
                {words.waitingForConsent}
              </p>
            )}
            <BrowserLink part="email" />
          </>
        )}
      </Asked>
    </Group>
  )
}

interface MailboxRowProps {
  mailbox: HealthyMailbox
  by: string | undefined
  connect: ((provider: MailProviderName) => Promise<void>) | undefined
}

function MailboxRow({ mailbox, by, connect }: MailboxRowProps) {
  const [isAsking, setAsking] = useState(false)
  const { health, provider, created_at } = mailbox
  const isExpired = mailbox.status === 'auth_expired'
  const problem = isExpired ? words.expiredText : health?.problem
  return (
    <Row
      title={
        <>
          <bdi className="break-all">{mailbox.mailbox}</bdi>
          <span className="font-normal text-quiet">{words.providers[provider]}</span>
        </>
      }
      text={
        <>
          <p className={`flex items-center gap-1.5 font-medium ${isExpired ? 'text-bad' : problem ? 'text-warn' : 'text-ok'}`}>
            {isExpired ? (
              <Plug aria-hidden="true" size={14} />
            ) : problem ? (
              <TriangleAlert aria-hidden="true" size={14} />
            ) : (
              <CircleCheck aria-hidden="true" size={14} />
            )}
            {isExpired ? words.expired : problem ? words.trouble : words.healthy}
          </p>
          {problem && <p className="max-w-[62ch] text-text">{problem}</p>}
          <p className="text-meta text-quiet" title={fullTime(created_at)}>
            {[
              health?.last_push_at ? words.lastMail(ago(health.last_push_at)) : words.noMail,
              words.waiting(health?.waiting ?? 0),
              words.by(by, ago(created_at)),
            ].join(' · ')}
          </p>
        </>
      }
      isTall
      actions={
        connect && (
          <>
            {isExpired && (
              <Button look="primary" onClick={() => void connect(provider)}>
                {words.again}
              </Button>
            )}
            <Button look="danger" className="phone:-ms-3" aria-label={words.disconnectNamed(mailbox.mailbox)} onClick={() => setAsking(true)}>
              {words.disconnect}
            </Button>
          </>
        )
      }
      below={
        isAsking && (
          <SecondStep
            text={words.disconnectAsk(mailbox.mailbox)}
            act={words.disconnect}
            onAct={() => disconnectMailbox(mailbox)}
            onKeep={() => setAsking(false)}
          />
        )
      }
    />
  )
}
