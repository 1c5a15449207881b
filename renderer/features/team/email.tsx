import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../shared/domain/people/roles.ts'
import { consentProviders } from '../../../shared/schema/cloud/mailbox.ts'
import { connectImap, connectMailbox, discoverMailbox, type HealthyMailbox, mailboxesOf, stateOf } from '../../data/mail/mailboxes.ts'
import { membersOf, nameOf } from '../../data/people/members.ts'
import { mail } from '../../messages/mail.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { ConnectForm } from '../../ui/mail/connect-form.tsx'
import { Asked, BrowserLink } from './asked.tsx'
import { Group, Rows, Teaches } from './group.tsx'
import { MailboxRow } from './mailboxes/mailbox-row.tsx'
import type { PartProps } from './part-props.ts'

const words = says.email
type ConsentProvider = (typeof consentProviders)[number]
const isConsent = (provider: string): provider is ConsentProvider => consentProviders.some((one) => one === provider)

export function Email({ team, capacity }: PartProps) {
  const { data: members = [] } = useQuery(membersOf(team.id))
  const mayConnect = can(capacity, 'manage_email')
  const [before, setBefore] = useState<string | undefined>(undefined)
  /** Which mailbox is connected over IMAP; null: a new one. */
  const [form, setForm] = useState<HealthyMailbox | null | undefined>(undefined)
  const query = useQuery(mailboxesOf(team.id, before))
  const now = stateOf(query.data)
  const consent = async (provider: ConsentProvider, sends = false) => setBefore((await connectMailbox(team.id, provider, sends)) ? now : undefined)
  const again = (mailbox: HealthyMailbox) => (isConsent(mailbox.provider) ? void consent(mailbox.provider) : setForm(mailbox))
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
                  <MailboxRow
                    key={mailbox.id}
                    mailbox={mailbox}
                    by={by(mailbox)}
                    again={mayConnect ? () => again(mailbox) : undefined}
                    allow={() => isConsent(mailbox.provider) && void consent(mailbox.provider, true)}
                  />
                ))}
              </Rows>
            )}
            {mayConnect && form === undefined && (
              <div className="mt-4 flex flex-wrap gap-2">
                {consentProviders.map((provider) => (
                  <Button key={provider} look={mailboxes.length === 0 && provider === 'gmail' ? 'primary' : 'outlined'} onClick={() => void consent(provider)}>
                    {words.connect(words.providers[provider])}
                  </Button>
                ))}
                <Button look="outlined" onClick={() => setForm(null)}>
                  {mail.connectOther}
                </Button>
              </div>
            )}
            {mayConnect && form !== undefined && (
              <ConnectForm
                key={form?.id ?? 'new'}
                known={form ? { address: form.mailbox, servers: form.servers } : undefined}
                discover={discoverMailbox}
                connect={connectImap}
                onDone={() => setForm(undefined)}
              />
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
