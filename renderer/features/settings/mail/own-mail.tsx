import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnMailbox } from '../../../../shared/schema/mail/own-mailbox.ts'
import { explain } from '../../../backend/explain.ts'
import {
  connectOwn,
  disconnectOwn,
  discoverOwn,
  ownFoldersOf,
  ownMailboxes,
  setOwnAnswers,
  testOwn,
  watchOwnFolders,
} from '../../../data/mail/own-mailboxes.ts'
import { ago } from '../../../lib/dates.ts'
import { m } from '../../../messages/late.ts'
import { mail } from '../../../messages/mail.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { AnswerForm } from '../../../ui/mail/answer-form.tsx'
import { ConnectForm } from '../../../ui/mail/connect-form.tsx'
import { FolderChoice } from '../../../ui/mail/folder-choice.tsx'
import { HealthLine } from '../../../ui/mail/health-line.tsx'
import { MailPanel } from '../../../ui/mail/mail-panel.tsx'
import { TestResult } from '../../../ui/mail/test-result.tsx'
import { SettingGroup } from '../setting.tsx'

const words = mail.own

/** Mailboxes whose new emails become tasks on this computer, without any cloud. */
export function OwnMail() {
  const { data: mailboxes, error } = useQuery(ownMailboxes)
  /** Which one is connected; null: a new one. */
  const [form, setForm] = useState<OwnMailbox | null | undefined>(undefined)
  return (
    <SettingGroup text={words.text}>
      {error && (
        <p role="alert" className="mt-2 text-muted">
          {explain(m.settings.notRead, error)}
        </p>
      )}
      {mailboxes && mailboxes.length === 0 && form === undefined && (
        <div className="mt-3 rounded-card border border-dashed border-line-strong px-5 py-6">
          <h3 className="font-semibold">{words.emptyTitle}</h3>
          <p className="mt-1 max-w-[60ch] text-muted">{words.emptyText}</p>
        </div>
      )}
      {mailboxes && mailboxes.length > 0 && (
        <ul aria-label={words.name} className="mt-3 rounded-card border border-line bg-surface">
          {mailboxes.map((mailbox) => (
            <OwnMailboxRow key={mailbox.id} mailbox={mailbox} again={() => setForm(mailbox)} />
          ))}
        </ul>
      )}
      {mailboxes && form === undefined && (
        <div className="mt-4">
          <Button look={mailboxes.length === 0 ? 'primary' : 'outlined'} onClick={() => setForm(null)}>
            {mail.form.title}
          </Button>
        </div>
      )}
      {form !== undefined && (
        <ConnectForm
          key={form?.id ?? 'new'}
          known={form ? { address: form.address, servers: form.servers } : undefined}
          discover={discoverOwn}
          connect={connectOwn}
          onDone={() => setForm(undefined)}
        />
      )}
    </SettingGroup>
  )
}

function OwnMailboxRow({ mailbox, again }: { mailbox: OwnMailbox; again: () => void }) {
  const [asks, setAsks] = useState<'disconnect' | 'folders' | 'answers' | undefined>(undefined)
  const close = () => setAsks(undefined)
  const toggle = (one: 'folders' | 'answers') => setAsks(asks === one ? undefined : one)
  const { address, cause, since, status, last_mail_at, folders, test } = mailbox
  const isExpired = status === 'auth_expired'
  const isUrgent = isExpired || cause === 'password'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3.5 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          <bdi className="break-all">{address}</bdi>
        </p>
        <HealthLine isExpired={isExpired} cause={cause} since={since} words={words} />
        <p className="text-meta text-quiet">
          {last_mail_at ? mail.lastMail(ago(last_mail_at)) : mail.noMail} · <bdi>{folders.join(', ')}</bdi>
        </p>
      </div>
      <div className={cx('flex flex-wrap items-center gap-1.5', !isUrgent && 'phone:-ms-3')}>
        {isUrgent && (
          <Button look="primary" onClick={again}>
            {words.again}
          </Button>
        )}
        {!isExpired && mailbox.servers.smtp && (
          <Button aria-label={mail.test.named(address)} onClick={() => void testOwn(mailbox)}>
            {mail.test.button}
          </Button>
        )}
        {!isExpired && (
          <Button aria-label={mail.folders.named(address)} aria-expanded={asks === 'folders'} onClick={() => toggle('folders')}>
            {mail.folders.button}
          </Button>
        )}
        <Button aria-label={mail.answers.named(address)} aria-expanded={asks === 'answers'} onClick={() => toggle('answers')}>
          {mail.answers.button}
        </Button>
        <Button look="danger" aria-label={words.disconnectNamed(address)} onClick={() => setAsks('disconnect')}>
          {words.disconnect}
        </Button>
      </div>
      {test && <TestResult test={test} />}
      {asks === 'disconnect' && (
        <MailPanel name={words.disconnectNamed(address)} className="flex flex-wrap items-center gap-x-4 gap-y-2.5" onClose={close}>
          <p className="min-w-0 flex-1 basis-64">{words.disconnectAsk(address)}</p>
          <div className="flex gap-2">
            <Button look="outlined" onClick={close}>
              {mail.form.cancel}
            </Button>
            <Button look="danger" className="border border-bad" onClick={() => void disconnectOwn(mailbox).then(close)}>
              {words.disconnect}
            </Button>
          </div>
        </MailPanel>
      )}
      {asks === 'answers' && (
        <AnswerForm
          address={address}
          answers={mailbox.answers}
          allow={undefined}
          hint={mailbox.can_send ? undefined : mail.answers.needsServer}
          save={(answers) => setOwnAnswers(mailbox, answers)}
          onDone={close}
        />
      )}
      {asks === 'folders' && (
        <FolderChoice address={address} read={() => ownFoldersOf(mailbox)} save={(paths) => watchOwnFolders(mailbox, paths)} onDone={close} />
      )}
    </li>
  )
}
