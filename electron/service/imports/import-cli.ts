// `npm run import -- FILE`. Exit code 0: everything is in Tandem now; 1: the file cannot be used, or the import stopped; 2: some
// records were refused.
import { existsSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { StartError } from '../start-error.ts'
import { findPlace } from './data-place.ts'
import { detectFormat } from './reading/detect-format.ts'
import { importUsage, type ImportOptions, readImportOptions } from './import-options.ts'
import { createReport, inWords } from './import-report.ts'
import { ImportStopped, sendTo } from './import-target.ts'
import { createProgress } from './progress.ts'
import { readItems } from './reading/read-items.ts'
import { defaultSource } from './reading/read-records.ts'
import { runImport } from './run-import.ts'
import { UnusableFile } from './reading/unusable-file.ts'

/** npm runs scripts in the project's folder: a relative path is meant from where the person stands. */
function pathOf(file: string): string {
  const path = [process.env.INIT_CWD, process.cwd()].flatMap((folder) => (folder ? [resolve(folder, file)] : [])).find((candidate) => existsSync(candidate))
  if (path === undefined) throw new UnusableFile(`There is no file ${file}.`)
  // A collection of documents (docs.jsonl with its labels beside it) is imported by its folder's name.
  const documents = join(path, 'docs.jsonl')
  return statSync(path).isDirectory() && existsSync(documents) ? documents : path
}

async function run(options: ImportOptions): Promise<number> {
  const started = performance.now()
  const path = pathOf(options.file)
  const format = options.format ?? (await detectFormat(path))
  const source = options.source ?? defaultSource(path, format).slice(0, 300)
  const place = await findPlace(options, process.env, options.dryRun ? 'empty' : 'create')
  const report = createReport(options.report === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', options.report))
  const progress = createProgress()
  const finish = () => report.finish({ file: path, format, source, dry_run: options.dryRun, seconds: (performance.now() - started) / 1000 })
  try {
    await runImport({ batches: readItems(path, format), source, dryRun: options.dryRun, send: sendTo(place, `import ${basename(path)}`), report, progress })
    progress.end()
    const summary = await finish()
    if (summary.read === 0) throw new UnusableFile(`${basename(path)} contains nothing to import.`)
    console.log(options.json ? JSON.stringify(summary, null, 2) : inWords(summary))
    return summary.refused > 0 ? 2 : 0
  } catch (error) {
    progress.end()
    if (!(error instanceof ImportStopped) && !(error instanceof UnusableFile)) throw error
    const { imported } = await finish()
    throw new ImportStopped(
      `${error.message}${imported > 0 ? `\n${imported} were imported before that. Run the same command again to go on: none comes twice.` : ''}`,
    )
  } finally {
    if (place.kind === 'folder') place.close()
  }
}

try {
  const options = readImportOptions(process.argv.slice(2))
  if (!options) console.log(importUsage)
  else process.exitCode = await run(options)
} catch (error) {
  const isExpected =
    error instanceof StartError || error instanceof UnusableFile || error instanceof ImportStopped || (error as NodeJS.ErrnoException).syscall !== undefined
  if (!isExpected) throw error
  console.error([(error as Error).message, error instanceof UnusableFile ? error.onCommandLine : ''].filter(Boolean).join(' '))
  process.exitCode = 1
}
