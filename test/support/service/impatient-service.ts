// The local service as a process of its own, which waits less with mail servers than people's do.
import { startService } from '../../../electron/service/start-service.ts'
import { noNotifier } from './service.ts'

const service = await startService({
  port: 0,
  dataDir: process.argv[2] as string,
  version: '0.0.0-test',
  logLevel: 'error',
  notifier: noNotifier,
  mailTimes: { undoFor: 0, sendEvery: 100, lookEvery: 300, pollEvery: 200, retries: { usual: [100, 200], password: [100, 100] } },
})
console.log(`Tandem is ready at ${service.url}`)
