// Files of a team, as they are read.
import { AppError } from '../../shared/domain/app-error.ts'
import type { TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { FilePlace } from './file-place.ts'
import { type FileRow, fileStore } from './file-store.ts'
import { DamagedFile, unsealed } from './sealed-file.ts'
import type { Keys } from '../auth/secrets.ts'

interface OpenFile {
  bytes: number
  media_type: string
  content: AsyncIterable<Buffer>
}

export interface HandingOutDeps {
  journal: Journal
  place: FilePlace
  key: Keys
  onError: (error: unknown) => void
}

export function createHandingOut({ journal, place, key, onError }: HandingOutDeps) {
  async function describe(hash: string, ctx: TeamContext): Promise<FileRow> {
    const row = await journal.read(ctx.team, (tx) => fileStore.byHash(tx, ctx.team.id, hash))
    if (!row) throw new AppError('not_found', `The team has no file ${hash.slice(0, 12)}…. Send it with POST /api/attachments.`)
    return row
  }

  return {
    /** Those of them that the team does not have. */
    async lacking(hashes: readonly string[], ctx: TeamContext): Promise<string[]> {
      if (hashes.length === 0) return []
      const known = new Set(await journal.read(ctx.team, (tx) => fileStore.known(tx, ctx.team.id, hashes)))
      return [...new Set(hashes)].filter((hash) => !known.has(hash))
    },

    /** Its first bytes are right once this resolves; what is wrong further on breaks the stream. */
    async open(hash: string, ctx: TeamContext): Promise<OpenFile> {
      const row = await describe(hash, ctx)
      const of = { team: ctx.team.id, object: row.object }
      const sealed = await place.read(of)
      if (!sealed) {
        onError(new Error(`the bytes of the file ${hash} of the team ${of.team} are gone: ${of.object}`))
        throw new AppError('not_found', `The file ${hash.slice(0, 12)}… is lost. Send it again with POST /api/attachments.`)
      }
      const pieces = unsealed(key, of, sealed)
      const first = await pieces.next().catch((error: unknown) => {
        if (!(error instanceof DamagedFile)) throw error
        onError(error)
        throw new AppError('not_found', `The file ${hash.slice(0, 12)}… is damaged. Send it again with POST /api/attachments.`)
      })
      async function* content() {
        yield first.value as Buffer
        yield* pieces
      }
      return { bytes: row.bytes, media_type: row.media_type, content: content() }
    },

    /** For HEAD: no byte is read. */
    describe,
  }
}
