// What could not be sent: kept in a file, so that an hour of tests is not lost because Tandem was away.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewEvidence } from '../../../shared/schema/work/evidence.ts'
import { UsageError } from '../exit-codes.ts'

export interface Unsent {
  task_id: number
  evidence: NewEvidence
}

/** In the data folder; where that cannot be written, among the temporary files. A file that is there is whole. */
export function keepUnsent(unsent: Unsent, dataDir: string): string {
  const folders = [join(dataDir, 'unsent-evidence'), tmpdir()]
  for (const folder of folders) {
    const file = join(folder, `evidence-${unsent.evidence.id ?? ''}.json`)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.partial`, `${JSON.stringify(unsent, null, 2)}\n`, { mode: 0o600 })
      renameSync(`${file}.partial`, file)
      return file
    } catch (error) {
      if (folder === folders.at(-1)) throw error
    }
  }
  throw new Error('no folder')
}

export function readUnsent(file: string): Unsent {
  try {
    const { task_id, evidence } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Unsent>
    if (typeof task_id === 'number' && typeof evidence === 'object') return { task_id, evidence }
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  throw new UsageError(`${file} is no record of \`tandem prove\`.`)
}

export const dropUnsent = (file: string): void => rmSync(file, { force: true })
