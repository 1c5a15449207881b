// Sends answers that are due. A row is leased; before the first byte leaves it is marked, in the name of this lease. So whoever takes a row that another one had
// when it died knows whether it was sent: not (it is sent now), or perhaps (the mailbox is asked, and else a person).
import { type Answer, composeMail } from '../../../shared/node/mail/compose-mail.ts'
import { mailProblem, unsentWords } from '../../../shared/domain/mail/fault-words.ts'
import { type HandedOver, NotOurs } from '../../../shared/node/mail/hand-over.ts'
import type { Status } from '../../../shared/schema/task.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Journal, Write } from '../../journal/journal.ts'
import { createLeaseLoop } from '../../lease-loop.ts'
import { mailboxStore } from '../mailbox-store.ts'
import { type ReplyRow, replyStore, type TakenReply } from './reply-store.ts'
import type { Senders } from './senders.ts'

export interface ReplySenderTimes {
  /** Milliseconds between two looks for what is due. */
  lookEvery?: number
  /** Seconds for which one is this instance's: longer than a server takes to answer. */
  leaseSeconds?: number
  /** Seconds for which an answer can be taken back. */
  undoFor?: number
  /** Seconds until the next attempt. */
  waits?: readonly number[]
}

export interface ReplySenderDeps extends ReplySenderTimes {
  db: Database
  journal: Journal
  senders: Senders
  statusOf: (tx: Tx, team: string, uid: string) => Promise<Status | undefined>
  now: () => Date
  onError: (error: unknown) => void
}

const usualWaits = [10, 60, 300, 900, 1800]
const triedFor = 24 * 3_600_000
/** Times that a mailbox is asked whether it has sent something. */
const mostAsked = 5

export const systemWriter = (team: string) => ({ team: { id: team }, actor: { kind: 'system' as const, name: 'tandem' }, principal: '' })

/** Inside a write: the row, and an event for whoever shows it. */
export async function changeReply({ tx, teamId, record }: Write, row: ReplyRow, fields: Partial<ReplyRow>, dueIn: number | null): Promise<ReplyRow> {
  await replyStore.update(tx, teamId, row.id, fields, dueIn)
  const told = ({ state, problem }: ReplyRow) => ({ task_uid: row.task_uid, state, problem })
  const next = { ...row, ...fields }
  await record({ entity: 'reply', entity_id: row.id, action: 'updated', before: told(row), after: told(next) })
  return next
}

const answerOf = (row: ReplyRow): Answer => ({
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

export function createReplySender({ db, journal, senders, statusOf, now, onError, lookEvery = 1000, leaseSeconds = 300, waits = usualWaits }: ReplySenderDeps) {
  /** What is known of it now, unless somebody else has taken it since. */
  const settle = (taken: TakenReply, fields: Partial<ReplyRow>, dueIn: number | null) =>
    journal.write(systemWriter(taken.team_id), async (write) => {
      const row = await replyStore.byIdForUpdate(write.tx, taken.team_id, taken.id)
      if (row?.state === 'sending' && row.attempts === taken.attempts) await changeReply(write, row, fields, dueIn)
    })

  const again = (attempts: number) => waits[Math.min(attempts, waits.length) - 1] ?? 60

  async function find(taken: TakenReply) {
    return db.inTeam(taken.team_id, async (tx) => {
      const row = await replyStore.byId(tx, taken.team_id, taken.id)
      if (row?.state !== 'sending' || row.attempts !== taken.attempts) return undefined
      return { row, mailbox: await mailboxStore.byId(tx, taken.team_id, row.mailbox_id) }
    })
  }

  /** What was said too early is not said: it is not done any more, or gone. Whoever makes it done again meanwhile waits, and then says it anew. */
  const isStillTrue = (row: ReplyRow): Promise<boolean> =>
    journal.write(systemWriter(row.team_id), async (write) => {
      await write.lock()
      if ((await statusOf(write.tx, row.team_id, row.task_uid)) === 'done') return true
      await changeReply(write, row, { state: 'canceled' }, null)
      return false
    })

  async function askWhether(row: ReplyRow, taken: TakenReply, mailbox: Parameters<Senders['knows']>[0]): Promise<void> {
    try {
      if (await senders.knows(mailbox, row.message_id)) return await settle(taken, { state: 'sent', sent_at: row.handed_at, problem: null }, null)
    } catch (error) {
      if (row.attempts < mostAsked) {
        onError(error)
        return settle(taken, {}, again(row.attempts))
      }
    }
    const problem = mailProblem({ kind: 'uncertain' })
    await settle(taken, { state: 'uncertain', problem }, null)
  }

  async function note(row: ReplyRow, taken: TakenReply, result: HandedOver): Promise<void> {
    if (result.outcome === 'sent') {
      const { knownAs, notTaken = [] } = result
      const problem = notTaken.length === 0 ? null : mailProblem({ kind: 'notTaken', by: notTaken.join(', ') })
      return settle(taken, { state: 'sent', sent_at: now().toISOString(), problem, ...(knownAs === undefined ? {} : { known_as: knownAs }) }, null)
    }
    const { code, said } = result.fault
    // Whether it was taken is asked when whatever is under way there has come to its end.
    if (result.outcome === 'unknown') return settle(taken, { problem: unsentWords(code, said, false) }, again(1))
    const isOver = result.outcome === 'refused' || now().getTime() - Date.parse(row.send_after) > triedFor
    await settle(
      taken,
      { state: isOver ? 'failed' : 'waiting', handed_at: null, problem: unsentWords(code, said, isOver) },
      isOver ? null : again(row.attempts),
    )
  }

  async function work(taken: TakenReply): Promise<void> {
    const found = await find(taken)
    if (!found) return
    const { row, mailbox } = found
    if (!mailbox || !mailbox.sends || mailbox.status !== 'active') {
      const problem = mailProblem({ kind: mailbox ? 'switchedOff' : 'disconnected', mailbox: row.mailbox })
      return settle(taken, { state: row.handed_at === null ? 'failed' : 'uncertain', problem }, null)
    }
    if (row.handed_at !== null) return askWhether(row, taken, mailbox)
    if (row.cause === 'done' && !(await isStillTrue(row))) return
    const raw = await composeMail(answerOf(row))
    const handing = () => db.inTeam(taken.team_id, (tx) => replyStore.hand(tx, taken, now().toISOString()))
    try {
      const mail = { from: mailbox.address, to: row.recipients, raw, messageId: row.message_id, threadId: row.thread_id, handing }
      const result = await senders.send(mailbox, mail)
      await note(row, taken, result)
      if (result.outcome === 'sent') await senders.keep(mailbox, row.message_id, raw).catch(onError)
    } catch (error) {
      // Whoever has it now says what becomes of it.
      if (!(error instanceof NotOurs)) throw error
    }
  }

  return createLeaseLoop({ lease: (max) => db.asCourier((tx) => replyStore.take(tx, leaseSeconds, max)), work, maxUnderWay: 20, lookEvery, onError })
}
