import { Type } from 'typebox'
import { cursorFor } from '../../../../shared/http/page.ts'
import { NewComment } from '../../../../shared/schema/comment.ts'
import { object } from '../../../../shared/schema/field.ts'
import { rowsFitting } from '../answers/answer-budget.ts'
import type { McpDeps } from '../deps.ts'
import { count, positionOf, TaskId, text, WriteAnswer } from '../answers/rows.ts'
import { commentRow } from '../answers/task-detail.ts'
import { defineTool, type Tool } from '../tool.ts'

const pageSize = 20

export function commentTools(deps: McpDeps): Tool[] {
  const { tasks, comments } = deps
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
      description: 'Comments of a task, oldest first. read_more: pass it to get_task.',
      input: object('ListComments', {
        id: TaskId,
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: `Default ${pageSize}` })),
        cursor: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      output: object('CommentPage', {
        comments: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
        total: count,
        next_cursor: Type.Optional(text),
        read_more: Type.Optional(Type.Array(text)),
        more: Type.Optional(text),
      }),
      annotations: { readOnlyHint: true },
      run({ id, limit = pageSize, cursor }, { reader }) {
        const after = positionOf(cursor)
        const rows = comments.page(id, after, limit + 1)
        const total = comments.count(id)
        // A long one is cut so that it fits with its fence.
        const page = rows.slice(0, limit).map((comment) => commentRow(comment, deps, { ...reader, tokens: Math.max(50, reader.tokens - 300) }))
        const shown = rowsFitting(page, reader.tokens)
        const last = rows[shown.length - 1]
        const cut = shown.flatMap(({ more }) => more ?? [])
        const answer = { comments: shown.map(({ row }) => row), total, ...(cut.length > 0 ? { read_more: cut } : {}) }
        if (rows.length <= shown.length || !last) return answer
        return { ...answer, next_cursor: cursorFor(last.id), more: after === undefined ? `${total - shown.length} more` : 'more' }
      },
    }),
  ]
}
