// Names the folder of the test run's own PostgreSQL; the first test that needs it starts it there (postgres.ts). Afterwards all is removed.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../../cloud/db/server/embedded.ts'

export default function setup(): (() => Promise<void>) | undefined {
  if (process.env.TANDEM_TEST_POSTGRES) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'tandem-test-pg-'))
  process.env.TANDEM_TEST_POSTGRES = folder
  return async () => {
    if (existsSync(join(folder, 'postgresql', 'data', 'postmaster.pid'))) await (await startEmbedded({ dataDir: folder })).stop('immediate')
    rmSync(folder, { recursive: true, force: true })
  }
}
