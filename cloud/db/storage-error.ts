// What PostgreSQL could not do, as errors that a caller can act on.
import { AppError } from '../../shared/domain/app-error.ts'
import { elsewhere } from '../auth/locked.ts'
import { overQuotaOf } from '../quotas/quota-error.ts'
import { UnknownOutcome } from './unknown-outcome.ts'

const retry = { extra: { retry_after: 2 } }

/** Classes and codes of SQLSTATE that pass by themselves. */
const unavailable: [RegExp, string][] = [
  [/^57P0[1-5]$|^08/, 'The database is restarting. Nothing was changed. Send the same again in a moment.'],
  [/^TD001$/, 'The database moved to another server. Nothing was changed. Send the same again in a moment.'],
  [/^57014$|^55P03$/, 'The database took too long, and the call was cancelled. Nothing was changed. Send the same again, or ask for less at a time.'],
  [/^53[03]/, 'The database is at its limit. Nothing was changed. Send the same again in a moment.'],
  [/^40/, 'Another write came in between. Nothing was changed. Send the same again.'],
  [/^25P0[2346]$/, 'The database gave the call up. Nothing was changed. Send the same again.'],
  [/^25006$/, 'The database is read-only at the moment. Nothing was changed. Send the same again in a moment.'],
]
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
const driver =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Query read timeout|Client was closed|Cannot use a pool after calling end/

/** Undefined: not an error of the storage. */
export function storageError(error: unknown): AppError | undefined {
  if (error instanceof UnknownOutcome)
    return new AppError(
      'storage_unavailable',
      'The database connection was lost while saving, so the change may or may not have been saved. Read it back, or send the same request again with the same Idempotency-Key.',
      { ...retry, cause: error },
    )
  const { code, message = '' } = error as { code?: unknown; message?: string }
  if (typeof code === 'string') {
    if (code === 'TM001') return elsewhere()
    if (code === 'TQ001') return overQuotaOf(error as { detail?: unknown })
    if (code === '53100')
      return new AppError('storage_full', "The database's disk is full. Nothing was changed. Its operator must free some space.", { cause: error })
    const detail = unavailable.find(([pattern]) => pattern.test(code))?.[1]
    if (detail) return new AppError('storage_unavailable', detail, { ...retry, cause: error })
    if (network.has(code))
      return new AppError('storage_unavailable', 'The database cannot be reached. Nothing was changed. Send the same request again in a moment.', {
        ...retry,
        cause: error,
      })
  }
  if (driver.test(message))
    return new AppError('storage_unavailable', 'The database is busy or restarting. Nothing was changed. Send the same request again in a moment.', {
      ...retry,
      cause: error,
    })
  return undefined
}
