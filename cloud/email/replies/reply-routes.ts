import type { replyContract } from '../../../shared/contract/mail/replies.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { TeamContext } from '../../context.ts'
import type { Replies } from './replies.ts'

/** A click on a desktop is its person's. */
const byPerson = (ctx: TeamContext): TeamContext => (ctx.personThere ? { ...ctx, actor: ctx.personThere } : ctx)

export function replyRoutes(replies: Replies): Handlers<typeof replyContract, TeamContext> {
  return {
    draftReply: ({ params, query }, ctx) => replies.draft(params.id, byPerson(ctx), query.language),
    listReplies: ({ params }, ctx) => replies.list(params.id, byPerson(ctx)),
    sendReply: ({ params, body }, ctx) => replies.send(params.id, body, byPerson(ctx)),
    cancelReply: ({ params }, ctx) => replies.cancel(params.id, params.reply, byPerson(ctx)),
    resendReply: ({ params }, ctx) => replies.resend(params.id, params.reply, byPerson(ctx)),
  }
}
