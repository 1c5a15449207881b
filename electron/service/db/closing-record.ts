// What the database looked like when it was last closed in order, by a Tandem that had checked it. A file that still looks so was touched by nobody since:
// a start need not wait for the check of a long list then, and makes it later.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from './open.ts'

const recordFile = (dataDir: string) => join(dataDir, 'tandem.closed')

/** Size, times and place of the file; undefined while there is a log that is not in it. */
function lookOf(dataDir: string): string | undefined {
  const file = databaseFile(dataDir)
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) return undefined
  const { size, mtimeNs, ctimeNs, ino } = statSync(file, { bigint: true })
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`
}

/** Called after the database was closed, and only when it was found whole since it was opened. */
export function noteClosing(dataDir: string): void {
  try {
    const look = lookOf(dataDir)
    if (look !== undefined) writeFileSync(recordFile(dataDir), look, { mode: 0o600 })
  } catch {
    // No room, or no such file any more: the next start checks first.
  }
}

/** Is the file as it was closed? Says so once: what is opened from now on has to be closed in order again. */
export function takeClosing(dataDir: string): boolean {
  try {
    const noted = readFileSync(recordFile(dataDir), 'utf8')
    rmSync(recordFile(dataDir))
    return noted === lookOf(dataDir)
  } catch {
    return false
  }
}
