// Answers to mails that tasks came from.
import type { FastifyInstance } from 'fastify'
import { replyContract } from '../../shared/contract/mail/replies.ts'
import { undoSeconds } from '../../shared/domain/mail/answers/answer.ts'
import { mount } from '../../shared/http/mount.ts'
import type { MailNet } from '../../shared/node/mail/mail-net.ts'
import type { AppOptions } from '../app-options.ts'
import type { TeamContext } from '../context.ts'
import type { AccessTokens } from '../email/access-tokens.ts'
import type { Providers } from '../email/providers.ts'
import { createByItself } from '../email/replies/by-itself.ts'
import { createIncoming, type IncomingDeps } from '../email/replies/incoming.ts'
import { createReplies, type ReplyDeps } from '../email/replies/replies.ts'
import { replyRoutes } from '../email/replies/reply-routes.ts'
import { createReplySender } from '../email/replies/reply-sender.ts'
import { createSenders } from '../email/replies/senders.ts'
import { createHistory } from '../journal/history.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'
import type { createWork } from './work.ts'

export interface ReplyModuleDeps {
  tokens: AccessTokens
  providers: Providers
  net: MailNet
  canSend: ReplyDeps['canSend']
  /** It is there when a call comes. */
  work: () => Pick<ReturnType<typeof createWork>, 'tasks' | 'comments' | 'contacts'>
}

export function createReplyModule(
  { db, journal, now, failed }: Infrastructure,
  options: AppOptions,
  { tokens, providers, net, canSend, work }: ReplyModuleDeps,
) {
  const onError = failed('sending answers')
  const sending = createReplySender({
    db,
    journal,
    senders: createSenders({ tokens, providers, net }),
    statusOf: async (tx, team, uid) => (await work().tasks.briefByUid(tx, team, [uid]))[0]?.status,
    now,
    onError,
    ...options.replies,
  })
  const waits = options.replies?.undoFor ?? undoSeconds
  const byItself = createByItself({ canSend, waits })
  const comment: IncomingDeps['comment'] = async (write, uid, body, actor) => {
    const [task] = await work().tasks.briefByUid(write.tx, write.teamId, [uid])
    if (!task) return
    const ctx = { team: { id: write.teamId }, actor, principal: 'email', run: undefined, caller: undefined, write: write.as(actor) } as unknown as TeamContext
    await work().comments.create(task.id, { body }, ctx)
  }
  const incoming = createIncoming({ db, journal, byItself, comment, now })
  const tasks: ReplyDeps['tasks'] = { get: (...args) => work().tasks.get(...args), held: (...args) => work().tasks.held(...args) }
  const commentsOf: ReplyDeps['commentsOf'] = async (id, ctx) => (await work().comments.list(id, undefined, undefined, ctx)).rows
  const history = createHistory(journal)
  const writtenFromOutside: ReplyDeps['writtenFromOutside'] = (id, { team }) => history.writtenFromOutside(team, id)
  const contactsOf: ReplyDeps['contactsOf'] = (...args) => work().contacts.all(...args)
  const replies = createReplies({ journal, tasks, commentsOf, contactsOf, writtenFromOutside, canSend, wake: sending.wake, waits })
  return {
    sorted: incoming.sorted,
    byItself,
    replies,

    link: incoming.link,

    mount: (app: FastifyInstance, { inTeam }: Mounting): void => mount(app, replyContract, replyRoutes(replies), inTeam),
    close: sending.close,
  }
}
