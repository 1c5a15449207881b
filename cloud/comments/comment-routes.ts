import type { commentContract } from '../../shared/contract/comments.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import { pageOf, readCursor } from '../../shared/http/page.ts'
import type { TeamContext } from '../context.ts'
import type { Comments } from './comments.ts'
import { ownOrByRole } from './own-comment.ts'

export function commentRoutes(comments: Comments): Handlers<typeof commentContract, TeamContext> {
  return {
    async listComments({ params, query: { limit, cursor } }, ctx) {
      const { rows, total } = await comments.list(params.id, readCursor(cursor), limit === undefined ? undefined : limit + 1, ctx)
      return pageOf(rows, limit, total, ctx.url, (comment) => comment.id)
    },
    createComment: ({ params, body }, ctx) => comments.create(params.id, body, ctx),
    getComment: ({ params }, ctx) => comments.get(params.id, params.commentId, ctx),
    updateComment: ({ params, body }, ctx) => comments.update(params.id, params.commentId, body, ctx, ownOrByRole),
    deleteComment: ({ params }, ctx) => comments.remove(params.id, params.commentId, ctx, ownOrByRole),
  }
}
