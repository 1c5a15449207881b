// Answers to those who asked for a task by mail: drafting them, sending them in the thread, taking them back for ten seconds, and trying again.
import { randomUUID } from 'node:crypto'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { answerSubject, belowOf, newMessageId, quoteOf, threadOf } from '../../../shared/domain/mail/answers/answer.ts'
import { answerAddress, neverSentTo, overLimit } from '../../../shared/domain/mail/answers/may-answer.ts'
import { answeredAll, onlyPeopleAnswer, reached } from '../../../shared/domain/mail/answers/who-is-answered.ts'
import { isMailAddress, readCorrespondent } from '../../../shared/domain/mail/mail-address.ts'
import { draftReply } from '../../../shared/domain/mail/reply-draft.ts'
import { addressKey } from '../../../shared/domain/people/same-person.ts'
import {
  type AnswerSettings,
  type NewReply,
  noAnswers,
  type Reply,
  type ReplyCause,
  type ReplyDraft,
  type ReplyLanguage,
} from '../../../shared/schema/mail/reply.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { TeamContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Journal, Write } from '../../journal/journal.ts'
import { mailboxStore, type Selected } from '../mailbox-store.ts'
import { type Letter, letterStore } from './letter-store.ts'
import { type ReplyRow, replyStore } from './reply-store.ts'
import { changeReply } from './reply-sender.ts'

export interface ReplyDeps {
  journal: Journal
  tasks: { get(id: number, ctx: TeamContext): Promise<Task>; held(write: Write, id: number): Promise<Task> }
  /** What was written to a task, oldest first. */
  commentsOf: (id: number, ctx: TeamContext) => Promise<readonly { author: { kind: string; name: string }; body: string; created_at: string }[]>
  /** The words that a task was made of, if they came from outside. */
  writtenFromOutside: (id: number, ctx: TeamContext) => Promise<string | undefined>
  contactsOf: (tx: Tx, team: string) => Promise<readonly { slug: string; name: string; email: string | null }[]>
  /** Whether a mailbox has what sending needs. */
  canSend: (row: Selected) => boolean
  wake: () => void
  /** Seconds for which an answer can be taken back. */
  waits: number
}

export type Replies = ReturnType<typeof createReplies>

const day = 24 * 3_600_000

export const settingsOf = ({ answers, sends }: Pick<Selected, 'answers' | 'sends'>): AnswerSettings => ({ ...noAnswers, ...answers, sends })

const shown = (row: ReplyRow, task_id: number): Reply => ({
  id: row.id,
  task_id,
  mailbox: row.mailbox,
  to: row.recipients,
  subject: row.subject,
  body: row.body,
  message_id: row.message_id,
  state: row.state,
  cause: row.cause,
  by: row.by_name,
  problem: row.problem,
  send_after: row.send_after,
  sent_at: row.sent_at,
  created_at: row.created_at,
})

interface Answerable {
  letter: Letter
  mailbox: Selected
  own: string[]
}

/** The latest mail of a task that somebody can be answered to, and the mailbox that it came to. */
export async function answerable(tx: Tx, team: string, uid: string): Promise<Answerable | undefined> {
  const [letters, mailboxes] = await Promise.all([letterStore.ofTask(tx, team, uid), mailboxStore.list(tx, team)])
  const own = mailboxes.map(({ address }) => address)
  for (const letter of letters) {
    const to = answerAddress({ from: letter.sender, reply_to: letter.reply_to })
    const mailbox = mailboxes.find(({ id }) => id === letter.mailbox_id)
    if (to !== undefined && mailbox && letter.machine !== 'bounce' && neverSentTo(to, own) === undefined) return { letter, mailbox, own }
  }
  return undefined
}

export const whoAsked = ({ sender, reply_to }: Letter) => ({
  email: answerAddress({ from: sender, reply_to }) ?? '',
  name: readCorrespondent(sender).name,
})

/** Undefined: it may be sent. Inside a write that holds the team, so that two at once do not both fit. */
export async function tooMany({ tx, teamId, at }: Write, to: readonly string[], byItself: boolean): Promise<string | undefined> {
  const recent = await replyStore.since(tx, teamId, new Date(Date.parse(at) - day).toISOString())
  return overLimit(recent, to, byItself)
}

export interface NewRow {
  task: Pick<Task, 'uid' | 'title'>
  cause: ReplyCause
  by: string
  to: readonly string[]
  body: string
  quote: string
  /** Seconds for which it can be taken back. */
  waits: number
  id?: string | undefined
}

/** Inside a write. Undefined: the same was sent by itself before. */
export async function putReply(
  { tx, teamId, at, record }: Write,
  { letter, mailbox }: Answerable,
  { task, cause, by, to, body, quote, waits, id = randomUUID() }: NewRow,
): Promise<ReplyRow | undefined> {
  const settings = settingsOf(mailbox)
  const { inReplyTo, references } = threadOf({ message_id: letter.message_id, references: letter.refs })
  const row: ReplyRow = {
    team_id: teamId,
    id,
    task_uid: task.uid,
    mailbox_id: mailbox.id,
    mailbox: mailbox.address,
    thread_id: letter.thread_id,
    sender_name: settings.name,
    recipients: [...to],
    subject: answerSubject(letter.subject, task.title),
    body,
    below: belowOf(settings.signature, quote),
    message_id: newMessageId(id, mailbox.address),
    known_as: null,
    in_reply_to: inReplyTo,
    refs: references,
    state: 'waiting',
    cause,
    by_name: by,
    problem: null,
    send_after: new Date(Date.parse(at) + waits * 1000).toISOString(),
    due_at: null,
    attempts: 0,
    handed_at: null,
    sent_at: null,
    created_at: at,
  }
  if (!(await replyStore.insert(tx, row, waits))) return undefined
  const after = { task_uid: task.uid, mailbox: mailbox.address, to: row.recipients, subject: row.subject, cause, state: 'waiting', problem: null }
  await record({ entity: 'reply', entity_id: id, action: 'created', before: null, after })
  return row
}

const missing = (id: number) => new AppError('not_found', `Task ${id} did not come by email to a mailbox of the team, or nobody can be answered.`)

function whyNot({ canSend }: Pick<ReplyDeps, 'canSend'>, mailbox: Selected): string | null {
  if (!mailbox.sends || !canSend(mailbox)) return `${mailbox.address} does not send replies. An admin switches that on in Team → Email.`
  return mailbox.status === 'active' ? null : `${mailbox.address} must be connected again first.`
}

/** What they wrote last, from where it stands: the cloud keeps no texts of mails. What the team has made of a description is nobody else's to read. */
async function quotedOf(
  { commentsOf, writtenFromOutside }: Pick<ReplyDeps, 'commentsOf' | 'writtenFromOutside'>,
  { sender, sent_at }: Letter,
  { id }: Task,
  ctx: TeamContext,
) {
  const { email } = readCorrespondent(sender)
  const said = (await commentsOf(id, ctx)).findLast(({ author }) => author.kind === 'email' && readCorrespondent(author.name).email === email)
  return { name: sender, sent_at: said?.created_at ?? sent_at, text: said?.body ?? (await writtenFromOutside(id, ctx)) ?? '' }
}

/** Throws what stands against it. Inside a write that holds the team. */
async function checked(write: Write, { letter, own }: Answerable, to: readonly string[], isAgent: boolean): Promise<string[]> {
  const recipients = [...new Map(to.map((one) => [addressKey(one.trim()), one.trim()])).values()]
  for (const one of recipients) {
    if (!isMailAddress(one)) throw invalidField('/to', `to must hold addresses like ana@example.org; got '${one.slice(0, 100)}'.`)
    const never = neverSentTo(one, own)
    if (never !== undefined) throw invalidField('/to', never)
  }
  const { email } = whoAsked(letter)
  // An agent may have been told an address by whatever it has read.
  if (isAgent && recipients.some((one) => addressKey(one) !== addressKey(email))) throw invalidField('/to', `An agent replies only to who wrote: ${email}.`)
  if (isAgent && letter.machine !== null) throw new AppError('conflict', onlyPeopleAnswer)
  const limit = await tooMany(write, recipients, false)
  if (limit !== undefined) throw new AppError('conflict', limit)
  return recipients
}

function createSend(deps: ReplyDeps) {
  const { journal, tasks, waits } = deps
  /** Where there is one with this uid, that one is answered. */
  return async (id: number, { to, body, quote = true, uid, language }: NewReply, ctx: TeamContext): Promise<Reply> => {
    const seen = await tasks.get(id, ctx)
    const quotable = await journal.read(ctx.team, (tx) => answerable(tx, ctx.team.id, seen.uid))
    const quoted = quote && quotable ? quoteOf(await quotedOf(deps, quotable.letter, seen, ctx), language) : ''
    return journal.write(ctx, async (write) => {
      const task = await tasks.held(write, id)
      await write.lock()
      const known = uid === undefined ? undefined : await replyStore.byId(write.tx, write.teamId, uid)
      if (known && known.task_uid !== task.uid) throw new AppError('conflict', `The uid ${uid} is another task’s reply. Send a new one.`)
      if (known) return shown(known, id)
      const found = await answerable(write.tx, write.teamId, task.uid)
      if (!found) throw missing(id)
      const cannot = whyNot(deps, found.mailbox)
      if (cannot !== null) throw new AppError('conflict', cannot)
      const isAgent = ctx.actor.kind === 'agent'
      const recipients = await checked(write, found, to, isAgent)
      const row = await putReply(write, found, {
        task,
        cause: isAgent ? 'agent' : 'person',
        by: ctx.actor.name,
        to: recipients,
        body,
        quote: quoted,
        waits,
        id: uid,
      })
      return shown(row as ReplyRow, id)
    })
  }
}

export function createReplies(deps: ReplyDeps) {
  const { journal, tasks, contactsOf, wake } = deps

  async function existing({ tx, teamId }: Write, task: Task, id: string): Promise<ReplyRow> {
    const row = await replyStore.byIdForUpdate(tx, teamId, id.toLowerCase())
    if (row?.task_uid !== task.uid) throw new AppError('not_found', `Task ${task.id} has no reply ${id}.`)
    return row
  }

  return {
    /** An agent is offered what it may do: to answer who wrote. */
    async draft(id: number, ctx: TeamContext, language?: ReplyLanguage): Promise<ReplyDraft> {
      const task = await tasks.get(id, ctx)
      const [found, contacts] = await journal.read(ctx.team, (tx) => Promise.all([answerable(tx, ctx.team.id, task.uid), contactsOf(tx, ctx.team.id)]))
      if (!found) throw missing(id)
      const { letter, mailbox, own } = found
      const quoted = await quotedOf(deps, letter, task, ctx)
      const isAgent = ctx.actor.kind === 'agent'
      const others = isAgent ? [] : reached(task.requesters, (requester) => contacts.find(({ slug }) => slug === requester))
      const draft = draftReply({ to: answeredAll(whoAsked(letter), others, own), task, subject: letter.subject, quoted, language })
      const cannot = isAgent && letter.machine !== null ? onlyPeopleAnswer : whyNot(deps, mailbox)
      return { ...draft, quote: belowOf(settingsOf(mailbox).signature, quoteOf(quoted, language)), from: cannot === null ? mailbox.address : null, cannot }
    },

    async list(id: number, ctx: TeamContext): Promise<Reply[]> {
      const task = await tasks.get(id, ctx)
      return (await journal.read(ctx.team, (tx) => replyStore.ofTask(tx, ctx.team.id, task.uid))).map((row) => shown(row, id))
    },

    send: createSend(deps),

    cancel: (id: number, reply: string, ctx: TeamContext): Promise<Reply> =>
      journal.write(ctx, async (write) => {
        const row = await existing(write, await tasks.held(write, id), reply)
        if (row.state === 'canceled') return shown(row, id)
        if (row.state !== 'waiting')
          throw new AppError('conflict', row.state === 'sending' ? 'It is being sent.' : `It cannot be taken back: it is ${row.state}.`)
        return shown(await changeReply(write, row, { state: 'canceled', problem: null }, null), id)
      }),

    resend: (id: number, reply: string, ctx: TeamContext): Promise<Reply> =>
      journal.write(ctx, async (write) => {
        const row = await existing(write, await tasks.held(write, id), reply)
        if (!['failed', 'uncertain', 'bounced'].includes(row.state))
          throw new AppError(
            'conflict',
            row.state === 'canceled' ? 'It was taken back. Write another one.' : `There is nothing to send again: it is ${row.state}.`,
          )
        // `attempts` go on: by them a sender that hung knows that its turn is over.
        const next = await changeReply(write, row, { state: 'waiting', problem: null, handed_at: null, send_after: write.at }, 0)
        write.afterCommit(wake)
        return shown(next, id)
      }),
  }
}
