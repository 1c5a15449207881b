import type { replyContract } from '../../../shared/contract/mail/replies.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { TeamContext } from '../../context.ts'
import type { Replies } from './replies.ts'

export function replyRoutes(replies: Replies): Handlers<typeof replyContract, TeamContext> {
  return {
    draftReply: ({ params, query }, ctx) => replies.draft(params.id, ctx, query.language),
    listReplies: ({ params }, ctx) => replies.list(params.id, ctx),
    sendReply: ({ params, body }, ctx) => replies.send(params.id, body, ctx),
    cancelReply: ({ params }, ctx) => replies.cancel(params.id, params.reply, ctx),
    resendReply: ({ params }, ctx) => replies.resend(params.id, params.reply, ctx),
  }
}
