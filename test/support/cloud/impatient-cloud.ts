// `npm run cloud`, but for the time after which another instance takes over a delivery or a mailbox: operators may not set it so short.
import { readConfig } from '../../../cloud/config.ts'
import { startCloud } from '../../../cloud/start-cloud.ts'

const { help: _help, ...config } = readConfig(process.argv.slice(2), process.env)
const cloud = await startCloud({
  ...config,
  version: '0.0.0-test',
  courier: { takeFor: 2000 },
  replies: { lookEvery: 100, leaseSeconds: 2, undoFor: 0, waits: [1] },
  imap: { takeEvery: 100, leaseFor: 2, lookEvery: 500, retries: { usual: [100], password: [100, 100] } },
  ...(process.env.TANDEM_TEST_LEASE ? { streams: { leaseFor: Number(process.env.TANDEM_TEST_LEASE), pollEvery: 200 } } : {}),
  ...(process.env.TANDEM_TEST_WINDOW ? { windowDir: process.env.TANDEM_TEST_WINDOW } : {}),
})
process.once('SIGTERM', () => void cloud.close().then(() => process.exit(0)))
console.log(`Tandem Cloud is ready at ${cloud.url}`)
