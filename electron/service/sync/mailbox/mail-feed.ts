// Mails that reached the team's mailbox become tasks here: an event is leased to this desktop, its mails are read through the cloud, taken in like
// any conversation, and only then is the event done. A crash at any point leaves the event to be read again, which changes nothing twice.
import { AppError } from '../../../../shared/domain/app-error.ts'
import type { NewConversation } from '../../../../shared/schema/conversation.ts'
import type { MessageFile } from '../../../../shared/schema/files/mail-file.ts'
import type { MailBatch, MailMessage } from '../../../../shared/schema/cloud/mailbox.ts'
import { takeFiles } from '../../mail/take-files.ts'
import type { TakeInMail } from '../../conversations/take-in-mail.ts'
import type { Journal } from '../../journal/journal.ts'
import { type CloudLink, LinkError } from '../transport/cloud-link.ts'
import type { TeamEvent } from '../pull/team-event.ts'
import { keepingForTeam } from './keep-mail-file.ts'
import { sendLinks } from './mail-links.ts'
import type { Notices } from './team-notices.ts'
import { uidFrom } from '../../../../shared/node/uid-from.ts'

export interface MailFeedDeps {
  teamId: () => string | undefined
  takeIn: TakeInMail
  notices: Pick<Notices, 'put' | 'flush'>
  journal: Journal
  /** What a person has to know changed. */
  changed: () => void
  report: (error: unknown) => void
  /** Milliseconds until a provider that asks to wait is asked again, where it does not say. */
  retryAfter?: number
}

const longestBody = 500_000
const longestSubject = 2000
const longestPerson = 1000
const maxRecipients = 200
const usualWait = 1000
const longestWait = 60_000
/** A large file over a slow server of mails. */
const answersWithinMs = 5 * 60_000
const actor = { kind: 'email', name: 'email' } as const

const fit = (text: string, longest: string | number, instead: string) => text.slice(0, Number(longest)).toWellFormed().trim() || instead

const fitPeople = (all: readonly string[]) =>
  all
    .map((one) => fit(one, longestPerson, ''))
    .filter(Boolean)
    .slice(0, maxRecipients)

/** A mail of the cloud as a conversation; one mail at a time, so that each is decided on what was there before it. */
export function conversationOf(
  { provider, mailbox }: Pick<MailBatch, 'provider' | 'mailbox'>,
  mail: MailMessage,
  attachments: readonly MessageFile[] = [],
): NewConversation {
  return {
    source: 'email',
    external_id: `${provider}:${mailbox.toLowerCase()}:${mail.thread_id}`.slice(0, 1000),
    subject: mail.subject.slice(0, longestSubject).toWellFormed(),
    messages: [
      {
        external_id: fit(mail.external_id, 1000, `${provider}:${mail.sent_at}`),
        from: fit(mail.from, longestPerson, 'unknown'),
        to: fitPeople(mail.to),
        ...(mail.cc ? { cc: fitPeople(mail.cc) } : {}),
        ...(mail.bulk ? { bulk: true } : {}),
        sent_at: mail.sent_at,
        body: mail.body.slice(0, longestBody).toWellFormed(),
        ...(attachments.length > 0 ? { attachments: [...attachments] } : {}),
      },
    ],
  }
}

/** Whoever answers needs to know what came of a mail; said again after a crash. */
async function tellLinks(takeIn: Pick<TakeInMail, 'tasksOf'>, batch: MailBatch, link: CloudLink): Promise<void> {
  const links = batch.messages.flatMap((mail) => {
    const { external_id, messages } = conversationOf(batch, mail)
    const message_id = messages[0]?.external_id ?? ''
    return takeIn.tasksOf(external_id ?? '', message_id).map((task) => ({ message_id, ...task }))
  })
  await sendLinks(link, { mailbox: batch.mailbox, provider: batch.provider, links })
}

export function createMailFeed({ teamId, takeIn, notices, journal, changed, report, retryAfter = usualWait }: MailFeedDeps) {
  /** By mailbox. */
  const problems = new Map<string, string>()

  function setProblem(mailbox: string, problem: string | undefined): void {
    if (problems.get(mailbox) === problem) return
    if (problem === undefined) problems.delete(mailbox)
    else problems.set(mailbox, problem)
    changed()
  }

  async function take(batch: MailBatch, mail: MailMessage, team: string, link: CloudLink): Promise<void> {
    const files = takeIn.knows(conversationOf(batch, mail))
      ? []
      : await takeFiles(
          mail,
          keepingForTeam(batch, mail, (body) => insist(link, 'POST', '/email/files', body)),
        )
    const body = conversationOf(batch, mail, files)
    const external = body.messages[0]?.external_id ?? ''
    const ready = await takeIn.prepare(body)
    // With the task goes what the team is told of it: both are there after a crash, or neither.
    journal.write(actor, () => {
      const outcomes = takeIn.handle(body, { actor }, ready, (what) => uidFrom(team, body.external_id ?? '', what))
      for (const [n, { outcome, task_id, title }] of outcomes.entries()) {
        if (task_id === null || (outcome !== 'created' && outcome !== 'updated')) continue
        const event = outcome === 'created' ? 'task.created' : 'task.updated'
        notices.put({ key: `team:mail:${uidFrom(team, external, n)}`, event, task_id, title, body: mail.from })
      }
    })
  }

  /** Where the provider or the cloud asks to wait, the event stays ours meanwhile. */
  async function insist<T>(link: CloudLink, method: string, path: string, body?: unknown): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await link.call<T>(method, path, body, undefined, answersWithinMs)
      } catch (error) {
        if (!(error instanceof LinkError) || error.problem !== 'busy') throw error
        // A connection that ended meanwhile says so at the next call.
        await new Promise((resolve) => setTimeout(resolve, error.retryAfter ?? Math.min(longestWait, retryAfter * 2 ** tries)).unref())
      }
    }
  }

  async function received({ data }: TeamEvent, link: CloudLink): Promise<void> {
    const team = teamId()
    if (team === undefined) return
    const mailbox = String(data.mailbox)
    const query = new URLSearchParams({ history_id: String(data.history_id), mailbox, ...(data.provider ? { provider: String(data.provider) } : {}) })
    let batch: MailBatch
    try {
      batch = await insist<MailBatch>(link, 'GET', `/email/messages?${query}`)
    } catch (error) {
      if (error instanceof LinkError && error.problem === 'failed') setProblem(mailbox, `Emails from ${mailbox} cannot be read: ${error.message}`)
      throw error
    }
    for (const mail of batch.messages) {
      try {
        await take(batch, mail, team, link)
      } catch (error) {
        // One that cannot be stored must not stand in the way of the others for ever.
        if (!(error instanceof AppError) || error.code !== 'invalid') throw error
        report(error)
      }
    }
    await tellLinks(takeIn, batch, link)
    if (!batch.resync) setProblem(mailbox, undefined)
    void notices.flush()
  }

  return {
    /** What the team's stream tells about mails. An event is done once this resolves; if it rejects, somebody gets it again. */
    async take(event: TeamEvent, link: CloudLink): Promise<void> {
      const mailbox = String(event.data.mailbox ?? '')
      if (event.kind === 'email.received') await received(event, link)
      else if (event.kind === 'email.auth_expired')
        setProblem(
          mailbox,
          `The team’s access to ${mailbox} has expired, so its mails do not arrive. Somebody who manages the team connects it again in the cloud.`,
        )
      else if (event.kind === 'email.resync')
        setProblem(mailbox, `Mails of ${mailbox} were missed for too long. The latest were read; look into the mailbox for older ones.`)
    },

    /** What a person has to know, if anything. */
    problem: (): string | null => [...problems.values()][0] ?? null,

    /** The team is another one, or none. */
    reset: (): void => problems.clear(),
  }
}
