// Local services on temporary folders, each with the list that its pictures need.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { tokenHeaders } from '../../electron/service/sign-in/token-file.ts'
import { type Service, startService } from '../../electron/service/start-service.ts'
import { localContract } from '../../shared/contract/local.ts'
import { type Client, createClient } from '../../shared/http/client.ts'
import type { Stage } from './shot.ts'

export const builtWindow = join(import.meta.dirname, '..', '..', 'out', 'renderer')

export interface LocalStage extends Stage {
  dataDir: string
  as: (actor: string) => Client<typeof localContract>
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

export async function openLocal(name: string): Promise<LocalStage> {
  const dataDir = mkdtempSync(join(tmpdir(), `tandem-pictures-${name}-`))
  const begin = (port: number): Promise<Service> =>
    startService({
      port,
      dataDir,
      version: '1.0.0',
      windowDir: builtWindow,
      logLevel: 'silent',
      notifier: { name: 'none', available: async () => true, show: async () => undefined },
      syncTimes: { firstRetry: 50, maxRetry: 200 },
    })
  let service: Service | undefined = await begin(0)
  const { url } = service
  const stage: LocalStage = {
    url,
    dataDir,
    as: (actor) => createClient(localContract, { baseUrl: url, headers: { 'X-Actor': actor, ...(actor.startsWith('person') ? tokenHeaders(dataDir) : {}) } }),
    /** As a link of `tandem open` does: what only the person may do (checking a connection with the cloud) is refused otherwise. */
    async enter(page: Page) {
      const token = tokenHeaders(dataDir).Authorization?.replace('Bearer ', '') ?? ''
      await page.addInitScript({
        content: `if (location.origin === ${JSON.stringify(new URL(url).origin)}) localStorage.setItem('tandem:token', ${JSON.stringify(token)})`,
      })
    },
    async stop() {
      await service?.close()
      service = undefined
    },
    async start() {
      service ??= await begin(Number(new URL(url).port))
    },
    async remove() {
      await stage.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return stage
}
