// Sends the answers of this service's own mailboxes. There is one process for a data folder: what was being sent when it ended is known from the mark that is set
// before the first byte leaves.
import { type Answer, composeMail } from '../../../../shared/node/mail/compose-mail.ts'
import { mailProblem, unsentWords } from '../../../../shared/domain/mail/fault-words.ts'
import { handOver, type HandedOver, NotOurs } from '../../../../shared/node/mail/hand-over.ts'
import { faultOf, MailFault } from '../../../../shared/node/mail/mail-fault.ts'
import type { MailNet } from '../../../../shared/node/mail/mail-net.ts'
import { isInSent, keepInSent } from '../../../../shared/node/mail/sent-folder.ts'
import type { Status } from '../../../../shared/schema/task.ts'
import type { Journal } from '../../journal/journal.ts'
import { imapOf, type OwnMailSecrets, smtpOf } from '../own-mail-secrets.ts'
import type { OwnMailboxStore } from '../own-mailbox-store.ts'
import { answersOf, type OwnReplies } from './own-replies.ts'
import type { OwnReplyRow, OwnReplyStore } from './own-reply-store.ts'

export interface OwnReplySenderDeps {
  store: OwnReplyStore
  mailboxes: OwnMailboxStore
  secrets: OwnMailSecrets
  replies: Pick<OwnReplies, 'change' | 'tellDone'>
  statusOf: (uid: string) => Status | undefined
  journal: Journal
  net: MailNet
  now: () => Date
  report: (error: unknown) => void
  lookEvery?: number | undefined
}

const waits = [10, 60, 300, 900, 1800]
const triedFor = 24 * 3_600_000
const mostAsked = 5
const actor = { kind: 'system', name: 'tandem' } as const

const answerOf = (row: OwnReplyRow): Answer => ({
  from: { name: row.sender_name, address: row.mailbox },
  to: row.recipients,
  subject: row.subject,
  body: row.body,
  below: row.below,
  messageId: row.message_id,
  inReplyTo: row.in_reply_to,
  references: row.refs,
  at: new Date(row.created_at),
  isAutomatic: row.cause === 'acknowledge' || row.cause === 'done',
})

/** What is known of one that is being sent. */
function createNotes({ store, replies, journal, net, now, report }: OwnReplySenderDeps) {
  const inSeconds = (seconds: number) => new Date(now().getTime() + seconds * 1000).toISOString()
  const again = (attempts: number) => inSeconds(waits[Math.min(attempts, waits.length) - 1] ?? 60)
  const settle = (row: OwnReplyRow, fields: Partial<OwnReplyRow>) =>
    journal.write(actor, () => {
      const present = store.byId(row.id)
      if (present?.state === 'sending') replies.change(present, fields)
    })

  async function ask(row: OwnReplyRow, access: Awaited<ReturnType<OwnMailSecrets['open']>>): Promise<void> {
    try {
      if (await isInSent(imapOf(access.servers, access.secret), net, row.message_id))
        return settle(row, { state: 'sent', sent_at: row.handed_at, problem: null, due_at: null })
    } catch (error) {
      if (row.attempts < mostAsked) {
        report(error)
        return settle(row, { due_at: again(row.attempts) })
      }
    }
    const problem = mailProblem({ kind: 'uncertain' })
    settle(row, { state: 'uncertain', problem, due_at: null })
  }

  function note(row: OwnReplyRow, result: HandedOver): void {
    if (result.outcome === 'sent') {
      const { notTaken = [] } = result
      const problem = notTaken.length === 0 ? null : mailProblem({ kind: 'notTaken', by: notTaken.join(', ') })
      return settle(row, { state: 'sent', sent_at: now().toISOString(), problem, due_at: null })
    }
    const { code, said } = result.fault
    if (result.outcome === 'unknown') return settle(row, { problem: unsentWords(code, said, false), due_at: again(1) })
    const isOver = result.outcome === 'refused' || now().getTime() - Date.parse(row.send_after) > triedFor
    settle(row, {
      state: isOver ? 'failed' : 'waiting',
      handed_at: null,
      problem: unsentWords(code, said, isOver),
      due_at: isOver ? null : again(row.attempts),
    })
  }

  return { inSeconds, settle, ask, note }
}

export function createOwnReplySender(deps: OwnReplySenderDeps) {
  const { store, mailboxes, secrets, replies, statusOf, journal, net, now, report, lookEvery = 1000 } = deps
  const { inSeconds, settle, ask, note } = createNotes(deps)
  let running: Promise<void> | undefined
  let closed = false

  async function work(row: OwnReplyRow): Promise<void> {
    const mailbox = mailboxes.byId(row.mailbox_id)
    if (!mailbox || !answersOf(mailbox).sends || mailbox.status !== 'active') {
      const problem = mailProblem({ kind: mailbox ? 'switchedOff' : 'disconnected', mailbox: row.mailbox })
      return settle(row, { state: row.handed_at === null ? 'failed' : 'uncertain', problem, due_at: null })
    }
    const access = await secrets.open(mailbox.id).catch((error: unknown) => faultOf(error))
    if (access instanceof MailFault) return note(row, { outcome: row.handed_at === null ? 'later' : 'unknown', fault: access })
    if (row.handed_at !== null) return ask(row, access)
    if (row.cause === 'done' && statusOf(row.task_uid) !== 'done') return settle(row, { state: 'canceled', due_at: null })
    const account = smtpOf(access.servers, access.secret)
    if (!account) return note(row, { outcome: 'refused', fault: new MailFault('refused', 'no server for sending') })
    const raw = await composeMail(answerOf(row))
    const handing = async () => {
      settle(row, { handed_at: now().toISOString() })
      return !closed
    }
    const result = await handOver(account, net, { from: row.mailbox, to: row.recipients, raw, handing })
    note(row, result)
    if (result.outcome === 'sent') await keepInSent(imapOf(access.servers, access.secret), net, row.message_id, raw).catch(report)
  }

  async function sendDue(): Promise<void> {
    replies.tellDone()
    const due = store.due(now().toISOString())
    const taken = due.map((row) => journal.write(actor, () => replies.change(row, { state: 'sending', attempts: row.attempts + 1, due_at: inSeconds(600) })))
    await Promise.all(
      taken.map((row) =>
        work(row).catch((error: unknown) => {
          if (!(error instanceof NotOurs)) report(error)
        }),
      ),
    )
  }

  const look = () => {
    if (closed) return
    running ??= sendDue()
      .catch(report)
      .finally(() => (running = undefined))
  }
  let timer: NodeJS.Timeout | undefined

  return {
    start(): void {
      // Whoever was sending them has ended.
      const at = now().toISOString()
      journal.write(actor, () => {
        for (const row of store.interrupted()) replies.change(row, { due_at: at })
      })
      timer = setInterval(look, lookEvery).unref()
    },
    async close(): Promise<void> {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}
