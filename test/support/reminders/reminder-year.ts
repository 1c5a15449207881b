// The service as a program of its own whose clock runs from timer to timer, as fast as it can. Each notice that is shown, and how far
// time has come, is appended to a file before anything else happens: what is written there survives kill -9.
import { appendFileSync } from 'node:fs'
import { startService } from '../../../electron/service/start-service.ts'
import { createFakeClock } from './fake-clock.ts'
import { randomFrom } from '../fuzz/random.ts'

const [dataDir, logFile, start, end, seed, mode] = process.argv.slice(2) as [string, string, string, string, string, 'set-up' | 'run']
const random = randomFrom(Number(seed))
const clock = createFakeClock(Number(start))
const pause = () => new Promise<void>((resolve) => setImmediate(resolve))
let showing = 0

const service = await startService({
  port: 0,
  dataDir,
  version: '0.0.0-test',
  logLevel: 'error',
  clock,
  notifier: {
    name: 'year',
    available: async () => true,
    async show({ key, late, reminders }) {
      showing++
      // A moment before it is shown, and one after: both are good moments to be killed.
      while (random() < 0.5) await pause()
      appendFileSync(logFile, `${JSON.stringify({ key, late, at: clock.now().getTime(), ids: reminders.map((reminder) => reminder.id) })}\n`)
      while (random() < 0.5) await pause()
      showing--
    },
  },
})
process.stdout.write(`ready ${service.url}\n`)

async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 6; quiet = showing > 0 ? 0 : quiet + 1) await pause()
}

if (mode === 'run') {
  await clock.advanceTo(Number(end), settled)
  await settled()
  await service.close()
  process.stdout.write('done\n')
} else process.stdin.resume()
