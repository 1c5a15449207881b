// What SQLite could not do, as errors that a caller can act on.
import { AppError } from '../../../shared/domain/app-error.ts'

const unavailable: Record<string, string> = {
  READONLY: 'Tandem cannot write to its data folder: it is read-only. Nothing was changed. Make it writable, then send the same request again.',
  BUSY: 'Another program is writing to the database. Nothing was changed. Send the same request again.',
  CANTOPEN: 'Tandem cannot open its database file. Nothing was changed. Check the data folder, then send the same request again.',
  IOERR: 'The disk failed while Tandem was writing. Nothing was changed. Check the disk, then send the same request again.',
  CORRUPT: 'The database file is damaged. Nothing was changed. Restart Tandem; it will offer the latest backup.',
  NOTADB: 'The database file is damaged. Nothing was changed. Restart Tandem; it will offer the latest backup.',
}

// SQLITE_IOERR_SHMSIZE: the write-ahead log's own index could not grow.
const full = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'])

/** What the system says of files: an unwritable folder, something else in a file's place, a full or failing disk. */
const ofFiles = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOTDIR', 'EISDIR', 'EEXIST'])

/** Undefined: not an error of the storage. */
export function storageError(error: unknown): AppError | undefined {
  const { code, path } = error as { code?: unknown; path?: unknown }
  if (typeof code !== 'string') return undefined
  if (typeof path === 'string' && ofFiles.has(code)) {
    const detail = `Tandem cannot write ${path} (${code}). Nothing was changed. Make its folder writable, then send the same request again.`
    return new AppError('storage_unavailable', detail, { cause: error })
  }
  if (full.has(code))
    return new AppError('storage_full', 'The disk is full. Nothing was changed. Free some space, then send the same request again.', { cause: error })
  if (!code.startsWith('SQLITE_')) return undefined
  const detail = unavailable[code.split('_')[1] ?? '']
  return detail ? new AppError('storage_unavailable', detail, { cause: error }) : undefined
}
