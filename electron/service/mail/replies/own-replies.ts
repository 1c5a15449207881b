// Answers through this service's own mailboxes: drafting them, sending them in the thread, taking them back for ten seconds, trying again; and what a person wants
// to be sent by itself.
import { randomUUID } from 'node:crypto'
import { AppError, invalidField } from '../../../../shared/domain/app-error.ts'
import { answerSubject, belowOf, filledIn, newMessageId, type Quoted, quoteOf, threadOf } from '../../../../shared/domain/mail/answers/answer.ts'
import { answerAddress, mayAnswerByItself, neverSentTo, overLimit } from '../../../../shared/domain/mail/answers/may-answer.ts'
import { answeredAll, onlyPeopleAnswer } from '../../../../shared/domain/mail/answers/who-is-answered.ts'
import { isMailAddress, nameOf, readCorrespondent } from '../../../../shared/domain/mail/mail-address.ts'
import { draftReply } from '../../../../shared/domain/mail/reply-draft.ts'
import { addressKey } from '../../../../shared/domain/people/same-person.ts'
import {
  type AnswerSettings,
  type NewReply,
  noAnswers,
  type Reply,
  type ReplyCause,
  type ReplyDraft,
  type ReplyLanguage,
} from '../../../../shared/schema/mail/reply.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import type { Context } from '../../context.ts'
import type { Journal } from '../../journal/journal.ts'
import type { OwnMailboxRow, OwnMailboxStore } from '../own-mailbox-store.ts'
import type { OwnLetter, OwnReplyRow, OwnReplyStore } from './own-reply-store.ts'

export interface OwnReplyDeps {
  store: OwnReplyStore
  mailboxes: OwnMailboxStore
  journal: Journal
  task: (id: number) => Task
  /** Of a task: its conversations' external ids. */
  conversationsOf: (taskId: number) => string[]
  /** The addresses of a task's requesters. */
  reach: (requesters: readonly string[]) => { email: string; name: string }[]
  /** What one of their messages says. */
  textOf: (taskId: number, messageId: string) => string | undefined
  now: () => Date
  /** Seconds for which an answer can be taken back. */
  waits: number
  /** Whoever shows a task's answers looks again. */
  changed: (taskUid: string) => void
}

export type OwnReplies = ReturnType<typeof createOwnReplies>
type Putting = ReturnType<typeof createPutting>

const day = 24 * 3_600_000

export const answersOf = ({ answers }: Pick<OwnMailboxRow, 'answers'>): AnswerSettings => {
  const { since: _since, ...set } = JSON.parse(answers) as Partial<AnswerSettings> & { since?: string }
  return { ...noAnswers, ...set }
}

const shown = ({ task_uid: _uid, recipients, by_name, ...row }: OwnReplyRow, task_id: number): Reply => ({
  id: row.id,
  task_id,
  mailbox: row.mailbox,
  to: recipients,
  subject: row.subject,
  body: row.body,
  message_id: row.message_id,
  state: row.state,
  cause: row.cause,
  by: by_name,
  problem: row.problem,
  send_after: row.send_after,
  sent_at: row.sent_at,
  created_at: row.created_at,
})

const whoAsked = ({ sender, reply_to }: OwnLetter) => ({ email: answerAddress({ from: sender, reply_to }) ?? '', name: readCorrespondent(sender).name })

interface NewRow {
  task: Pick<Task, 'uid' | 'title'>
  cause: ReplyCause
  by: string
  to: readonly string[]
  body: string
  quote: string
  id?: string | undefined
}

function createPutting({ store, mailboxes, conversationsOf, now, waits, changed }: OwnReplyDeps) {
  const own = () => mailboxes.list().map(({ address }) => address)

  /** The latest mail that somebody can be answered to, and the mailbox that it came to. */
  function answerable(taskId: number): { letter: OwnLetter; mailbox: OwnMailboxRow } | undefined {
    for (const letter of store.letters(conversationsOf(taskId))) {
      const to = answerAddress({ from: letter.sender, reply_to: letter.reply_to })
      const mailbox = mailboxes.byId(letter.mailbox_id)
      if (to !== undefined && mailbox && letter.machine !== 'bounce' && neverSentTo(to, own()) === undefined) return { letter, mailbox }
    }
    return undefined
  }

  function whyNot(mailbox: OwnMailboxRow): string | null {
    if (!answersOf(mailbox).sends) return `${mailbox.address} does not send replies. Switch that on in Settings → Email.`
    return mailbox.status === 'active' ? null : `${mailbox.address} needs a password that works first.`
  }

  const tooMany = (to: readonly string[], byItself: boolean) => overLimit(store.since(new Date(now().getTime() - day).toISOString()), to, byItself)

  function put(
    { letter, mailbox }: { letter: OwnLetter; mailbox: OwnMailboxRow },
    { task: about, cause, by, to, body, quote, id = randomUUID() }: NewRow,
  ): OwnReplyRow | undefined {
    const settings = answersOf(mailbox)
    const { inReplyTo, references } = threadOf({ message_id: letter.message_id, references: letter.refs })
    const at = now()
    const after = new Date(at.getTime() + waits * 1000).toISOString()
    const row: OwnReplyRow = {
      id,
      task_uid: about.uid,
      mailbox_id: mailbox.id,
      mailbox: mailbox.address,
      conversation: letter.conversation,
      sender_name: settings.name,
      recipients: [...to],
      subject: answerSubject(letter.subject, about.title),
      body,
      below: belowOf(settings.signature, quote),
      message_id: newMessageId(id, mailbox.address),
      in_reply_to: inReplyTo,
      refs: references,
      state: 'waiting',
      cause,
      by_name: by,
      problem: null,
      send_after: after,
      due_at: after,
      attempts: 0,
      handed_at: null,
      sent_at: null,
      created_at: at.toISOString(),
    }
    if (!store.insert(row)) return undefined
    changed(row.task_uid)
    return row
  }

  return { own, answerable, whyNot, tooMany, put }
}

/** What nobody reads before it is sent. */
function createByItself({ store, mailboxes, journal, task, now }: OwnReplyDeps, { own, answerable, whyNot, tooMany, put }: Putting) {
  /** Where nobody has read it. Inside a write. */
  function byItself(taskId: number, cause: 'acknowledge' | 'done'): void {
    const found = answerable(taskId)
    if (!found) return
    const { letter, mailbox } = found
    const settings = answersOf(mailbox)
    const template = settings[cause]
    if (template === null || whyNot(mailbox) !== null) return
    if (!mayAnswerByItself({ from: letter.sender, reply_to: letter.reply_to, machine: letter.machine }, own())) return
    const to = [whoAsked(letter).email]
    if (tooMany(to, true) !== undefined) return
    const about = task(taskId)
    const body = filledIn(template, { title: about.title, name: nameOf(readCorrespondent(letter.sender)) })
    put(found, { task: about, cause, by: settings.name || mailbox.address, to, body, quote: '' })
  }

  return {
    byItself,

    /** Tells of what was done and not told, also while nobody ran. */
    tellDone(): void {
      for (const mailbox of mailboxes.list()) {
        const { since } = JSON.parse(mailbox.answers) as { since?: string }
        if (answersOf(mailbox).done === null || since === undefined) continue
        const yesterday = new Date(now().getTime() - day).toISOString()
        const waiting = store.untold(mailbox.id, since > yesterday ? since : yesterday)
        if (waiting.length > 0)
          journal.write({ kind: 'system', name: 'tandem' }, () => {
            for (const id of waiting) byItself(id, 'done')
          })
      }
    },
  }
}

function createSend(
  { store, journal, task }: OwnReplyDeps,
  { own, answerable, whyNot, tooMany, put }: Putting,
  quotedOf: (letter: OwnLetter, about: Task) => Quoted,
) {
  function checked(to: readonly string[], letter: OwnLetter, isAgent: boolean): string[] {
    const recipients = [...new Map(to.map((one) => [addressKey(one.trim()), one.trim()])).values()]
    for (const one of recipients) {
      if (!isMailAddress(one)) throw invalidField('/to', `to must hold addresses like ana@example.org; got '${one.slice(0, 100)}'.`)
      const never = neverSentTo(one, own())
      if (never !== undefined) throw invalidField('/to', never)
    }
    const { email } = whoAsked(letter)
    // An agent may have been told an address by whatever it has read.
    if (isAgent && recipients.some((one) => addressKey(one) !== addressKey(email))) throw invalidField('/to', `An agent replies only to who wrote: ${email}.`)
    if (isAgent && letter.machine !== null) throw new AppError('conflict', onlyPeopleAnswer)
    const limit = tooMany(recipients, false)
    if (limit !== undefined) throw new AppError('conflict', limit)
    return recipients
  }

  /** Where there is one with this uid, that one is answered. */
  return (taskId: number, { to, body, quote = true, uid, language }: NewReply, ctx: Pick<Context, 'actor'>): Reply =>
    journal.write(ctx.actor, () => {
      const about = task(taskId)
      const known = uid === undefined ? undefined : store.byId(uid)
      if (known && known.task_uid !== about.uid) throw new AppError('conflict', `The uid ${uid} is another task’s reply. Send a new one.`)
      if (known) return shown(known, taskId)
      const found = answerable(taskId)
      if (!found) throw new AppError('not_found', `Task ${taskId} did not come by email to a mailbox of this Tandem, or nobody can be answered.`)
      const cannot = whyNot(found.mailbox)
      if (cannot !== null) throw new AppError('conflict', cannot)
      const isAgent = ctx.actor.kind === 'agent'
      const recipients = checked(to, found.letter, isAgent)
      const quoted = quote ? quoteOf(quotedOf(found.letter, about), language) : ''
      const row = put(found, { task: about, cause: isAgent ? 'agent' : 'person', by: ctx.actor.name, to: recipients, body, quote: quoted, id: uid })
      return shown(row as OwnReplyRow, taskId)
    })
}

export function createOwnReplies(deps: OwnReplyDeps) {
  const { store, journal, task, reach, textOf, now, changed } = deps
  const putting = createPutting(deps)
  const { own, answerable, whyNot } = putting

  function existing(taskId: number, id: string): OwnReplyRow {
    const row = store.byId(id.toLowerCase())
    if (row?.task_uid !== task(taskId).uid) throw new AppError('not_found', `Task ${taskId} has no reply ${id}.`)
    return row
  }

  function change(row: OwnReplyRow, fields: Partial<OwnReplyRow>): OwnReplyRow {
    const next = { ...row, ...fields }
    store.update(next)
    changed(row.task_uid)
    return next
  }

  const quotedOf = (letter: OwnLetter, about: Task): Quoted => ({
    name: letter.sender,
    sent_at: letter.sent_at,
    text: textOf(about.id, letter.message_id) ?? '',
  })

  return {
    change,
    ...createByItself(deps, putting),

    /** Whether a task came by one of these mailboxes. */
    isOwn: (taskId: number): boolean => answerable(taskId) !== undefined,
    list: (taskId: number): Reply[] => store.ofTask(task(taskId).uid).map((row) => shown(row, taskId)),

    /** An agent is offered what it may do: to answer who wrote. */
    draft(taskId: number, { actor }: Pick<Context, 'actor'>, language?: ReplyLanguage): ReplyDraft | undefined {
      const found = answerable(taskId)
      if (!found) return undefined
      const { letter, mailbox } = found
      const about = task(taskId)
      const quoted = quotedOf(letter, about)
      const isAgent = actor.kind === 'agent'
      const cannot = isAgent && letter.machine !== null ? onlyPeopleAnswer : whyNot(mailbox)
      const to = answeredAll(whoAsked(letter), isAgent ? [] : reach(about.requesters), own())
      const draft = draftReply({ to, task: about, subject: letter.subject, quoted, language })
      return { ...draft, quote: belowOf(answersOf(mailbox).signature, quoteOf(quoted, language)), from: cannot === null ? mailbox.address : null, cannot }
    },

    send: createSend(deps, putting, quotedOf),

    cancel: (taskId: number, id: string, ctx: Pick<Context, 'actor'>): Reply =>
      journal.write(ctx.actor, () => {
        const row = existing(taskId, id)
        if (row.state === 'canceled') return shown(row, taskId)
        if (row.state !== 'waiting')
          throw new AppError('conflict', row.state === 'sending' ? 'It is being sent.' : `It cannot be taken back: it is ${row.state}.`)
        return shown(change(row, { state: 'canceled', problem: null, due_at: null }), taskId)
      }),

    resend: (taskId: number, id: string, ctx: Pick<Context, 'actor'>): Reply =>
      journal.write(ctx.actor, () => {
        const row = existing(taskId, id)
        if (!['failed', 'uncertain', 'bounced'].includes(row.state))
          throw new AppError(
            'conflict',
            row.state === 'canceled' ? 'It was taken back. Write another one.' : `There is nothing to send again: it is ${row.state}.`,
          )
        const at = now().toISOString()
        return shown(change(row, { state: 'waiting', problem: null, handed_at: null, attempts: 0, send_after: at, due_at: at }), taskId)
      }),
  }
}
