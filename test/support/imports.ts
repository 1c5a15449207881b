// A data folder of its own, with import and export as the commands run them.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databaseFile, openDatabase } from '../../electron/service/db/open.ts'
import { detectFormat, type Format } from '../../electron/service/imports/reading/detect-format.ts'
import { createReport, type Summary } from '../../electron/service/imports/import-report.ts'
import { sendTo } from '../../electron/service/imports/import-target.ts'
import { defaultSource } from '../../electron/service/imports/reading/read-records.ts'
import { readItems } from '../../electron/service/imports/reading/read-items.ts'
import { runImport } from '../../electron/service/imports/run-import.ts'
import { openOffline } from '../../electron/service/offline.ts'
import type { ExportedTask } from '../../shared/domain/imports/export-markdown.ts'

export const fixture = (name: string) => fileURLToPath(new URL(`../data/import/${name}`, import.meta.url))

export function temporaryFolder(): { path: string; file(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'tandem-import-'))
  return { path, file: (name) => join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A list of its own in memory, or in a data folder. */
export function openList(dataDir?: string) {
  const db = openDatabase(dataDir === undefined ? ':memory:' : databaseFile(dataDir))
  const { exports, imports } = openOffline(db)
  async function lines(): Promise<string[]> {
    let text = ''
    for await (const piece of exports.list()) text += piece
    return text.trimEnd().split('\n')
  }
  return {
    db,
    imports,
    /** As `npm run import` does it, without the process. */
    async importFile(path: string, format?: Format): Promise<Summary> {
      const known = format ?? (await detectFormat(path))
      const source = defaultSource(path, known)
      const report = createReport(undefined)
      const send = sendTo({ kind: 'folder', dataDir: '', db, close: () => undefined }, 'import test')
      await runImport({ batches: readItems(path, known), source, dryRun: false, send, report, progress: { show: () => undefined, end: () => undefined } })
      return report.finish({ file: path, format: known, source, dry_run: false, seconds: 0 })
    },
    lines,
    async tasks(): Promise<ExportedTask[]> {
      return (await lines())
        .slice(1)
        .map((line) => JSON.parse(line) as ExportedTask & { type: string })
        .filter(({ type }) => type === 'task')
    },
    close: () => void db.close(),
  }
}

export interface Finished {
  code: number | null
  out: string
  err: string
}

const script = (name: 'import' | 'export') => fileURLToPath(new URL(`../../electron/service/${name}s/${name}-cli.ts`, import.meta.url))

/** Starts a command for real. */
export function command(name: 'import' | 'export', ...args: string[]) {
  const child = spawn(process.execPath, [script(name), ...args], {
    env: { ...process.env, INIT_CWD: undefined, TANDEM_DATA_DIR: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const finished = new Promise<Finished>((resolve) => void child.once('close', (code) => resolve({ code, out, err })))
  return { child, finished }
}

export const run = (name: 'import' | 'export', ...args: string[]): Promise<Finished> => command(name, ...args).finished
