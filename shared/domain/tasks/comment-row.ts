// A comment as a row: in both databases its author takes two columns.
import type { Comment, StoredComment } from '../../schema/comment.ts'

export type CommentRow = Omit<StoredComment, 'author'> & { author_kind: Comment['author']['kind']; author_name: string }

export function commentOf({ author_kind, author_name, ...rest }: CommentRow): StoredComment {
  return { ...rest, author: { kind: author_kind, name: author_name } }
}

/** With or without an id: the store may give it. */
export function commentRow<C extends Omit<StoredComment, 'id'>>({ author, ...rest }: C) {
  return { ...rest, author_kind: author.kind, author_name: author.name }
}
