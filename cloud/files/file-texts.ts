// What files say, for search: each instance reads what nobody has read yet, one file after the other. The texts are sealed as the files are.
import { AppError } from '../../shared/domain/app-error.ts'
import { maxAttachmentBytes } from '../../shared/domain/attachments/attachment-link.ts'
import { readFileText } from '../../shared/node/file-text/file-text.ts'
import { type Keys, seal, unseal } from '../auth/secrets.ts'
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import type { Journal } from '../journal/journal.ts'
import { createLeaseLoop } from '../lease-loop.ts'
import type { FilePlace } from './file-place.ts'
import { fileStore, type UnreadFile } from './file-store.ts'
import { DamagedFile, unsealed } from './sealed-file.ts'

/** With a file that brings an instance down, no third one tries. */
const maxTries = 2
const takenForMs = 120_000
/** After the store for files did not work, and where a file's bytes are not there: they may be sent again. */
const laterMs = 60_000
const muchLaterMs = 3_600_000

export interface FileTextDeps {
  db: Database
  journal: Journal
  place: FilePlace
  key: Keys
  lookEvery: number
  onError: (error: unknown) => void
}

const system = { kind: 'system', name: 'Tandem' } as const
export const fileTextLabel = (team: string, hash: string): string => `text of the file ${hash} of ${team}`

/** For whoever indexes a team: the texts of those of its files that were read. */
export const createTextsOfTeam =
  (key: Keys) =>
  async (read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>, team: string, hashes: readonly string[]): Promise<{ hash: string; text: string }[]> => {
    const rows = await read((tx) => fileStore.texts(tx, team, hashes))
    return rows.map(({ hash, text_sealed }) => ({ hash, text: unseal(key, text_sealed, fileTextLabel(team, hash)).toString() }))
  }

export function createFileTexts({ db, journal, place, key, lookEvery, onError }: FileTextDeps) {
  const closing = new AbortController()
  const soon = (ms: number) => new Date(journal.now().getTime() + ms).toISOString()

  /** Undefined: its bytes are not there, which is told to who asks for them. */
  async function bytesOf({ team_id: team, object }: UnreadFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const sealed = await place.read({ team, object })
    if (!sealed) return undefined
    const bytes = Buffer.alloc(maxAttachmentBytes)
    let length = 0
    for await (const piece of unsealed(key, { team, object }, sealed)) length += piece.copy(bytes, length)
    return new Uint8Array(bytes.subarray(0, length))
  }

  const putBack = (file: UnreadFile, ms: number) => db.asCourier((tx) => fileStore.putBack(tx, file, soon(ms)))

  async function work(file: UnreadFile): Promise<void> {
    let text = ''
    try {
      if (file.text_tries <= maxTries) {
        const bytes = await bytesOf(file)
        if (!bytes) return putBack(file, muchLaterMs)
        text = await readFileText(bytes, closing)
      }
    } catch (error) {
      if (error instanceof DamagedFile) return putBack(file, muchLaterMs)
      // The store's fault and not the file's.
      if (error instanceof AppError) return putBack(file, laterMs)
      throw error
    }
    if (closing.signal.aborted) return putBack(file, 0)
    const { team_id: id, hash } = file
    const sealed = seal(key, Buffer.from(text), fileTextLabel(id, hash))
    await journal.write({ team: { id }, actor: system, principal: '' }, ({ tx }) => fileStore.keepText(tx, id, hash, sealed))
  }

  const loop = createLeaseLoop({
    lease: (max) => db.asCourier((tx) => fileStore.takeUnread(tx, soon(0), soon(takenForMs), max)),
    work,
    maxUnderWay: 1,
    lookEvery,
    onError,
  })

  return {
    wake: loop.wake,
    async close(): Promise<void> {
      closing.abort()
      await loop.close()
    },
  }
}
