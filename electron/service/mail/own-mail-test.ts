// A mail that a mailbox sends to itself, and how far it got. It makes no task: it is known by a Message-ID that only we and the servers on the way have seen.
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { faultWords } from '../../../shared/domain/mail/fault-words.ts'
import { faultOf } from '../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import { sendMail } from '../../../shared/node/mail/smtp-client.ts'
import type { MailTest } from '../../../shared/schema/mail/mail-account.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { type OwnMailSecrets, smtpOf } from './own-mail-secrets.ts'
import type { OwnMailboxRow, OwnMailboxStore } from './own-mailbox-store.ts'

export interface OwnMailTestDeps {
  store: OwnMailboxStore
  secrets: OwnMailSecrets
  journal: Journal
  net: MailNet
  now: () => Date
}

export function createOwnMailTest({ store, secrets, journal, net, now }: OwnMailTestDeps) {
  return async (row: OwnMailboxRow, ctx: Context): Promise<MailTest> => {
    const { servers, secret } = await secrets.open(row.id).catch((error: unknown) => {
      throw new AppError('invalid', faultWords(faultOf(error).code, faultOf(error).said))
    })
    const smtp = smtpOf(servers, secret)
    if (!smtp) throw new AppError('conflict', 'This mailbox has no server for sending. Connect it again with one.')
    const messageId = `<tandem-test-${randomUUID()}@${row.address.slice(row.address.lastIndexOf('@') + 1)}>`
    const keep = (fields: Partial<MailTest>) =>
      journal.write(ctx.actor, () => {
        const present = store.byId(row.id)
        const before = present?.test_id === messageId && present.test ? (JSON.parse(present.test) as MailTest) : undefined
        const test: MailTest = { sent_at: now().toISOString(), accepted_at: null, arrived_at: null, read_at: null, problem: null, ...before, ...fields }
        // Disconnected meanwhile, it stays so.
        if (present) store.put({ ...present, test_id: messageId, test: JSON.stringify(test) })
        return test
      })
    // Before it is sent: it may be back before we are told that it was taken.
    keep({})
    const text = 'This email tests whether emails to this mailbox reach Tandem. It makes no task, and you can delete it.\n'
    const mail = { from: row.address, to: row.address, subject: 'Tandem test email', text, messageId, headers: { 'Auto-Submitted': 'auto-generated' } }
    return sendMail(smtp, net, mail).then(
      () => keep({ accepted_at: now().toISOString() }),
      (error: unknown) => keep({ problem: faultWords(faultOf(error).code, faultOf(error).said) }),
    )
  }
}
