// `?limit=&cursor=` pages: the rows of one page with the Link header to the next and the total count.
import { AppError } from '../domain/app-error.ts'
import type { DuePosition } from '../domain/tasks/due-order.ts'
import type { JournalEntry } from '../schema/journal.ts'
import { Answer } from './mount.ts'

/** An opaque cursor around the position after which the next page begins. */
export function cursorFor(position: number | DuePosition): string {
  return Buffer.from(typeof position === 'number' ? `p${position}` : `d${position.due} ${position.id}`).toString('base64url')
}

/** What is in a cursor of this form; those of another order have another one. */
function readAs(form: RegExp, cursor: string): RegExpExecArray {
  const found = form.exec(Buffer.from(cursor, 'base64url').toString())
  if (!found)
    throw new AppError('invalid', 'Invalid cursor: take it from the Link header of the previous page.', {
      errors: [{ pointer: '?cursor', detail: 'invalid cursor' }],
    })
  return found
}

export const readCursor = (cursor: string | undefined): number | undefined => (cursor === undefined ? undefined : Number(readAs(/^p(\d{1,16})$/, cursor)[1]))

/** The cursor of a list that is sorted by due date. */
export function readDueCursor(cursor: string | undefined): DuePosition | undefined {
  if (cursor === undefined) return undefined
  const [, due = '', id] = readAs(/^d([-\dT:.Z+]{10,40}|~) (\d{1,16})$/, cursor)
  return { due, id: Number(id) }
}

/**
 * The answer for one page. `rows` may hold one row more than `limit`: then there is a next page, which begins after `position` of the
 * last row shown. `url` is the request's own path with its query.
 */
export function pageOf<T>(
  rows: T[],
  limit: number | undefined,
  total: number,
  url: string,
  position: (row: T, index: number) => number | DuePosition,
): Answer<T[]> {
  const headers: Record<string, string> = { 'X-Total-Count': String(total) }
  const shown = limit === undefined ? rows : rows.slice(0, limit)
  const last = shown.at(-1)
  if (limit !== undefined && rows.length > limit && last !== undefined)
    Object.assign(headers, nextLink(url, 'cursor', cursorFor(position(last, shown.length - 1))))
  return new Answer(shown, { headers })
}

/** The Link header to the same URL with another position. */
export function nextLink(url: string, name: string, position: string): Record<string, string> {
  const mark = url.indexOf('?')
  const [path, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
  const next = new URLSearchParams(query)
  next.set(name, position)
  return { Link: `<${path}?${next}>; rel="next"` }
}

/** So many entries of a history are answered when nobody says how many. */
export const historyPage = 50

/** A page of a history, newest first. */
export function pageOfHistory(entries: JournalEntry[], more: boolean, total: number, url: string): Answer<JournalEntry[]> {
  const last = entries.at(-1)
  return new Answer(entries, { headers: { 'X-Total-Count': String(total), ...(more && last ? nextLink(url, 'cursor', cursorFor(last.seq)) : {}) } })
}
