// Runs a command of this folder on a Node that can: the one at hand, or the private copy that `npm start` fetched. Plain JavaScript, because
// it must run on every Node that package.json's `engines` allows. Nothing here writes to standard output: for the MCP bridge that is the protocol's.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isOlderThan, oldestNode } from './oldest-node.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** @param {string} entry the TypeScript file to run, beside this one */
export async function launch(entry) {
  const file = join(dirname(fileURLToPath(import.meta.url)), entry)
  const privateNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(join(root, 'node_modules', '.tandem-installed')) && !existsSync(join(root, 'node_modules', 'fastify'))) setUp()
  if (!isOlderThan(oldestNode)) {
    nodeModule.enableCompileCache?.(join(root, '.cache', 'compiled'))
    await import(pathToFileURL(file).href)
    return
  }
  if (!existsSync(privateNode)) setUp()
  const env = { ...process.env, TANDEM_CALLER: String(process.ppid) }
  const child = spawn(privateNode, [file, ...process.argv.slice(2)], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function setUp() {
  const result = spawnSync(process.execPath, [join(root, 'scripts', 'setup.mjs')], { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
