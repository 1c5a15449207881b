// What SQLite could not do, as errors that a caller can act on.
import { AppError } from '../../../shared/domain/app-error.ts'

const unavailable: Record<string, string> = {
  READONLY: 'Tandem cannot write to its data folder: it is read-only. Nothing was changed. Make it writable, then send the same again.',
  BUSY: 'Another program holds the database for writing. Nothing was changed. Send the same again.',
  CANTOPEN: 'Tandem cannot open its database file. Nothing was changed. Check the data folder, then send the same again.',
  IOERR: 'The disk failed while Tandem was writing. Nothing was changed. Check the disk, then send the same again.',
  CORRUPT: 'The database file is damaged. Nothing was changed. Restart Tandem: it will offer the last backup.',
  NOTADB: 'The database file is damaged. Nothing was changed. Restart Tandem: it will offer the last backup.',
}

// The second: the write-ahead log's own index could not grow.
const full = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])

/** Undefined: not an error of the storage. */
export function storageError(error: unknown): AppError | undefined {
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return undefined
  if (full.has(code)) return new AppError('storage_full', 'The disk is full. Nothing was changed. Free some space, then send the same again.', { cause: error })
  const detail = unavailable[code.split('_')[1] ?? '']
  return detail ? new AppError('storage_unavailable', detail, { cause: error }) : undefined
}
