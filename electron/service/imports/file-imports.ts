// Imports a file that was uploaded, as the web UI does it: the same reading as `npm run import`, in a thread of its own. What it writes goes in
// batches, each whole or not at all; between them other calls are answered, and whoever goes away ends it there.
import { rmSync } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { AppError } from '../../../shared/domain/app-error.ts'
import { fileName } from '../../../shared/domain/file-name.ts'
import type { Context } from '../context.ts'
import { type FileReading, openFileReading } from './reading/file-reading.ts'
import { keepUpload, type Upload } from './import-upload.ts'
import { type FileToImport, importProblem, runFileImport, type RunFileImportDeps } from './run-file-import.ts'

export interface FileImportDeps extends Omit<RunFileImportDeps, 'isClosing'> {
  /** Where uploads are while they are read. */
  folder: string
}

export interface FileImportRequest extends Pick<FileToImport, 'allowPart' | 'dryRun'> {
  name: string
}

/** Each takes a thread, and up to half a gigabyte of memory. */
const maxLooks = 3

export type FileImports = ReturnType<typeof createFileImports>

export function createFileImports({ imports, journal, folder, report }: FileImportDeps) {
  // What a service that was killed left there.
  rmSync(folder, { recursive: true, force: true })
  const running = new Set<Promise<void>>()
  let importing: string | undefined
  let looks = 0
  let isClosing = false
  const deps: RunFileImportDeps = { imports, journal, report, isClosing: () => isClosing }

  function requirePlace(file: string, dryRun: boolean): void {
    if (!dryRun && importing !== undefined) throw new AppError('conflict', `${importing} is being imported. Wait until it is done, then import ${file}.`)
    if (dryRun && looks >= maxLooks) throw new AppError('conflict', `${maxLooks} files are being previewed. Wait until one is done, then preview ${file}.`)
  }

  /** Answers how it is given back. */
  function takePlace(file: string, dryRun: boolean): () => void {
    requirePlace(file, dryRun)
    if (dryRun) looks++
    else importing = file
    return () => {
      if (dryRun) looks--
      else importing = undefined
    }
  }

  return {
    /** The answer's lines. Throws an AppError for what is seen before the first record: then nothing was changed. */
    async open({ name, dryRun, allowPart }: FileImportRequest, body: Readable, ctx: Context): Promise<Readable> {
      const file = fileName(name)
      try {
        requirePlace(file, dryRun)
      } catch (error) {
        // The rest is taken and dropped: closing while the caller still sends would lose the answer.
        body.resume()
        throw error
      }
      let upload: Upload | undefined
      let reading: FileReading | undefined
      let leavePlace: (() => void) | undefined
      const lines = new PassThrough()
      async function end(): Promise<void> {
        leavePlace?.()
        await reading?.close()
        await upload?.remove().catch(report)
        lines.end()
      }
      try {
        upload = await keepUpload(folder, file, body)
        // Only now: who sends half a file and then nothing keeps nobody else waiting.
        leavePlace = takePlace(file, dryRun)
        reading = await openFileReading(upload.path, file)
        const actor = ctx.actor.kind === 'person' ? { kind: ctx.actor.kind, name: `import ${file}` } : ctx.actor
        const work = runFileImport(deps, { reading, file, dryRun, allowPart }, { actor }, lines).then(end, end)
        running.add(work)
        void work.then(() => running.delete(work))
        return lines
      } catch (error) {
        await end()
        throw importProblem(error, report)
      }
    },

    /** Resolves when nothing of it uses the database any more. */
    async close(): Promise<void> {
      isClosing = true
      await Promise.allSettled(running)
    },
  }
}
