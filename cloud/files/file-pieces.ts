// Files in an export, which is lines of text: in pieces, as a desktop exports and imports its own. One file is in memory at a time.
import type { ImportedAttachment } from '../../shared/schema/import.ts'
import { fileStore } from './file-store.ts'
import type { HandingOutDeps } from './hand-out.ts'
import { DamagedFile, unsealed } from './sealed-file.ts'

/** Bytes of a piece: about 4 MB as text. */
const pieceBytes = 3 * 1_048_576
const page = 200

export function createFilePieces({ journal, place, key, onError }: HandingOutDeps) {
  /** Undefined: it is lost or damaged, and not in the export. */
  async function whole(team: string, object: string): Promise<Buffer | undefined> {
    const sealed = await place.read({ team, object })
    if (!sealed) return undefined
    const pieces: Buffer[] = []
    try {
      for await (const piece of unsealed(key, { team, object }, sealed)) pieces.push(piece)
      return Buffer.concat(pieces)
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error
      onError(error)
      return undefined
    }
  }

  return async function* piecesOf(team: { id: string }): AsyncGenerator<ImportedAttachment> {
    for (let after = ''; ; ) {
      const from = after
      const rows = await journal.read(team, (tx) => fileStore.afterHash(tx, team.id, from, page))
      for (const { hash, object, bytes } of rows) {
        const content = await whole(team.id, object)
        if (!content) continue
        for (let offset = 0; offset < bytes; offset += pieceBytes)
          yield { hash, bytes, offset, data: content.subarray(offset, offset + pieceBytes).toString('base64') }
      }
      const last = rows.at(-1)
      if (!last) return
      after = last.hash
    }
  }
}
