// A mail that a mailbox sends to itself, and how far it got: taken by the sending server, seen in a watched folder, read by whatever makes tasks of mails. It
// makes none itself: it is known by a Message-ID that only we and the servers on the way have seen.
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { faultWords } from '../../../shared/domain/mail/fault-words.ts'
import { faultOf } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { type OutgoingMail, sendMail } from '../../../shared/node/mail/smtp-client.ts'
import type { MailMessage } from '../../../shared/schema/cloud/mailbox.ts'
import type { MailTest } from '../../../shared/schema/mail/mail-account.ts'
import type { Attempts } from '../../auth/attempts.ts'
import { personOf, type TeamContext } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import type { AccessTokens } from '../access-tokens.ts'
import { mailboxStore, type Place, type Selected } from '../mailbox-store.ts'
import { readAccess, smtpOf } from './imap-access.ts'
import { type TestRow, testStore } from './test-store.ts'

export interface MailboxTestDeps {
  db: Database
  tokens: AccessTokens
  net: MailNet
  attempts: Attempts
  /** The cloud's own way of sending, for mailboxes that have none here; undefined: the operator has set none up. */
  send: ((mail: { to: string; subject: string; text: string; messageId: string }) => Promise<void>) | undefined
  now: () => Date
}

export type MailboxTests = ReturnType<typeof createMailboxTests>

export const testOf = ({ sent_at, accepted_at, arrived_at, read_at, problem }: TestRow): MailTest => ({ sent_at, accepted_at, arrived_at, read_at, problem })

const subject = 'Tandem test email'
const text = 'This email tests whether emails to this mailbox reach Tandem. It makes no task, and you can delete it.\n'

export function createMailboxTests({ db, tokens, net, attempts, send, now }: MailboxTestDeps) {
  async function deliver(row: Selected, messageId: string): Promise<void> {
    const mail: OutgoingMail = { from: row.address, to: row.address, subject, text, messageId, headers: { 'Auto-Submitted': 'auto-generated' } }
    const own = row.provider === 'imap' ? smtpOf(await tokens.use(row, async (access) => readAccess(access))) : undefined
    if (own) return sendMail(own, net, mail)
    if (send) return send(mail)
    throw new AppError('conflict', 'This mailbox has no server for sending here, and this installation has none either (TANDEM_SMTP_URL).')
  }

  return {
    async start(id: string, ctx: TeamContext): Promise<MailTest> {
      const team = ctx.team.id
      await attempts.count(`mailbox ${personOf(ctx).user.id}`, `mailbox team ${team}`)
      const row = await db.readTeam(team, (tx) => mailboxStore.byId(tx, team, id.toLowerCase()))
      if (!row) throw new AppError('not_found', `The team has no mailbox ${id}.`)
      const message_id = `<tandem-test-${randomUUID()}@${row.address.slice(row.address.lastIndexOf('@') + 1)}>`
      const test: TestRow = {
        team_id: team,
        mailbox_id: row.id,
        message_id,
        sent_at: now().toISOString(),
        accepted_at: null,
        arrived_at: null,
        read_at: null,
        problem: null,
      }
      // Before it is sent: it may be back before we are told that it was taken.
      await db.inTeam(team, (tx) => testStore.insert(tx, test))
      const fields: Partial<TestRow> = await deliver(row, message_id).then(
        () => ({ accepted_at: now().toISOString() }),
        (error: unknown) => ({ problem: error instanceof AppError ? error.message : faultWords(faultOf(error).code, faultOf(error).said) }),
      )
      await db.inTeam(team, (tx) => testStore.update(tx, test, fields))
      return testOf({ ...test, ...fields })
    },

    /** The mails without tests of ours, which are noted as read. */
    without: async <M extends Pick<MailMessage, 'external_id'>>(place: Place, messages: readonly M[]): Promise<M[]> => {
      const candidates = messages.filter(({ external_id }) => external_id.startsWith('<tandem-test-')).map(({ external_id }) => external_id)
      if (candidates.length === 0) return [...messages]
      const ours = new Set(await db.inTeam(place.team_id, (tx) => testStore.read(tx, place, candidates, now().toISOString())))
      return messages.filter(({ external_id }) => !ours.has(external_id))
    },
  }
}
