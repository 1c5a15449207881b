// Imports a file that was uploaded, as the web UI does it: the same reading as `npm run import`, in a thread of its own. What it writes goes in
// batches, each whole or not at all; between them other calls are answered, and whoever goes away ends it there.
import { rmSync } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { AppError, errorStatus } from '../../../shared/domain/app-error.ts'
import { problemDocument } from '../../../shared/http/problem.ts'
import type { ImportFileLine, ImportFileReport } from '../../../shared/schema/import-file.ts'
import type { Context } from '../context.ts'
import { storageError } from '../db/storage-error.ts'
import type { Journal } from '../journal/journal.ts'
import { type FileReading, openFileReading } from './reading/file-reading.ts'
import { createReport } from './import-report.ts'
import { diskError, fileName, keepUpload, type Upload } from './import-upload.ts'
import type { Imports } from './imports.ts'
import { uploadSource } from './reading/read-records.ts'
import { runImport } from './run-import.ts'
import { UnusableFile } from './reading/unusable-file.ts'

/** The web UI shows some of them at once; a report of many megabytes would help nobody. */
const maxSkipped = 1000

export interface FileImportDeps {
  imports: Imports
  journal: Pick<Journal, 'head'>
  /** Where uploads are while they are read. */
  folder: string
  report: (error: unknown) => void
}

export interface FileImportRequest {
  name: string
  dryRun: boolean
}

export type FileImports = ReturnType<typeof createFileImports>

/** Nobody waits for the rest. */
class Ended extends Error {}

export function createFileImports({ imports, journal, folder, report }: FileImportDeps) {
  // What a service that was killed left there.
  rmSync(folder, { recursive: true, force: true })
  const running = new Set<Promise<void>>()
  let importing: string | undefined
  let isClosing = false

  function problemOf(error: unknown): AppError {
    if (error instanceof AppError) return error
    if (error instanceof UnusableFile) return new AppError('invalid', error.message)
    const known = storageError(error) ?? diskError(error)
    if (known) return known
    report(error)
    return new AppError('internal', 'Something went wrong in Tandem during the import. See the log for details.', { cause: error })
  }

  /** Tells each step on `lines`, and at last what became of it. */
  async function run({ format, batches }: FileReading, file: string, dry_run: boolean, ctx: Context, lines: PassThrough): Promise<void> {
    const source = uploadSource(file, format)
    const told = createReport(undefined)
    const written: ImportFileReport['written'] = []
    const say = (line: ImportFileLine) => void (lines.destroyed || lines.write(`${JSON.stringify(line)}\n`))
    const finish = async (): Promise<ImportFileReport> => {
      const { seconds: _seconds, skipped, skipped_not_listed, ...summary } = await told.finish({ file, format, source, dry_run, seconds: 0 })
      const listed = skipped.slice(0, maxSkipped)
      return { ...summary, skipped: listed, skipped_not_listed: skipped_not_listed + skipped.length - listed.length, written }
    }
    try {
      await runImport({
        batches,
        source,
        dryRun: dry_run,
        report: told,
        progress: { show: (done, total) => say({ progress: { ...told.counts, part: total ? Math.min(1, done / total) : null } }), end: () => undefined },
        async send(batch) {
          await setImmediate()
          if (lines.destroyed || isClosing) throw new Ended()
          const before = journal.head()
          const result = imports.importBatch(batch, ctx)
          if (!dry_run) addStretch(written, before + 1, journal.head())
          return result
        },
      })
      if (told.counts.read === 0) throw new UnusableFile(`${file} contains nothing to import.`)
      say({ report: await finish() })
    } catch (error) {
      if (error instanceof Ended) return
      const { code, message } = problemOf(error)
      const [status, title] = errorStatus[code]
      say({ problem: problemDocument({ code, status, title, detail: message, instance: '/import/file' }), report: await finish() })
    }
  }

  return {
    /** The answer's lines. Throws an AppError for what is seen before the first record: then nothing was changed. */
    async open({ name, dryRun }: FileImportRequest, body: Readable, ctx: Context): Promise<Readable> {
      const file = fileName(name)
      if (!dryRun && importing !== undefined) {
        // The rest is taken and dropped: closing while the caller still sends would lose the answer.
        body.resume()
        throw new AppError('conflict', `${importing} is being imported. Wait until it is done, then import ${file}.`)
      }
      if (!dryRun) importing = file
      let upload: Upload | undefined
      let reading: FileReading | undefined
      const lines = new PassThrough()
      async function end(): Promise<void> {
        if (!dryRun) importing = undefined
        await reading?.close()
        await upload?.remove().catch(report)
        lines.end()
      }
      try {
        upload = await keepUpload(folder, file, body)
        reading = await openFileReading(upload.path, file)
        const actor = ctx.actor.kind === 'person' ? { kind: ctx.actor.kind, name: `import ${file}` } : ctx.actor
        const work = run(reading, file, dryRun, { actor }, lines).then(end, end)
        running.add(work)
        void work.then(() => running.delete(work))
        return lines
      } catch (error) {
        await end()
        throw problemOf(error)
      }
    },

    /** Resolves when nothing of it uses the database any more. */
    async close(): Promise<void> {
      isClosing = true
      await Promise.allSettled(running)
    },
  }
}

function addStretch(written: ImportFileReport['written'], first: number, last: number): void {
  const before = written.at(-1)
  if (last < first) return
  if (before && before.last + 1 === first) before.last = last
  else written.push({ first, last })
}
