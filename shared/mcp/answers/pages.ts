// Pages of lists, as many rows as an answer holds. `found`: one more than was asked for, where there is one.
import { cursorFor } from '../../http/page.ts'
import type { Comment } from '../../schema/comment.ts'
import type { StoredContact } from '../../schema/contact.ts'
import type { Task } from '../../schema/task.ts'
import type { AroundRows } from '../around.ts'
import type { Reader } from '../tool.ts'
import { rowsFitting } from './answer-budget.ts'
import { type Row, rowsOf } from './rows.ts'
import { commentRow } from './task-detail.ts'

interface Page<T> {
  found: readonly T[]
  total: number
  limit: number
  /** The page begins after this one; undefined: it is the first. */
  after: number | undefined
}

interface Next {
  next_cursor?: string
  more?: string
}

function nextOf<T extends { id: number }>({ found, total, after }: Page<T>, shown: number): Next {
  const last = found[shown - 1]
  if (found.length <= shown || !last) return {}
  return { next_cursor: cursorFor(last.id), more: after === undefined ? `${total - shown} more` : 'more' }
}

export function taskPage(page: Page<Task>, around: AroundRows, reader: Reader): { tasks: Row[]; total: number } & Next {
  const shown = rowsFitting(rowsOf(page.found.slice(0, page.limit), around, reader.fence), reader.tokens)
  return { tasks: shown, total: page.total, ...nextOf(page, shown.length) }
}

export function commentPage(
  page: Page<Comment>,
  around: AroundRows,
  reader: Reader,
): { comments: Record<string, unknown>[]; total: number; read_more?: string[] } & Next {
  // A long one is cut so that it fits with its fence.
  const rows = page.found.slice(0, page.limit).map((comment) => commentRow(comment, around, { ...reader, tokens: Math.max(50, reader.tokens - 300) }))
  const shown = rowsFitting(rows, reader.tokens)
  const cut = shown.flatMap(({ more }) => more ?? [])
  return { comments: shown.map(({ row }) => row), total: page.total, ...(cut.length > 0 ? { read_more: cut } : {}), ...nextOf(page, shown.length) }
}

export function contactRow({ slug, name, email, phone, organization, role }: Omit<StoredContact, 'id' | 'uid'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ slug, name, email, phone, organization, role }).filter(([, value]) => value !== null))
}

export function contactPage(
  page: Page<StoredContact>,
  { provenance }: Pick<AroundRows, 'provenance'>,
  reader: Reader,
): { contacts: Record<string, unknown>[]; total: number } & Next {
  const rows = page.found.slice(0, page.limit).map((contact) => contactRow(provenance.fenceContact(contact, reader.fence)))
  const shown = rowsFitting(rows, reader.tokens)
  return { contacts: shown, total: page.total, ...nextOf(page, shown.length) }
}
