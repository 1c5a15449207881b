// `npm run cells`: two cells and HAProxy on this machine, to try them. Ctrl-C ends them and removes their data, unless --folder says where to keep them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cellsMissing, startCells } from './cells.ts'

const usage = `npm run cells -- [options]
  --port NUMBER      of HAProxy (default 4830)
  --folder DIR       where everything is kept, an empty folder (default: a temporary one)`

const { values } = parseArgs({ options: { port: { type: 'string' }, folder: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
const { port = '4830' } = values
if (values.help || !/^\d{1,5}$/.test(port)) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
const missing = cellsMissing()
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}
const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'tandem-cells-')) : resolve(values.folder)
console.log(`Starting in ${folder} …`)
const running = await startCells({ folder, port: Number(port) })
const [a, b] = running.cells
console.log(`Tandem Cloud is ready at ${running.balancerUrl}
  cells: ${running.cells.map(({ name, url }) => `${name} ${url}`).join(', ')}; the first has what is new
  Move a team from a to b, while people work in it:
    env $(tr -d '"' < ${a.settings}) node cloud/start.mjs admin move-team TEAM --to ${b.settings} --map ${running.router.map} --router ${running.router.socket}`)

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await running.close()
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
