// A real service that serves the built window, on a data folder of its own.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Notifier } from '../../../electron/service/reminders/notifier.ts'
import { type Service, type ServiceOptions, startService } from '../../../electron/service/start-service.ts'
import { serves, signed } from '../service/as-person.ts'
import { noNotifier } from '../service/service.ts'
import { localContract } from '../../../shared/contract/local.ts'
import { maxRecords } from '../../../shared/schema/import.ts'
import { type Client, createClient } from '../../../shared/http/client.ts'

const windowDir = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer')

export interface WindowService {
  url: string
  dataDir: string
  /** Calls the service as somebody: "agent:claude". */
  as(actor: string): Client<typeof localContract>
  stop(): Promise<void>
  /** Starts again at the same address on the same data. */
  start(): Promise<void>
}

/** A hook that is added while a test runs is never called: those of the whole file end its tests' windows, too. */
const opened = new Set<() => Promise<void>>()
async function endAll(): Promise<void> {
  const ending = [...opened]
  opened.clear()
  await Promise.all(ending.map((end) => end()))
}

/** Stopped and removed after the test file (which opens one outside of its tests as well). */
export async function startWindow({
  withMeaning = false,
  ...options
}: {
  requireToken?: boolean
  withMeaning?: boolean
  notifier?: Notifier
  syncTimes?: ServiceOptions['syncTimes']
  mailTimes?: ServiceOptions['mailTimes']
} = {}): Promise<WindowService> {
  if (!existsSync(join(windowDir, 'index.html'))) throw new Error('The window is not built. Run `npm test`, or `npm run build` first.')
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-window-'))
  async function begin(port: number): Promise<Service> {
    const { TANDEM_EMBEDDER: before } = process.env
    // Read once, at the start of the service.
    if (withMeaning) delete process.env.TANDEM_EMBEDDER
    try {
      const begun = await startService({ port, dataDir, version: '0.0.0', windowDir, logLevel: 'silent', notifier: noNotifier, ...options })
      serves(begun.url, dataDir)
      return begun
    } finally {
      if (before !== undefined) process.env.TANDEM_EMBEDDER = before
    }
  }
  let service: Service | undefined = await begin(0)
  const { url } = service
  async function stop() {
    await service?.close()
    service = undefined
  }
  opened.add(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  afterAll(endAll)
  return {
    url,
    dataDir,
    as: (actor) => createClient(localContract, { baseUrl: url, headers: signed(url, { 'X-Actor': actor }) }),
    stop,
    async start() {
      service = await begin(Number(new URL(url).port))
    },
  }
}

/** Many tasks at once, as an import brings them. */
export async function fillWith(client: Client<typeof localContract>, titles: readonly string[]): Promise<void> {
  for (let at = 0; at < titles.length; at += maxRecords) {
    const records = titles.slice(at, at + maxRecords).map((title) => ({ external_id: title, task: { title } }))
    await client.importBatch({ body: { source: 'test', records } })
  }
}
