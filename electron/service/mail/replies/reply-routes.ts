// Whoever has the mailbox that a task came to answers: this service, or the team's cloud. Where neither can, the draft is for a mail program.
import type { replyContract } from '../../../../shared/contract/mail/replies.ts'
import { AppError } from '../../../../shared/domain/app-error.ts'
import type { DraftedReply } from '../../../../shared/domain/mail/reply-draft.ts'
import type { ReplyLanguage } from '../../../../shared/schema/mail/reply.ts'
import type { Handlers } from '../../../../shared/http/mount.ts'
import type { HttpContext } from '../../context.ts'
import type { OwnReplies } from './own-replies.ts'
import type { TeamReplies } from './team-replies.ts'

export interface ReplyRouteDeps {
  own: OwnReplies
  team: TeamReplies
  /** Throws not_found where nobody has an address. */
  draft: (taskId: number, language?: ReplyLanguage) => DraftedReply
}

export function replyRoutes({ own, team, draft }: ReplyRouteDeps): Handlers<typeof replyContract, HttpContext> {
  const noReply = (id: number, reply: string) => new AppError('not_found', `Task ${id} has no reply ${reply}.`)
  return {
    async draftReply({ params: { id }, query: { language } }, ctx) {
      const known = own.draft(id, ctx, language)
      if (known) return known
      const fromTeam = await team.draft(id, language, ctx).catch((error: unknown) => {
        if (error instanceof AppError) return undefined
        throw error
      })
      return fromTeam ?? { ...draft(id, language), quote: '', from: null, cannot: null }
    },
    async listReplies({ params: { id } }, ctx) {
      const here = own.list(id)
      return own.isOwn(id) || here.length > 0 ? here : team.list(id, ctx)
    },
    async sendReply({ params: { id }, body }, ctx) {
      if (own.isOwn(id)) return own.send(id, body, ctx)
      const sent = await team.send(id, body, ctx)
      if (!sent)
        throw new AppError(
          'not_found',
          `Task ${id} did not come by email to a mailbox that Tandem watches. GET /tasks/${id}/reply-draft has a link for your mail program.`,
        )
      return sent
    },
    async cancelReply({ params: { id, reply } }, ctx) {
      if (own.isOwn(id)) return own.cancel(id, reply, ctx)
      const canceled = await team.cancel(id, reply, ctx)
      if (!canceled) throw noReply(id, reply)
      return canceled
    },
    async resendReply({ params: { id, reply } }, ctx) {
      if (own.isOwn(id)) return own.resend(id, reply, ctx)
      const resent = await team.resend(id, reply, ctx)
      if (!resent) throw noReply(id, reply)
      return resent
    },
  }
}
