// The uploaded file on disk, for as long as its import takes: whatever its size, it is never in memory as a whole.
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { importCommand } from '../../../shared/node/own-commands.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { largestImportFile } from '../../../shared/schema/import-file.ts'

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Undefined: not an error of the disk. */
export function diskError(error: unknown): AppError | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return undefined
  if (full.has(code)) return new AppError('storage_full', 'The disk is full. Free some space, then import the same file again.', { cause: error })
  return new AppError('storage_unavailable', `Tandem cannot use its data folder (${code}). Check the disk, then import the same file again.`, { cause: error })
}

/** Passes on what comes, so long as something comes and it is not too much. */
function arriving({ maxBytes: bytes, stalledAfterMs }: UploadLimits): Transform {
  let seen = 0
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      stalled.refresh()
      seen += chunk.length
      if (seen <= bytes) return done(null, chunk)
      const megabytes = Math.floor(bytes / 1_048_576)
      done(new AppError('too_large', `The file is larger than ${megabytes} MB. Import it on the command line: ${importCommand} FILE.`))
    },
  })
  const stalled = setTimeout(() => {
    passing.destroy(new AppError('invalid', `Nothing more of the file came for ${Math.round(stalledAfterMs / 1000)} seconds. Send it again.`))
  }, stalledAfterMs).unref()
  return passing.once('close', () => clearTimeout(stalled))
}

export interface UploadLimits {
  maxBytes: number
  stalledAfterMs: number
}

const usualLimits: UploadLimits = { maxBytes: largestImportFile, stalledAfterMs: 60_000 }

export interface Upload {
  path: string
  remove(): Promise<void>
}

/** Takes the whole file in, or leaves nothing. */
export async function keepUpload(folder: string, name: string, body: Readable, limits: Partial<UploadLimits> = {}): Promise<Upload> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const place = await mkdtemp(join(folder, 'upload-'))
  const remove = () => rm(place, { recursive: true, force: true })
  try {
    const path = join(place, name)
    await pipeline(body, arriving({ ...usualLimits, ...limits }), createWriteStream(path, { mode: 0o600 }))
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
