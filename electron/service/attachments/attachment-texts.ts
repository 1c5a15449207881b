// What files say, for search: read once, one file after the other, and kept beside each. A file that brings this program down is tried twice and never
// again.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileText } from '../../../shared/node/file-text/file-text.ts'
import { attachmentFolder, filesIn, placeOf, textOf } from './attachment-files.ts'

const maxTries = 2

export interface AttachmentTextDeps {
  dataDir: string
  /** The text of these came or went. */
  changed: (hashes: readonly string[]) => void
  report: (error: unknown) => void
  /** Milliseconds. A start belongs to its first calls. */
  firstAfterMs?: number
}

export type AttachmentTexts = ReturnType<typeof createAttachmentTexts>

/** How often it was begun, this time included. */
function noteTry(mark: string): number {
  const tries = (existsSync(mark) ? Number(readFileSync(mark, 'utf8')) : 0) + 1
  writeFileSync(mark, String(tries), { mode: 0o600 })
  return tries
}

export function createAttachmentTexts({ dataDir, changed, report, firstAfterMs = 3000 }: AttachmentTextDeps) {
  const folder = attachmentFolder(dataDir)
  let running: Promise<void> | undefined
  let again = false
  const closing = new AbortController()

  async function read(hash: string): Promise<void> {
    const file = join(folder, placeOf(hash))
    const mark = `${file}.reading`
    const text = noteTry(mark) > maxTries ? '' : await readFileText(new Uint8Array(await readFile(file)), closing)
    // It was not read to its end, which is no fault of its own.
    if (closing.signal.aborted) return rmSync(mark, { force: true })
    const partial = `${textOf(file)}.partial`
    await writeFile(partial, text, { mode: 0o600 })
    await rename(partial, textOf(file))
    rmSync(mark, { force: true })
    // A person may have deleted the file meanwhile.
    if (!existsSync(file)) rmSync(textOf(file), { force: true })
    changed([hash])
  }

  async function readAll(): Promise<void> {
    do {
      again = false
      for (const { hash } of filesIn(folder)) {
        if (closing.signal.aborted) return
        if (!existsSync(textOf(join(folder, placeOf(hash))))) await read(hash).catch(report)
      }
    } while (again)
  }

  /** Files may have come. */
  function wake(): void {
    if (closing.signal.aborted) return
    again = true
    running ??= readAll()
      .catch(report)
      .finally(() => (running = undefined))
  }
  const first = setTimeout(wake, firstAfterMs).unref()

  return {
    wake,
    /** Its text went with it. */
    removed: (hash: string): void => changed([hash]),
    async close(): Promise<void> {
      closing.abort()
      clearTimeout(first)
      await running
    },
  }
}
