// `npm run cloud`: builds the web UI if it is missing or stale, then runs the cloud in this process.
import { build } from './build.mjs'

if (!process.argv.some((one) => one === '--help' || one === '-h')) build()
await import('../cloud/start.mjs')
