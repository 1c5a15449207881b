import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Plug, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { can } from '../../../shared/domain/roles.ts'
import { type MailProviderName, mailProviders } from '../../../shared/schema/mailbox.ts'
import { connectMailbox, disconnectMailbox, type HealthyMailbox, mailboxesOf } from '../../data/mailboxes.ts'
import { membersOf, nameOf } from '../../data/members.ts'
import { remote } from '../../data/remote.ts'
import { fullTime, shortTime } from '../../dates.ts'
import { home } from '../../home.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { Asked } from './asked.tsx'
import { Group, Row, Rows, Teaches } from './group.tsx'
import { SecondStep } from './second-step.tsx'
import type { PartProps } from './team-view.tsx'

const words = says.email

export function Email({ team, capacity }: PartProps) {
  const { data: members = [] } = useQuery(membersOf(team.id))
  const address = useQuery(remote).data?.url?.replace(/\/$/, '')
  const mayConnect = can(capacity, 'manage_email')
  const [isWaiting, setWaiting] = useState(false)
  const query = useQuery(mailboxesOf(team.id, isWaiting))
  const known = query.data?.map(({ id, updated_at }) => `${id} ${updated_at}`).join()
  // Something came back from the provider.
  useEffect(() => setWaiting(false), [known])
  const connect = async (provider: MailProviderName) => setWaiting(await connectMailbox(team.id, provider))
  const by = ({ connected_by }: HealthyMailbox) => {
    const member = members.find(({ user_id }) => user_id === connected_by)
    return member ? nameOf(member) : says.tokens.someone
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
            {isWaiting && (
              <p role="status" className="mt-3 text-muted">
                {words.waitingForConsent}
              </p>
            )}
            {home === 'local' && address && (
              <p className="mt-4">
                <a href={`${address}/team/email`} target="_blank" rel="noreferrer" className="font-medium text-accent-text hover:underline">
                  {says.openInBrowser}
                </a>
              </p>
            )}
          </>
        )}
      </Asked>
    </Group>
  )
}

interface MailboxRowProps {
  mailbox: HealthyMailbox
  by: string
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
              health?.last_push_at ? words.lastMail(shortTime(health.last_push_at)) : words.noMail,
              words.waiting(health?.waiting ?? 0),
              words.by(by, shortTime(created_at)),
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
