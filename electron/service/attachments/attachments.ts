// Files that people and agents add to descriptions and comments. Which task one belongs to is said by the texts alone.
import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../../shared/domain/app-error.ts'
import { attachmentMarkdown, attachmentPath } from '../../../shared/domain/attachments/attachment-link.ts'
import { imageTypeBytes, imageTypeOf } from '../../../shared/domain/attachments/image-type.ts'
import { fileName } from '../../../shared/domain/file-name.ts'
import { receiveFile, requireSize } from '../../../shared/node/received-file.ts'
import type { Attachment } from '../../../shared/schema/files/attachment.ts'
import { attachmentFolder, openAttachmentFiles } from './attachment-files.ts'

export interface UploadRequest {
  name: string
  /** What the caller said that will come. */
  length: number | undefined
}

export interface DescribedFile {
  bytes: number
  /** Its type, where it may be shown. */
  image: string | undefined
}

/** Where a list's files are besides. */
export interface Elsewhere {
  /** Looks there for what is not here, and keeps what it finds. */
  fetch(hash: string): Promise<boolean>
  /** What it is, where it is; fetches nothing. Undefined: it is not there, or nobody could be asked. */
  describe(hash: string): Promise<DescribedFile | undefined>
  /** A file that came in is here. */
  arrived(): void
  /** A person deleted one. */
  removed(hash: string): void
}

export type Attachments = ReturnType<typeof openAttachments>

async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(imageTypeBytes), 0, imageTypeBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

export function openAttachments(
  dataDir: string,
  elsewhere: Elsewhere = { fetch: async () => false, describe: async () => undefined, arrived: () => undefined, removed: () => undefined },
) {
  const files = openAttachmentFiles(attachmentFolder(dataDir))
  files.clearIncoming()

  function requireFile(hash: string): void {
    if (files.has(hash)) return
    const why = files.wasDeleted(hash) ? 'It was deleted here.' : 'It was added on another device, or is lost: a backup may have it.'
    throw new AppError('not_found', `There is no file ${hash.slice(0, 12)}… in this list. ${why} Send it again with POST /attachments.`)
  }

  const content = (hash: string): Promise<Blob | undefined> => openAsBlob(files.fileOf(hash)).catch(() => undefined)
  async function bring(hash: string): Promise<void> {
    if (!files.has(hash) && !files.wasDeleted(hash)) await elsewhere.fetch(hash)
  }

  return {
    has: files.has,

    /** All of it, to be sent on; undefined where it is not here. */
    content,

    /** The same, after looking elsewhere. */
    async contentFromAnywhere(hash: string): Promise<Blob | undefined> {
      await bring(hash)
      return content(hash)
    },

    /** All of it, on the disk, or nothing. `isNew`: the same content was not here. */
    async upload({ name, length }: UploadRequest, body: Readable): Promise<{ attachment: Attachment; isNew: boolean }> {
      requireSize(length)
      const receiving = await files.receive()
      try {
        await receiveFile(body, receiving.write)
        const { hash, bytes, isNew } = await receiving.keep()
        elsewhere.arrived()
        const image = imageTypeOf(await headOf(files.fileOf(hash)))
        const ref = { hash, name: fileName(name) }
        const attachment = {
          ...ref,
          media_type: image ?? 'application/octet-stream',
          bytes,
          path: attachmentPath(ref),
          markdown: attachmentMarkdown(ref, image !== undefined),
        }
        return { attachment, isNew }
      } finally {
        await receiving.drop()
      }
    },

    /** Of a file that is not here, without fetching it. */
    async elsewhere(hash: string): Promise<DescribedFile | undefined> {
      return files.has(hash) || files.wasDeleted(hash) ? undefined : elsewhere.describe(hash)
    },

    /** `path`: in the data folder. `image`: its type, where it may be shown. */
    async read(hash: string): Promise<{ path: string; image: string | undefined }> {
      await bring(hash)
      requireFile(hash)
      return { path: relative(dataDir, files.fileOf(hash)).replaceAll('\\', '/'), image: imageTypeOf(await headOf(files.fileOf(hash))) }
    },

    remove(hash: string): void {
      requireFile(hash)
      files.remove(hash)
      elsewhere.removed(hash)
    },
  }
}
