import { Type } from 'typebox'
import { Comment, CommentPatch, NewComment } from '../schema/comment.ts'
import { Id, object } from '../schema/field.ts'
import { paging } from './paging.ts'
import { defineContract } from './route.ts'
import { TaskParams } from './tasks.ts'

const CommentParams = object('CommentParams', { id: Id, commentId: Id })

export const commentContract = defineContract({
  listComments: {
    method: 'GET',
    path: '/tasks/:id/comments',
    tag: 'Comments',
    summary: 'Comments of a task, oldest first',
    params: TaskParams,
    query: object('CommentPage', paging),
    reply: Type.Array(Comment),
    status: 200,
    etag: 'revision',
  },
  createComment: {
    method: 'POST',
    path: '/tasks/:id/comments',
    tag: 'Comments',
    summary: 'Comment on a task',
    params: TaskParams,
    body: NewComment,
    reply: Comment,
    status: 201,
    etag: 'version',
    location: (comment: Comment) => `/tasks/${comment.task_id}/comments/${comment.id}`,
    idempotent: true,
  },
  getComment: {
    method: 'GET',
    path: '/tasks/:id/comments/:commentId',
    tag: 'Comments',
    summary: 'Read one comment',
    params: CommentParams,
    reply: Comment,
    status: 200,
    etag: 'version',
  },
  updateComment: {
    method: 'PATCH',
    path: '/tasks/:id/comments/:commentId',
    tag: 'Comments',
    summary: 'Change a comment',
    params: CommentParams,
    body: CommentPatch,
    reply: Comment,
    status: 200,
    etag: 'version',
  },
  deleteComment: { method: 'DELETE', path: '/tasks/:id/comments/:commentId', tag: 'Comments', summary: 'Delete a comment', params: CommentParams, status: 204 },
})
