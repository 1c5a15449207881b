// `npm run ha`: a cluster on this machine, to try it. Ctrl-C ends it and removes its data, unless --folder says where to keep them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from './cluster.ts'
import { missingPrograms } from './programs.ts'

const usage = `npm run ha -- [options]
  --mode sync|async  is a write acknowledged by two servers (sync, the default) or by one?
  --port NUMBER      of the balancer (default 4830)
  --folder DIR       where everything is kept, an empty folder (default: a temporary one)`

const { values } = parseArgs({
  options: { mode: { type: 'string' }, port: { type: 'string' }, folder: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
const { mode = 'sync', port = '4830' } = values
if (values.help || !['sync', 'async'].includes(mode) || !/^\d{1,5}$/.test(port)) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
const missing = missingPrograms()
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}
const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'tandem-ha-')) : resolve(values.folder)
mkdirSync(folder, { recursive: true })
console.log(`Starting in ${folder} …`)
const cluster = await startCluster({ folder, mode: mode as 'sync' | 'async', port: Number(port) })
const [first] = cluster.places
console.log(`Tandem Cloud is ready at ${cluster.balancerUrl}
  instances: ${cluster.clouds.map(({ url }) => url).join(' ')}
  databases: ${cluster.places.map(({ name, port: own }) => `${name} 127.0.0.1:${own}`).join(', ')}; ${await cluster.leadership.primary()} leads
  patronictl -c ${join(first?.folder as string, 'patroni.yml')} list`)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await cluster.close()
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
