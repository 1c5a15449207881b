// Mails that come to an own mailbox, seen from what went out: our own, what came back, and answers to our answers, which belong to the thread of what was answered.
import { mailProblem } from '../../../../shared/domain/mail/fault-words.ts'
import { readReport, returnedIds } from '../../../../shared/domain/mail/answers/answer.ts'
import { readCorrespondent } from '../../../../shared/domain/mail/mail-address.ts'
import { oneLine } from '../../../../shared/domain/mail/mail-text.ts'
import type { ReadMail } from '../../../../shared/node/mail/read-mails.ts'
import type { OwnReplies } from './own-replies.ts'
import type { OwnReplyRow, OwnReplyStore } from './own-reply-store.ts'

export interface OwnIncomingDeps {
  store: OwnReplyStore
  replies: Pick<OwnReplies, 'change'>
  /** Inside a write; nothing where the task is gone. */
  comment: (taskUid: string, body: string, sender: string) => void
}

export type OwnIncoming = ReturnType<typeof createOwnIncoming>

function returned(mail: ReadMail): { of: string[]; said: string } | undefined {
  const report = mail.report === null ? undefined : readReport(mail.report, mail.head.references)
  if (report) return report
  const isServer = /^(?:mailer-daemon|postmaster)@/i.test(readCorrespondent(mail.from).email ?? '')
  return isServer && mail.report === null
    ? { of: returnedIds({ body: mail.body, references: mail.head.references }), said: oneLine(mail.subject, 300) }
    : undefined
}

export function createOwnIncoming({ store, replies, comment }: OwnIncomingDeps) {
  const find = (ids: readonly string[]): OwnReplyRow | undefined => store.byMessageIds(ids).at(-1)

  function cameBack(reply: OwnReplyRow, mail: ReadMail, said: string): void {
    if (!['sent', 'uncertain', 'sending'].includes(reply.state)) return
    replies.change(reply, { state: 'bounced', problem: mailProblem({ kind: 'bounced', said }), due_at: null })
    const body = `The reply to ${reply.recipients.join(', ')} could not be delivered${said === '' ? '.' : `: ${said}`}`
    comment(reply.task_uid, body, readCorrespondent(mail.from).email ?? 'mailer-daemon')
  }

  return {
    /** Inside a write. The external id of the conversation that the mail belongs to; undefined: it is nobody's. */
    conversationOf(mail: ReadMail, usual: string): string | undefined {
      if (find([mail.external_id])) return undefined
      const back = returned(mail)
      const reply = back && back.of.map((id) => find([id])).find((one) => one !== undefined)
      if (back && reply) {
        cameBack(reply, mail, back.said)
        return undefined
      }
      return find(mail.head.references)?.conversation ?? usual
    },

    keep(mailbox: string, mail: ReadMail, conversation: string): void {
      store.addLetter({
        mailbox_id: mailbox,
        message_id: mail.external_id,
        conversation,
        sender: mail.from,
        reply_to: mail.head.reply_to,
        subject: mail.subject,
        refs: mail.head.references,
        machine: mail.head.machine,
        sent_at: mail.sent_at,
      })
    },
  }
}
