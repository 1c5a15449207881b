import { Type } from 'typebox'
import { cursorFor } from '../../../../shared/http/page.ts'
import { NewComment } from '../../../../shared/schema/comment.ts'
import { object } from '../../../../shared/schema/field.ts'
import type { McpDeps } from '../deps.ts'
import { count, positionOf, TaskId, text, WriteAnswer } from '../rows.ts'
import { commentRow } from '../task-detail.ts'
import { defineTool, type Tool } from '../tool.ts'

const pageSize = 20

export function commentTools({ tasks, comments }: McpDeps): Tool[] {
  return [
    defineTool({
      name: 'add_comment',
      profile: 'full',
      description: 'Say something about a task.',
      input: object('AddComment', { id: TaskId, body: NewComment.properties.body }),
      output: object('CommentAnswer', { ...WriteAnswer.properties, comment_id: Type.Optional(count) }),
      annotations: { destructiveHint: false },
      writes: 'comment',
      before: ({ id }) => void tasks.get(id),
      run: ({ id, body }, { actor }) => ({ outcome: 'created', comment_id: comments.create(id, { body }, { actor }).id }),
    }),
    defineTool({
      name: 'list_comments',
      profile: 'full',
      description: 'Comments of a task, oldest first.',
      input: object('ListComments', {
        id: TaskId,
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: `Default ${pageSize}` })),
        cursor: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      output: object('CommentPage', {
        comments: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
        total: count,
        next_cursor: Type.Optional(text),
        more: Type.Optional(text),
      }),
      annotations: { readOnlyHint: true },
      run({ id, limit = pageSize, cursor }) {
        const after = positionOf(cursor)
        const rows = comments.page(id, after, limit + 1)
        const shown = rows.slice(0, limit)
        const total = comments.count(id)
        const last = shown.at(-1)
        const answer = { comments: shown.map(commentRow), total }
        if (rows.length <= limit || !last) return answer
        return { ...answer, next_cursor: cursorFor(last.id), more: after === undefined ? `${total - shown.length} more` : 'more' }
      },
    }),
  ]
}
