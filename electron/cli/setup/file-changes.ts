// What is to become of each file: worked out first, shown, and only then written.
import { dirname } from 'node:path'
import { LeftAlone, readTextFile } from './read-file.ts'
import { digestOf, type WrittenRecord, type WrittenRecords } from './written-record.ts'

/** What Tandem keeps in one file. Both functions throw `LeftAlone` where a person's own words would be touched. */
export interface Piece {
  /** Where it belongs; links are followed. */
  path: string
  /** As it is called in what is printed. */
  name: string
  /** A folder that links must not lead out of. */
  within?: string
  /** The file with the piece in it; the same text where nothing is to be done. */
  put(text: string | null, earlier: string | undefined): string
  /** The file without it; null: no file. */
  take(text: string, earlier: string | undefined): string | null
  /** The folder that it is in is Tandem's, too. */
  hasOwnFolder?: boolean
  /** What is put in: handed to both as `earlier` at the next time. */
  content: string
}

export interface FileChange {
  name: string
  path: string
  before: string | null
  after: string | null
  /** What becomes of the record of it: undefined removes it. */
  record: Pick<WrittenRecord, 'before' | 'piece' | 'madeFolder'> | undefined
  madeFolder: string | undefined
}

export interface LeftFile {
  name: string
  reason: string
}

export interface Plan {
  changes: FileChange[]
  unchanged: string[]
  left: LeftFile[]
}

/** Two names may be one file: a folder of skills that is a link to another. The first one counts. */
function planned(pieces: readonly Piece[], plan: (piece: Piece, found: { path: string; text: string | null }) => FileChange | undefined): Plan {
  const result: Plan = { changes: [], unchanged: [], left: [] }
  const seen = new Set<string>()
  for (const piece of pieces) {
    try {
      const found = readTextFile(piece.path, piece.within)
      if (seen.has(found.path)) continue
      seen.add(found.path)
      const change = plan(piece, found)
      if (change) result.changes.push(change)
      else result.unchanged.push(piece.name)
    } catch (error) {
      if (!(error instanceof LeftAlone)) throw error
      result.left.push({ name: piece.name, reason: error.message })
    }
  }
  return result
}

export function planPutting(pieces: readonly Piece[], records: WrittenRecords): Plan {
  return planned(pieces, (piece, { path, text }) => {
    const record = records.read(path)
    const after = piece.put(text, record?.piece)
    if (after === text) return undefined
    const isAsWritten = record !== undefined && text !== null && digestOf(text) === record.after
    const before = isAsWritten ? record.before : text === null ? null : piece.take(text, record?.piece)
    const madeFolder = text === null ? undefined : record?.madeFolder
    return { name: piece.name, path, before: text, after, record: { before, piece: piece.content, madeFolder }, madeFolder }
  })
}

export function planTaking(pieces: readonly Piece[], records: WrittenRecords): Plan {
  const plan = planned(pieces, (piece, { path, text }) => {
    if (text === null) return undefined
    const record = records.read(path)
    const after = record && digestOf(text) === record.after ? record.before : piece.take(text, record?.piece)
    return after === text
      ? undefined
      : { name: piece.name, path, before: text, after, record: undefined, madeFolder: record?.madeFolder ?? (piece.hasOwnFolder ? dirname(path) : undefined) }
  })
  // The last one first: a folder goes with the first file that was put into it.
  return { ...plan, changes: plan.changes.toReversed() }
}
