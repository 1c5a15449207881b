// What comes in, seen from what went out: the mails that we sent ourselves, those that came back, and answers to our answers, which belong to the thread of what
// was answered, whatever else they refer to. Of the rest is noted what answering them needs.
import { mailProblem } from '../../../shared/domain/mail/fault-words.ts'
import { readReport, returnedIds } from '../../../shared/domain/mail/answers/answer.ts'
import { isMachine, readCorrespondent } from '../../../shared/domain/mail/mail-address.ts'
import { oneLine } from '../../../shared/domain/mail/mail-text.ts'
import { addressKey } from '../../../shared/domain/people/same-person.ts'
import type { EmailLinks } from '../../../shared/schema/mail/email-links.ts'
import type { MailMessage } from '../../../shared/schema/cloud/mailbox.ts'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { TeamContext } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import type { Journal, Write } from '../../journal/journal.ts'
import { mailboxStore, type Place, type Selected } from '../mailbox-store.ts'
import type { ProviderMail } from '../provider.ts'
import type { ByItself } from './by-itself.ts'
import { type Letter, letterStore } from './letter-store.ts'
import { changeReply } from './reply-sender.ts'
import { type ReplyRow, replyStore } from './reply-store.ts'

export interface IncomingDeps {
  db: Database
  journal: Journal
  byItself: ByItself
  /** Inside a write; nothing where the task is gone. */
  comment: (write: Write, taskUid: string, body: string, actor: Actor) => Promise<void>
  now: () => Date
}

export type Incoming = ReturnType<typeof createIncoming>

const letterOf = ({ team_id, id }: Place, mail: ProviderMail, read_at: string): Letter => ({
  team_id,
  mailbox_id: id,
  message_id: mail.external_id.slice(0, 1000),
  thread_id: mail.thread_id.slice(0, 1000),
  sender: mail.from.slice(0, 1000),
  reply_to: mail.head.reply_to,
  subject: mail.subject.slice(0, 2000),
  refs: mail.head.references,
  machine: mail.head.machine,
  sent_at: mail.sent_at,
  read_at,
})

/** What came back, and why. */
function returned(mail: ProviderMail): { of: string[]; said: string } | undefined {
  const report = mail.report === undefined ? undefined : readReport(mail.report, mail.head.references)
  if (report) return report
  // Some servers say it in words only.
  const isServer = /^(?:mailer-daemon|postmaster)@/i.test(readCorrespondent(mail.from).email ?? '') && isMachine(readCorrespondent(mail.from))
  if (!isServer || mail.report !== undefined) return undefined
  return { of: returnedIds({ body: mail.body, references: mail.head.references }), said: oneLine(mail.subject, 300) }
}

export function createIncoming({ db, journal, byItself, comment, now }: IncomingDeps) {
  const cameBack = (row: Selected, mail: ProviderMail, reply: ReplyRow, said: string) =>
    journal.write({ team: { id: row.team_id }, actor: { kind: 'email', name: 'email' }, principal: `provider:${row.provider}` }, async (write) => {
      const present = await replyStore.byIdForUpdate(write.tx, row.team_id, reply.id)
      if (!present || !['sent', 'uncertain', 'sending'].includes(present.state)) return
      const problem = mailProblem({ kind: 'bounced', said })
      await changeReply(write, present, { state: 'bounced', problem }, null)
      const actor = { kind: 'email' as const, name: readCorrespondent(mail.from).email ?? 'mailer-daemon' }
      await comment(write, present.task_uid, `The reply to ${present.recipients.join(', ')} could not be delivered${said === '' ? '.' : `: ${said}`}`, actor)
    })

  return {
    /** The mails that are somebody's, in the threads that they belong to. */
    async sorted(row: Selected, mails: readonly ProviderMail[]): Promise<MailMessage[]> {
      const named = [...new Set(mails.flatMap((mail) => [mail.external_id, ...mail.head.references, ...(returned(mail)?.of ?? [])]))]
      const ours = new Map<string, ReplyRow>()
      for (const reply of await db.inTeam(row.team_id, (tx) => replyStore.byMessageIds(tx, row.team_id, row.id, named)))
        for (const id of [reply.message_id, reply.known_as]) if (id !== null) ours.set(id, reply)
      const kept: ProviderMail[] = []
      for (const mail of mails) {
        if (ours.has(mail.external_id)) continue
        const back = returned(mail)
        const reply = back?.of.map((id) => ours.get(id)).find((one) => one !== undefined)
        if (back && reply) {
          await cameBack(row, mail, reply, back.said)
          continue
        }
        const answered = mail.head.references.findLast((id) => ours.has(id))
        kept.push(answered === undefined ? mail : { ...mail, thread_id: (ours.get(answered) as ReplyRow).thread_id })
      }
      const at = now().toISOString()
      await db.inTeam(row.team_id, (tx) =>
        letterStore.insert(
          tx,
          kept.map((mail) => letterOf(row, mail, at)),
        ),
      )
      return kept.map(({ report: _report, head: _head, ...mail }) => mail)
    },

    /** Which tasks came of them. */
    link: ({ mailbox, provider, links }: EmailLinks, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const rows = await mailboxStore.list(write.tx, write.teamId)
        const row = rows.find((one) => one.provider === provider && addressKey(one.address) === addressKey(mailbox))
        // Disconnected meanwhile, nothing of it can be answered.
        if (!row) return
        for (const { message_id, task_uid, made } of links) {
          const isNew = await letterStore.link(write.tx, row, message_id, task_uid)
          if (!isNew || !made) continue
          // Of several tasks the first one says that the mail is here, also where two devices tell of them at once.
          await write.lock()
          if ((await letterStore.tasksOf(write.tx, row, message_id)) === 1) await byItself(write, { uid: task_uid, title: null }, 'acknowledge')
        }
      }),
  }
}
