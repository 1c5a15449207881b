// Files in an export, which is lines of text: in pieces small enough for one request, each with its place in the file. Piece by piece they are put together
// again, and count once their content is what its hash says.
import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ImportedAttachment } from '../../../shared/schema/import.ts'
import { deletedMark, filesIn, incomingIn, placeOf } from './attachment-files.ts'

/** Bytes of a piece: about 4 MB as text. */
const pieceBytes = 3 * 1_048_576

/** All files of a folder; a file that goes meanwhile ends in the middle, and is refused by whoever reads it. */
export async function* piecesOf(folder: string): AsyncGenerator<ImportedAttachment> {
  for (const { hash, bytes } of filesIn(folder)) {
    const handle = await open(join(folder, placeOf(hash))).catch(() => undefined)
    if (!handle) continue
    try {
      for (let offset = 0; offset < bytes; ) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(pieceBytes, bytes - offset)), 0, null, offset)
        if (bytesRead === 0) break
        yield { hash, bytes, offset, data: buffer.subarray(0, bytesRead).toString('base64') }
        offset += bytesRead
      }
    } finally {
      await handle.close()
    }
  }
}

const invalid = (detail: string) => new AppError('invalid', detail)

export interface AttachmentPieces {
  /** Whether the whole file is here. */
  has(hash: string): boolean
  /** Throws `invalid` for what does not fit to the pieces before, or makes another file than it says. */
  take(piece: ImportedAttachment): void
}

/** `arrived`: a file is whole. */
export function createAttachmentPieces(folder: string, arrived: () => void): AttachmentPieces {
  const has = (hash: string) => existsSync(join(folder, placeOf(hash)))

  function finish(partial: string, hash: string): void {
    if (createHash('sha256').update(readFileSync(partial)).digest('hex') !== hash) {
      rmSync(partial, { force: true })
      throw invalid('its content is not what its hash says: the export is damaged here')
    }
    const handle = openSync(partial, 'r+')
    fsyncSync(handle)
    closeSync(handle)
    const file = join(folder, placeOf(hash))
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    renameSync(partial, file)
    rmSync(file + deletedMark, { force: true })
  }

  return {
    has,
    take({ hash, bytes, offset, data }) {
      const partial = join(incomingIn(folder), `${hash}.pieces`)
      const content = Buffer.from(data, 'base64')
      if (content.toString('base64') !== data) throw invalid('its data is not base64')
      mkdirSync(incomingIn(folder), { recursive: true, mode: 0o700 })
      if (offset === 0) writeFileSync(partial, content, { mode: 0o600 })
      else if (!existsSync(partial) || statSync(partial).size !== offset) throw invalid('the piece before it is missing; import the whole file again')
      else appendFileSync(partial, content)
      if (offset + content.length > bytes) {
        rmSync(partial, { force: true })
        throw invalid(`it is longer than the ${bytes} bytes that it says`)
      }
      if (offset + content.length !== bytes) return
      finish(partial, hash)
      arrived()
    },
  }
}
