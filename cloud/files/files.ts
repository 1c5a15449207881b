// Files that texts of a team name, by what is in them. Which task one belongs to is said by the texts alone. Bytes are in a folder or a bucket, sealed;
// what is there is written down before a byte is, so that a process that dies leaves nothing that nobody knows of.
import type { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { attachmentMarkdown, attachmentPath } from '../../shared/domain/attachments/attachment-link.ts'
import { imageTypeOf } from '../../shared/domain/attachments/image-type.ts'
import { fileName } from '../../shared/domain/file-name.ts'
import { requireSize } from '../../shared/node/received-file.ts'
import type { Attachment } from '../../shared/schema/files/attachment.ts'
import type { Writer } from '../journal/journal.ts'
import { type FileRow, fileStore } from './file-store.ts'
import { createFilePieces } from './file-pieces.ts'
import { createHandingOut, type HandingOutDeps } from './hand-out.ts'
import { spool, type SpooledFile } from './spool.ts'

export interface FileDeps extends HandingOutDeps {
  /** Bytes that a team may have. */
  quota: number
  /** A new one is there. */
  added: () => void
  /** Something may have to be removed. */
  dropped: () => void
}

export type Files = ReturnType<typeof createFiles>

const shownSize = (bytes: number) => (bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} kB` : `${Math.round(bytes / 104_857.6) / 10} MB`)

export function createFiles({ journal, place, key, quota, added, dropped, onError }: FileDeps) {
  /** Throws `quota_exceeded` where it does not fit beside what is there. */
  function requireRoom(used: number, bytes: number, limit: number): void {
    if (used + bytes <= limit) return
    const said = { quota: 'file_bytes', used, limit, quota_bytes: limit, file_bytes: bytes }
    if (bytes > limit)
      throw new AppError(
        'quota_exceeded',
        `These ${shownSize(bytes)} do not fit: all of the team’s files together may have ${shownSize(limit)}. Link to it instead, or ask the operator for more.`,
        { extra: said },
      )
    throw new AppError(
      'quota_exceeded',
      `The team’s files have ${shownSize(used)} of ${shownSize(limit)}, so these ${shownSize(bytes)} do not fit. Remove files from texts: 30 days later they are gone. Or ask the operator for more.`,
      { extra: { ...said, used_bytes: used } },
    )
  }

  const known = (ctx: Writer, hash: string) => journal.write(ctx, ({ tx, teamId, at }) => fileStore.touch(tx, teamId, hash, at))

  /** The bytes are where they belong before the file is. */
  async function store(ctx: Writer, object: string, spooled: SpooledFile, media_type: string, lost: FileRow | undefined): Promise<boolean> {
    const { id: team } = ctx.team
    const { hash, plainBytes: bytes } = spooled
    await journal.write(ctx, async ({ tx, at }) => {
      await fileStore.lockQuota(tx, team)
      const own = await fileStore.ownQuota(tx, team)
      requireRoom(await fileStore.used(tx, team), bytes, own ?? quota)
      await fileStore.begin(tx, { team, object }, bytes, at)
    })
    try {
      await place.put({ team, object }, spooled)
      const isNew = await journal.write(ctx, async ({ tx, at, lock }) => {
        const row = { team_id: team, hash, object, bytes, media_type, created_at: at, kept_at: at, checked_at: at }
        const kept = await fileStore.insert(tx, row, lost?.object)
        if (kept === object) {
          if (!(await fileStore.keepObject(tx, { team, object }, at)))
            throw new AppError('storage_unavailable', 'Storing the file took too long. Nothing was changed. Send it again.', { extra: { retry_after: 2 } })
          if (lost) await fileStore.drop(tx, team, [lost.object], at)
        } else await fileStore.drop(tx, team, [object], at)
        // Throws where the team was deleted meanwhile.
        await lock()
        return kept === object
      })
      if (isNew || lost) added()
      if (!isNew || lost) dropped()
      return isNew && !lost
    } catch (error) {
      // What is not told now is swept once it is old.
      await journal.write(ctx, ({ tx, at }) => fileStore.drop(tx, team, [object], at)).then(dropped, onError)
      throw error
    }
  }

  async function upload(name: string, length: number | undefined, body: Readable, ctx: Writer): Promise<{ attachment: Attachment; isNew: boolean }> {
    requireSize(length)
    const { id: team } = ctx.team
    // Before anything was sent, where it is said how much will come.
    if (length !== undefined && length > quota) {
      const [own, used] = await journal.read(ctx.team, (tx) => Promise.all([fileStore.ownQuota(tx, team), fileStore.used(tx, team)]))
      if (length > (own ?? quota)) requireRoom(used, length, own ?? quota)
    }
    const object = uuidv7()
    const spooled = await spool(place.spoolFolder, key, { team, object }, body)
    try {
      const { hash, plainBytes: bytes, head } = spooled
      const image = imageTypeOf(head)
      const media_type = image ?? 'application/octet-stream'
      const found = await known(ctx, hash)
      const isThere = found !== undefined && (await place.has({ team, object: found.object }))
      const isNew = isThere ? false : await store(ctx, object, spooled, media_type, found)
      const ref = { hash, name: fileName(name) }
      return { attachment: { ...ref, media_type, bytes, path: attachmentPath(ref), markdown: attachmentMarkdown(ref, image !== undefined) }, isNew }
    } finally {
      await spooled.drop()
    }
  }

  const handingOut = { journal, place, key, onError }
  return { upload, pieces: createFilePieces(handingOut), ...createHandingOut(handingOut) }
}
