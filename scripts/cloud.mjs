// `npm run cloud`: builds the web UI if it is missing or stale, then runs the cloud in this process.
import { build } from './build.mjs'

const needsNoUi = process.argv[2] === 'admin' || process.argv.some((one) => one === '--help' || one === '-h')
if (!needsNoUi) build()
await import('../cloud/start.mjs')
