import { useState } from 'react'
import { disconnectMailbox, foldersOf, type HealthyMailbox, setAnswers, testMailbox, watchFolders } from '../../../data/mail/mailboxes.ts'
import { ago, fullTime } from '../../../lib/dates.ts'
import { mail } from '../../../messages/mail.ts'
import { team as says } from '../../../messages/team.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { AnswerForm } from '../../../ui/mail/answer-form.tsx'
import { FolderChoice } from '../../../ui/mail/folder-choice.tsx'
import { HealthLine } from '../../../ui/mail/health-line.tsx'
import { TestResult } from '../../../ui/mail/test-result.tsx'
import { Row } from '../group.tsx'
import { SecondStep } from '../second-step.tsx'

const words = says.email

interface MailboxRowProps {
  mailbox: HealthyMailbox
  by: string | undefined
  /** Connects it again; undefined: whoever looks may not. */
  again: (() => void) | undefined
  /** Asks its provider for consent to send. */
  allow: () => void
}

export function MailboxRow({ mailbox, by, again, allow }: MailboxRowProps) {
  const [asks, setAsks] = useState<'disconnect' | 'folders' | 'answers' | undefined>(undefined)
  const { health, provider, created_at } = mailbox
  const isExpired = mailbox.status === 'auth_expired'
  const isImap = provider === 'imap'
  const isUrgent = isExpired || (isImap && health?.cause === 'password')
  const close = () => setAsks(undefined)
  const toggle = (one: 'folders' | 'answers') => setAsks(asks === one ? undefined : one)
  return (
    <Row
      title={<Title {...mailbox} />}
      text={
        <>
          <HealthLine isExpired={isExpired} cause={health?.cause ?? null} since={health?.since ?? null} words={words} />
          <p className="text-meta text-quiet" title={fullTime(created_at)}>
            {[
              health?.last_mail_at ? mail.lastMail(ago(health.last_mail_at)) : mail.noMail,
              words.waiting(health?.waiting ?? 0),
              words.by(by, ago(created_at)),
            ].join(' · ')}
          </p>
        </>
      }
      isTall
      actions={
        again && (
          <div className={cx('flex flex-wrap items-center gap-1.5', !isUrgent && 'phone:-ms-3')}>
            {isUrgent && (
              <Button look="primary" onClick={again}>
                {words.again}
              </Button>
            )}
            {!isExpired && (
              <Button aria-label={mail.test.named(mailbox.mailbox)} onClick={() => void testMailbox(mailbox)}>
                {mail.test.button}
              </Button>
            )}
            {isImap && !isExpired && (
              <Button aria-label={mail.folders.named(mailbox.mailbox)} aria-expanded={asks === 'folders'} onClick={() => toggle('folders')}>
                {mail.folders.button}
              </Button>
            )}
            {!isExpired && (
              <Button aria-label={mail.answers.named(mailbox.mailbox)} aria-expanded={asks === 'answers'} onClick={() => toggle('answers')}>
                {mail.answers.button}
              </Button>
            )}
            <Button look="danger" aria-label={words.disconnectNamed(mailbox.mailbox)} onClick={() => setAsks('disconnect')}>
              {words.disconnect}
            </Button>
          </div>
        )
      }
      below={
        <>
          {health?.test && <TestResult test={health.test} />}
          {asks === 'disconnect' && (
            <SecondStep text={words.disconnectAsk(mailbox.mailbox)} act={words.disconnect} onAct={() => disconnectMailbox(mailbox)} onKeep={close} />
          )}
          {asks === 'answers' && (
            <AnswerForm
              address={mailbox.mailbox}
              answers={mailbox.answers}
              allow={mailbox.can_send || isImap ? undefined : allow}
              hint={mailbox.can_send || !isImap ? undefined : mail.answers.needsServer}
              save={(answers) => setAnswers(mailbox, answers)}
              onDone={close}
            />
          )}
          {asks === 'folders' && (
            <FolderChoice address={mailbox.mailbox} read={() => foldersOf(mailbox)} save={(paths) => watchFolders(mailbox, paths)} onDone={close} />
          )}
        </>
      }
    />
  )
}

function Title({ mailbox, provider }: HealthyMailbox) {
  return (
    <>
      <bdi className="break-all">{mailbox}</bdi>
      <span className="font-normal text-quiet">{words.providers[provider]}</span>
    </>
  )
}
