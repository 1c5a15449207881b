// A real local service on a temporary folder, in this process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Notifier } from '../../../electron/service/reminders/notifier.ts'
import { serves } from './as-person.ts'
import { type Service, type ServiceOptions, startService } from '../../../electron/service/start-service.ts'

// Tests and benchmarks write faster than agents should.
process.env.TANDEM_BRAKE ??= 'off'

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A test's reminders must not appear on the screen of whoever runs it. */
export const noNotifier: Notifier = { name: 'test', available: async () => true, show: async () => undefined }

export async function openService(
  options: Partial<ServiceOptions> = {},
): Promise<{ url: string; dataDir: string; replanReminders: Service['replanReminders']; close(): Promise<void> }> {
  const folder = temporaryFolder()
  const service = await startService({ port: 0, dataDir: folder.path, version: '0.0.0-test', logLevel: 'silent', notifier: noNotifier, ...options })
  serves(service.url, options.dataDir ?? folder.path)
  return {
    url: service.url,
    replanReminders: service.replanReminders,
    dataDir: folder.path,
    async close() {
      await service.close()
      folder.remove()
    },
  }
}
