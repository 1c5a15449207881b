// A file on its way in: sealed while it comes, and on the disk before anything else is done with it. So a slow sender holds nothing open but a file.
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../shared/domain/app-error.ts'
import { receiveFile } from '../../shared/node/received-file.ts'
import type { Spooled } from './file-place.ts'
import { createSealing, type FileObject } from './sealed-file.ts'
import type { Keys } from '../auth/secrets.ts'

/** What the first bytes are looked at for. */
const headBytes = 4096
const staleAfterMs = 3_600_000

export interface SpooledFile extends Spooled {
  hash: string
  /** Of what was sent. */
  plainBytes: number
  head: Buffer
  /** Leaves nothing on this disk. */
  drop(): Promise<void>
}

/** Throws as a full disk or one that cannot be written. */
function diskError(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('storage_full', 'The disk for files is full. Nothing was changed. Its operator must free some space.', { cause: error })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOENT' || code === 'ENOTDIR')
    return new AppError('storage_unavailable', 'The folder for files cannot be written. Nothing was changed. Its operator finds the reason in the log.', {
      cause: error,
    })
  return error
}

export async function spool(folder: string, key: Keys, of: FileObject, body: Readable): Promise<SpooledFile> {
  const path = join(folder, of.object)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const handle = await open(path, 'wx', 0o600)
    const drop = () => rm(path, { force: true })
    try {
      const plain = createHash('sha256')
      const stored = createHash('sha256')
      const sealing = createSealing(key, of)
      let head = Buffer.alloc(0)
      let [plainBytes, bytes] = [0, 0]
      const write = async (sealed: Buffer) => {
        stored.update(sealed)
        bytes += sealed.length
        await handle.writeFile(sealed)
      }
      await receiveFile(body, async (chunk) => {
        plain.update(chunk)
        plainBytes += chunk.length
        if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
        await write(sealing.push(chunk))
      })
      await write(sealing.end())
      await handle.sync()
      await handle.close()
      return { path, bytes, sum: stored.digest('hex'), hash: plain.digest('hex'), plainBytes, head, drop }
    } catch (error) {
      await handle.close().catch(() => undefined)
      await drop()
      throw error
    }
  } catch (error) {
    throw diskError(error)
  }
}

/** What a process that was killed left half written. */
export async function clearSpool(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > staleAfterMs) await rm(path, { force: true })
  }
}
