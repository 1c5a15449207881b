// The service of the bench, with a clock for leases that runs sixty times as fast: nobody waits a quarter of an hour for what a killed agent held.
import { startService } from '../../../electron/service/start-service.ts'

const [dataDir = ''] = process.argv.slice(2)
const { url, close } = await startService({
  port: 0,
  dataDir,
  version: 'bench',
  logLevel: 'error',
  notifier: { name: 'none', available: async () => true, show: async () => undefined },
  mcp: { monotonic: () => performance.now() * 60 },
})
process.once('SIGTERM', () => void close().then(() => process.exit(0)))
process.stdout.write(`ready at ${url}\n`)
