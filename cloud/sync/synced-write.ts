// One write of a device: what it is known by, who made it, and how it compares with the row that is there.
import { createHash } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import type { SyncCommentWrite, SyncContactWrite, SyncListWrite, SyncResult, SyncScheduleWrite, SyncTaskWrite } from '../../shared/schema/cloud/sync.ts'
import type { CommentRow } from './sync-store.ts'

export type AnyWrite = SyncTaskWrite | SyncCommentWrite | SyncScheduleWrite | SyncContactWrite | SyncListWrite
export type Outcome = Pick<SyncResult, 'status'> & Partial<SyncResult>
export type Row = Record<string, unknown>
export type Named = { id: number; uid: string; version: number }
/** `row`: what the device has to know of it beside. */
export type Done = Pick<Named, 'id' | 'version'> & { row?: Row }

/** What a write does, once it is clear that it may. */
export interface Deeds<R> {
  create(): Promise<Done>
  update(id: number): Promise<Done>
  remove(row: R): Promise<void>
}

export const fingerprintOf = (write: AnyWrite) => createHash('sha256').update(JSON.stringify(write)).digest('hex')
export const isDelete = ({ action }: AnyWrite) => action === 'delete'

/** A comment as the stream has it. */
export function shownComment({ author_kind, author_name, ...rest }: CommentRow): Row {
  return { ...rest, author: { kind: author_kind, name: author_name } }
}

/** Compares and does. `newer`: more has happened about it than the device knows. */
export async function attempt<R extends Named>(one: AnyWrite, row: R | undefined, shown: (row: R) => Row, deeds: Deeds<R>, newer = false): Promise<Outcome> {
  try {
    if (one.action === 'create') {
      if (row) return { status: 'conflict', id: row.id, version: row.version, row: shown(row) }
      // Somebody deleted it, and the device has not heard of that: the stream will tell.
      if (newer) return { status: 'conflict' }
      const { id, version, row: made = null } = await deeds.create()
      return { status: 'applied', id, version, row: made }
    }
    if (!row) return { status: 'gone' }
    if (row.id !== one.id || row.version !== one.version || newer) return { status: 'conflict', id: row.id, version: row.version, row: shown(row) }
    if (one.action === 'update') {
      const { id, version } = await deeds.update(row.id)
      return { status: 'applied', id, version }
    }
    await deeds.remove(row)
    return { status: 'applied', id: row.id }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'not_found' ? { status: 'gone' } : { status: 'refused', reason: error.message }
  }
}
