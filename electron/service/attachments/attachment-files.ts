// Files by what is in them: attachments/ab/HASH in the data folder. They are never changed, so a name stands for one content for ever, and two copies
// of a data folder can be put together by copying files.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { uuidv7 } from 'uuidv7'

export const attachmentFolder = (dataDir: string): string => join(dataDir, 'attachments')

/** From the folder of all files. */
export const placeOf = (hash: string): string => join(hash.slice(0, 2), hash)

/** What a person deleted is marked, so that nobody takes it for lost. */
export const deletedMark = '.deleted'

/** Beside a file: its text, for search. Empty: it has none. */
export const textOf = (file: string): string => `${file}.text`

/** For search: what was read of the files in such a folder. */
export const fileTextsIn = (folder: string) => ({
  has: (hash: string): boolean => existsSync(textOf(join(folder, placeOf(hash)))),
  text(hash: string): string | undefined {
    try {
      return readFileSync(textOf(join(folder, placeOf(hash))), 'utf8')
    } catch {
      return undefined
    }
  },
})

/** Where files are until they are whole. */
export const incomingIn = (folder: string): string => join(folder, 'incoming')

export interface StoredFile {
  hash: string
  bytes: number
}

/** SHA-256 of a file; undefined where it cannot be read. */
export async function hashOf(file: string): Promise<string | undefined> {
  try {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 })) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}

/** Every file of such a folder, by hash. */
export function filesIn(folder: string): StoredFile[] {
  const namesIn = (path: string) => (existsSync(path) ? readdirSync(path) : [])
  return namesIn(folder)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((name) => namesIn(join(folder, name)))
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .sort()
    .map((hash) => ({ hash, bytes: statSync(join(folder, placeOf(hash))).size }))
}

/** A name must never stand for bytes, nor a folder lack a name, that a power cut can still take away. */
async function flushFolder(path: string): Promise<void> {
  // Windows has no such thing as opening a folder.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export interface Receiving {
  write(chunk: Uint8Array): Promise<void>
  /** The file under its hash, on the disk; `isNew`: it was not here. */
  keep(): Promise<StoredFile & { isNew: boolean }>
  /** Leaves nothing, whatever was written; after `keep` too. */
  drop(): Promise<void>
}

export type AttachmentFiles = ReturnType<typeof openAttachmentFiles>

export function openAttachmentFiles(folder: string) {
  const incoming = incomingIn(folder)
  const fileOf = (hash: string) => join(folder, placeOf(hash))
  let placing: Promise<unknown> = Promise.resolve()

  /** One after the other: of two that bring the same, one is new. */
  function place(from: string, hash: string): Promise<boolean> {
    const placed = placing.then(async () => {
      const file = fileOf(hash)
      // Also in the place of one that is damaged.
      if ((await hashOf(file)) === hash) return false
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await rename(from, file)
      await flushFolder(dirname(file))
      await flushFolder(folder)
      await rm(file + deletedMark, { force: true })
      return true
    })
    placing = placed.catch(() => undefined)
    return placed
  }

  async function receive(): Promise<Receiving> {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const path = join(incoming, uuidv7())
    const handle: FileHandle = await open(path, 'wx', 0o600)
    const sum: Hash = createHash('sha256')
    let bytes = 0
    let isOpen = true
    async function close(): Promise<void> {
      if (isOpen) await handle.close()
      isOpen = false
    }
    return {
      async write(chunk) {
        sum.update(chunk)
        bytes += chunk.length
        await handle.writeFile(chunk)
      },
      async keep() {
        await handle.sync()
        await close()
        const hash = sum.digest('hex')
        return { hash, bytes, isNew: await place(path, hash) }
      },
      async drop() {
        await close()
        await rm(path, { force: true })
      },
    }
  }

  return {
    receive,
    fileOf,
    has: (hash: string): boolean => existsSync(fileOf(hash)),
    wasDeleted: (hash: string): boolean => existsSync(fileOf(hash) + deletedMark),
    list: (): StoredFile[] => filesIn(folder),
    /** What a process that was killed left half written. */
    clearIncoming: () => rmSync(incoming, { recursive: true, force: true }),
    /** False: it was not here. */
    remove(hash: string): boolean {
      if (!existsSync(fileOf(hash))) return false
      writeFileSync(fileOf(hash) + deletedMark, '', { mode: 0o600 })
      rmSync(fileOf(hash), { force: true })
      rmSync(textOf(fileOf(hash)), { force: true })
      return true
    },
  }
}
