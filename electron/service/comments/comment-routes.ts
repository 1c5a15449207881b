import type { commentContract } from '../../../shared/contract/comments.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import { pageOf, readCursor } from '../../../shared/http/page.ts'
import type { HttpContext } from '../context.ts'
import type { Comments } from './comments.ts'

export function commentRoutes(comments: Comments): Handlers<typeof commentContract, HttpContext> {
  return {
    listComments({ params, query: { limit, cursor } }, ctx) {
      // By the last comment shown, not by how many: one that is deleted meanwhile must not hide another.
      const rows = comments.page(params.id, readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(rows, limit, comments.count(params.id), ctx.url, (comment) => comment.id)
    },
    createComment: ({ params, body }, ctx) => comments.create(params.id, body, ctx),
    getComment: ({ params }) => comments.get(params.id, params.commentId),
    updateComment: ({ params, body }, ctx) => comments.update(params.id, params.commentId, body, ctx),
    deleteComment: ({ params }, ctx) => comments.remove(params.id, params.commentId, ctx),
  }
}
