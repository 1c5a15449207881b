import { type Static, Type } from 'typebox'
import { Actor } from './actor.ts'
import { Id, object, Timestamp, visibleText } from './field.ts'

const body = visibleText(200_000, 'Markdown.')

export const Comment = object('Comment', {
  id: Id,
  task_id: Id,
  body,
  author: Actor,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Comment = Static<typeof Comment>

/** As it is kept: known on all devices by its uid. */
export interface StoredComment extends Comment {
  uid: string
  version: number
}

export const NewComment = object('NewComment', { body })
export type NewComment = Static<typeof NewComment>

export const CommentPatch = object('CommentPatch', { body: Type.Optional(body) })
export type CommentPatch = Static<typeof CommentPatch>
