// What an uploaded file is answered with: one line of JSON for each step, the last of them a report or a problem.
import type { ImportedEntity } from './import.ts'
import type { Problem } from './problem.ts'

/** In bytes. Larger files are imported on the command line, which reads them where they are. */
export const largestImportFile = 256 * 1_048_576

export interface ImportCounts {
  read: number
  imported: number
  already: number
  left_out: number
  refused: number
}

export type FoundKind = ImportedEntity | 'comment' | 'reminder' | 'attachment'

export interface SkippedRecord {
  /** For the person to find it: "line 12". */
  where: string
  outcome: 'refused' | 'left_out' | 'already'
  reason: string
  /** Already here, and not what was imported then. */
  differs?: boolean
}

export interface ImportFileReport extends ImportCounts {
  /** The file's name. */
  file: string
  format: string
  source: string
  dry_run: boolean
  /** What came in, or would. */
  found: Record<FoundKind, number>
  /** The first few of the tasks that came in, or would. */
  titles: string[]
  /** Equal remarks are counted together. */
  notes: { note: string; records: number }[]
  /** Refused, left out and already here, in this order of interest; long lists are cut. */
  skipped: SkippedRecord[]
  skipped_not_listed: number
  /** Which journal entries the import wrote, as stretches of their seq: undo them, newest first, to take it back. */
  written: { first: number; last: number }[]
}

export interface ImportFileProgress extends ImportCounts {
  /** How far, 0 to 1; null where the file is read at once. */
  part: number | null
}

/** `problem`: it stopped there; the report says what came in before. */
export type ImportFileLine = { progress: ImportFileProgress } | { report: ImportFileReport } | { problem: Problem; report: ImportFileReport }
