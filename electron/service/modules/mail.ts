// Mailboxes that this service watches by itself.
import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { type MailNet, openNet } from '../../../shared/node/mail/mail-net.ts'
import { undoSeconds } from '../../../shared/domain/mail/answers/answer.ts'
import type { DraftedReply } from '../../../shared/domain/mail/reply-draft.ts'
import { addressKey } from '../../../shared/domain/people/same-person.ts'
import type { ReplyLanguage } from '../../../shared/schema/mail/reply.ts'
import type { TeamLink } from '../claims/cloud-claims.ts'
import type { Attachments } from '../attachments/attachments.ts'
import type { Comments } from '../comments/comments.ts'
import type { Origins } from '../conversations/origins.ts'
import type { TakeIn } from '../conversations/take-in.ts'
import type { Threads } from '../conversations/threads.ts'
import type { Db } from '../db/open.ts'
import type { Journal } from '../journal/journal.ts'
import { createOwnMailSecrets } from '../mail/own-mail-secrets.ts'
import { createOwnMailWatch, type OwnMailTimes } from '../mail/own-mail-watch.ts'
import { createOwnMailboxStore } from '../mail/own-mailbox-store.ts'
import { ownMailboxRoutes } from '../mail/own-mailbox-routes.ts'
import { createOwnMailboxes } from '../mail/own-mailboxes.ts'
import { createAgentReplies } from '../mail/replies/agent-replies.ts'
import { createOwnIncoming, type OwnIncomingDeps } from '../mail/replies/own-incoming.ts'
import { createOwnReplies, type OwnReplyDeps } from '../mail/replies/own-replies.ts'
import { createOwnReplySender } from '../mail/replies/own-reply-sender.ts'
import { createOwnReplyStore } from '../mail/replies/own-reply-store.ts'
import { replyRoutes } from '../mail/replies/reply-routes.ts'
import { createTeamReplies } from '../mail/replies/team-replies.ts'
import type { SecretStore } from '../secrets/secret-place.ts'
import type { Tasks } from '../tasks/tasks.ts'

export interface MailModuleDeps {
  db: Db
  journal: Journal
  secrets: () => Promise<SecretStore>
  takeIn: TakeIn
  attachments: Pick<Attachments, 'upload'>
  now: () => Date
  report: (error: unknown) => void
  times: OwnMailTimes | undefined
  tasks: Tasks
  comments: Comments
  origins: Origins
  threads: Threads
  team: () => TeamLink | undefined
  /** The addresses of a task's requesters. */
  reach: OwnReplyDeps['reach']
  /** For a mail program. */
  draft: (taskId: number, language?: ReplyLanguage) => DraftedReply
  /** What was sent on a task changed. */
  changed: (taskId: number) => void
}

/** A certificate authority to trust besides, for a server of one's own. */
function netOf(report: (error: unknown) => void): MailNet {
  const { TANDEM_MAIL_CA: file } = process.env
  if (!file) return openNet()
  try {
    return openNet([...rootCertificates, readFileSync(file, 'utf8')])
  } catch (error) {
    report(error)
    return openNet()
  }
}

export function openMail({
  db,
  journal,
  secrets: openSecrets,
  takeIn,
  attachments,
  now,
  report,
  times,
  tasks,
  comments,
  origins,
  threads,
  team,
  reach,
  draft,
  changed,
}: MailModuleDeps) {
  const net = netOf(report)
  const store = createOwnMailboxStore(db)
  const secrets = createOwnMailSecrets({ secrets: openSecrets, net, now })
  const replyStore = createOwnReplyStore(db)
  const replies = createOwnReplies({
    store: replyStore,
    mailboxes: store,
    journal,
    task: tasks.get,
    reach,
    conversationsOf: (taskId) => origins.ofTask(taskId).flatMap(({ conversation_id }) => threads.find(conversation_id)?.external_id ?? []),
    textOf: (taskId, messageId) =>
      origins
        .ofTask(taskId)
        .flatMap(({ conversation_id }) => threads.messages(conversation_id))
        .find(({ external_id }) => external_id === messageId)?.text,
    now,
    waits: times?.undoFor ?? undoSeconds,
    changed(uid) {
      const task = tasks.byUid(uid)
      if (task) changed(task.id)
    },
  })
  const comment: OwnIncomingDeps['comment'] = (uid, body, sender) => {
    const task = tasks.byUid(uid)
    if (task) comments.create(task.id, { body }, { actor: { kind: 'email', name: sender } })
  }
  const incoming = createOwnIncoming({ store: replyStore, replies, comment })
  const acknowledge = (taskId: number) => replies.byItself(taskId, 'acknowledge')
  const statusOf = (uid: string) => tasks.byUid(uid)?.status
  const sending = createOwnReplySender({
    store: replyStore,
    mailboxes: store,
    secrets,
    replies,
    statusOf,
    journal,
    net,
    now,
    report,
    lookEvery: times?.sendEvery,
  })
  const watch = createOwnMailWatch({ store, secrets, takeIn, attachments, journal, incoming, acknowledge, net, now, report, ...times })
  const mailboxes = createOwnMailboxes({ store, secrets, watch, journal, net, plain: process.env.TANDEM_MAIL_TLS === 'optional', now })
  const teamReplies = createTeamReplies(team)
  return {
    routes: ownMailboxRoutes(mailboxes),
    replyRoutes: replyRoutes({ own: replies, team: teamReplies, draft }),
    /** Whose mails are nobody else's. */
    isOwnMailbox: (address: string): boolean => store.list().some((one) => addressKey(one.address) === addressKey(address)),
    ofAgents: createAgentReplies({ own: replies, team: teamReplies }),
    start(): void {
      sending.start()
      watch.startAll()
    },
    close: async (): Promise<void> => void (await Promise.all([sending.close(), watch.close()])),
  }
}
