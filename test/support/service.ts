// A real local service on a temporary folder, in this process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServiceOptions, startService } from '../../electron/service/start-service.ts'

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export async function openService(options: Partial<ServiceOptions> = {}): Promise<{ url: string; dataDir: string; close(): Promise<void> }> {
  const folder = temporaryFolder()
  const service = await startService({ port: 0, dataDir: folder.path, version: '0.0.0-test', logLevel: 'silent', ...options })
  return {
    url: service.url,
    dataDir: folder.path,
    async close() {
      await service.close()
      folder.remove()
    },
  }
}
