// A real desktop's service, kept in step with the team while everything around it breaks.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { openDesktop } from '../support/sync/synced.ts'
import type { TestTeam } from '../support/cloud/cloud.ts'
import { until } from '../support/until.ts'
import type { DesktopEnd } from './evidence.ts'
import type { History } from './history.ts'

export interface CheckedDesktop {
  /** Writes a task now and then. */
  run(stopped: () => boolean, pauseMs: number): Promise<void>
  /** Waits until nothing waits here any more; where that does not come, what it lacks shows. */
  settle(): Promise<void>
  end(): Promise<DesktopEnd>
  close(): Promise<void>
}

export async function openCheckedDesktop(name: string, url: string, team: TestTeam, history: History): Promise<CheckedDesktop> {
  const desktop = await openDesktop(name, { url }, team)
  await desktop.connect()
  await desktop.synced()
  const epochs: DesktopEnd['epochs'] = []
  const db = new Database(join(desktop.dataDir, 'tandem.db'), { readonly: true })
  const epochOf = db.prepare('SELECT epoch FROM remote_epoch').pluck()
  const look = () => {
    const epoch = epochOf.get() as string | undefined
    if (epoch !== undefined && epochs.at(-1)?.epoch !== epoch) epochs.push({ epoch, at: history.now() })
  }
  look()
  const looking = setInterval(look, 100)
  let count = 0
  return {
    async run(stopped, pauseMs) {
      while (!stopped()) {
        const title = `at ${name} ${++count}`
        await history.perform({ client: name, op: 'desktop_create', args: { text: title } }, async () => {
          const { status } = await desktop.call('POST', '/tasks', { title })
          return { outcome: status === 201 ? 'ok' : 'fail', attempts: 1, status, value: {} }
        })
        await new Promise((resolve) => setTimeout(resolve, pauseMs * 15))
      }
    },
    async settle() {
      const from = history.now()
      let last: unknown
      await until(`${name} to be synced`, async () => ((last = await desktop.state()) as { state: string }).state === 'synced', 90_000).catch(() => undefined)
      history.note('desktop', { name, after: history.now() - from, state: last })
    },
    async end() {
      const { body } = await desktop.call('GET', '/tasks')
      return { name, titles: (body as { title: string }[]).map(({ title }) => title), epochs }
    },
    async close() {
      clearInterval(looking)
      db.close()
      await desktop.close()
    },
  }
}
