// Imports what was read of one file, and tells each step of it as a line.
import type { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { AppError, errorStatus } from '../../../shared/domain/app-error.ts'
import { problemDocument } from '../../../shared/http/problem.ts'
import type { ImportFileLine, ImportFileReport } from '../../../shared/schema/import-file.ts'
import type { Context } from '../context.ts'
import { storageError } from '../db/storage-error.ts'
import type { Journal } from '../journal/journal.ts'
import { createReport } from './import-report.ts'
import { diskError } from './import-upload.ts'
import type { Imports } from './imports.ts'
import type { FileReading } from './reading/file-reading.ts'
import { uploadSource } from './reading/read-records.ts'
import { UnusableFile } from './reading/unusable-file.ts'
import { runImport } from './run-import.ts'

/** The web UI shows some of them at once; a report of many megabytes would help nobody. */
const maxSkipped = 1000

/** Between two batches: a call needs several turns of the event loop (its connection, its body, its answer), and none waits for a batch before each. */
const turnsForOthers = 8

export interface RunFileImportDeps {
  imports: Imports
  journal: Pick<Journal, 'head'>
  /** The service ends: what is not written yet is not written any more. */
  isClosing: () => boolean
  report: (error: unknown) => void
}

export interface FileToImport {
  reading: FileReading
  /** How it is called. */
  file: string
  dryRun: boolean
  /** Throws where so many records may not be written now. */
  allowPart: (records: number) => void
}

/** Nobody waits for the rest. */
class Ended extends Error {}

/** What a person is told. What nobody foresaw goes to the log. */
export function importProblem(error: unknown, report: (error: unknown) => void): AppError {
  if (error instanceof AppError) return error
  if (error instanceof UnusableFile) return new AppError('invalid', error.message)
  const known = storageError(error) ?? diskError(error)
  if (known) return known
  report(error)
  return new AppError('internal', 'Something went wrong in Tandem during the import. See the log for details.', { cause: error })
}

/** Tells each step on `lines`, and at last what became of it. */
export async function runFileImport(
  { imports, journal, isClosing, report }: RunFileImportDeps,
  { reading: { format, batches }, file, dryRun, allowPart }: FileToImport,
  ctx: Context,
  lines: PassThrough,
): Promise<void> {
  const source = uploadSource(file, format)
  const told = createReport(undefined)
  const written: ImportFileReport['written'] = []
  const say = (line: ImportFileLine) => void (lines.destroyed || lines.write(`${JSON.stringify(line)}\n`))
  const finish = async (): Promise<ImportFileReport> => {
    const { seconds: _seconds, skipped, skipped_not_listed, ...summary } = await told.finish({ file, format, source, dry_run: dryRun, seconds: 0 })
    const listed = skipped.slice(0, maxSkipped)
    return { ...summary, skipped: listed, skipped_not_listed: skipped_not_listed + skipped.length - listed.length, written }
  }
  try {
    await runImport({
      batches,
      source,
      dryRun,
      report: told,
      progress: { show: (done, total) => say({ progress: { ...told.counts, part: total ? Math.min(1, done / total) : null } }), end: () => undefined },
      async send(batch) {
        for (let turn = 0; turn < turnsForOthers; turn++) await setImmediate()
        if (lines.destroyed || isClosing()) throw new Ended()
        if (!dryRun) allowPart(batch.records.length)
        const before = journal.head()
        const result = imports.importBatch(batch, ctx)
        if (!dryRun) addStretch(written, before + 1, journal.head())
        return result
      },
    })
    if (told.counts.read === 0) throw new UnusableFile(`${file} contains nothing to import.`)
    say({ report: await finish() })
  } catch (error) {
    if (error instanceof Ended) return
    const { code, message } = importProblem(error, report)
    const [status, title] = errorStatus[code]
    say({ problem: problemDocument({ code, status, title, detail: message, instance: '/import/file' }), report: await finish() })
  }
}

function addStretch(written: ImportFileReport['written'], first: number, last: number): void {
  const before = written.at(-1)
  if (last < first) return
  if (before && before.last + 1 === first) before.last = last
  else written.push({ first, last })
}
