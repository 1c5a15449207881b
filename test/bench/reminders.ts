// `npm run bench:reminders`: how long after its moment a reminder is shown, among ten thousand others; how busy the
// service is while it waits; and how long a start takes to gather ten thousand missed ones in one notice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Service, startService } from '../../electron/service/start-service.ts'
import type { ReminderNotice } from '../../electron/service/reminders/notifier.ts'
import { call, figures, stopAgents } from './timing.ts'

const others = 10_000
const samples = 60
const idleSeconds = 20

const dataDir = mkdtempSync(join(tmpdir(), 'tandem-bench-reminders-'))
const due = new Map<number, number>()
const waits: number[] = []
const service = await startService({
  port: 0,
  dataDir,
  version: '0.0.0-bench',
  logLevel: 'error',
  notifier: {
    name: 'bench',
    available: async () => true,
    async show({ reminders }) {
      for (const { task_id } of reminders) if (due.has(task_id)) waits.push(Date.now() - (due.get(task_id) as number))
    },
  },
})
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
let lastId = 0
const task = async (schedule: object) => {
  await call(`${service.url}/tasks`, 'POST', { title: `task ${++lastId}` })
  await call(`${service.url}/tasks/${lastId}/schedules`, 'POST', schedule)
  return lastId
}

for (let n = 0; n < others; n++) await task({ type: 'monthly', day_of_month: 1 + (n % 31), time: '09:00' })
for (let n = 0; n < samples; n++) {
  const at = Date.now() + 150 + n
  due.set(await task({ type: 'one_time', fire_at: new Date(at).toISOString() }), at)
  await pause(60)
}
await pause(1000)
console.log(`shown after its moment, ${waits.length} of ${samples}, among ${others} schedules: ${JSON.stringify(figures(waits))} ms`)

const before = process.cpuUsage()
await pause(idleSeconds * 1000)
const { user, system } = process.cpuUsage(before)
console.log(`idle for ${idleSeconds} s: ${((user + system) / (idleSeconds * 10_000)).toFixed(2)} % of one core`)

await service.close()
const begun = performance.now()
const month = 40 * 86_400_000
let again: Promise<Service> | undefined
const digest = new Promise<number>((resolve) => {
  const notifier = { name: 'bench', available: async () => true, show: async ({ reminders }: ReminderNotice) => resolve(reminders.length) }
  const clock = { now: () => new Date(Date.now() + month) }
  again = startService({ port: 0, dataDir, version: '0.0.0-bench', logLevel: 'error', notifier, clock })
})
const size = await digest
console.log(`from the start to one notice of ${size} missed reminders: ${Math.round(performance.now() - begun)} ms`)
await (await again)?.close()
stopAgents()
rmSync(dataDir, { recursive: true, force: true })
