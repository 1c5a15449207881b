// Desktops that are kept in step with a team in a real cloud.
import { type Service, type ServiceOptions, startService } from '../../../electron/service/start-service.ts'
import { type Called, callUrl } from '../../contract/target.ts'
import type { TestCloud, TestTeam } from '../cloud/cloud.ts'
import { serves } from '../service/as-person.ts'
import { noNotifier, temporaryFolder } from '../service/service.ts'
import { until } from '../until.ts'

export interface SyncedDesktop {
  name: string
  url(): string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Called>
  dataDir: string
  connect(): Promise<void>
  state(): Promise<{
    state: string
    waiting: number
    conflicts: number
    refused: number
    problem: string | null
    progress: { done: number; total: number } | null
  }>
  /** Nothing waits here any more. */
  synced(): Promise<void>
  /** Ends and starts again on the same folder; `meanwhile` happens in between. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export async function openDesktop(name: string, cloud: Pick<TestCloud, 'url'>, team: TestTeam, options: Partial<ServiceOptions> = {}): Promise<SyncedDesktop> {
  const folder = temporaryFolder()
  async function start(): Promise<Service> {
    const started = await startService({
      port: 0,
      dataDir: folder.path,
      version: '0.0.0-test',
      logLevel: process.env.TANDEM_LOG ?? 'silent',
      notifier: noNotifier,
      syncTimes: { firstRetry: 20, maxRetry: 100 },
      ...options,
    })
    serves(started.url, options.dataDir ?? folder.path)
    return started
  }
  let service = await start()
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    callUrl(`${service.url}${path}`, method, body, { 'x-actor': `person:${name}`, ...headers })
  const desktop: SyncedDesktop = {
    name,
    url: () => service.url,
    call,
    dataDir: folder.path,
    async connect() {
      const reply = await call('PUT', '/remote', { url: cloud.url, token: team.token, team_id: team.id })
      if (reply.status !== 200) throw new Error(`connect: ${reply.status} ${JSON.stringify(reply.body)}`)
    },
    state: async () => (await call('GET', '/remote')).body,
    synced: async () => {
      let last: unknown
      await until(`${name} to be synced`, async () => {
        const state = await desktop.state()
        last = state
        return state.state === 'synced'
      }).catch((error: Error) => {
        throw new Error(`${error.message}: ${JSON.stringify(last)}`)
      })
    },
    async restart(meanwhile) {
      await service.close()
      await meanwhile?.()
      service = await start()
    },
    async close() {
      await service.close()
      folder.remove()
    },
  }
  return desktop
}
