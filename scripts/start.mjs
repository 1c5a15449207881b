// `npm start`: builds what is missing, then runs Tandem: in its desktop window where that is possible, else as a service alone.
import { spawn } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, buildDesktop, buildService } from './build.mjs'
import { electronBinary, fetchElectron, hasDisplay, sandboxSwitches } from './electron.mjs'
import { endWithNpm } from './end-with-npm.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const given = process.argv.slice(2)
const wantsWindow = !['--headless', '--help', '-h', '--idle-exit'].some((option) => given.some((one) => one.split('=')[0] === option))

// Compiled code is kept between starts, also that of workers: much of a start is otherwise spent on it. And from the first file in TypeScript
// on, because what turns that into JavaScript is itself long to load.
const compiled = join(root, '.cache', 'compiled')
enableCompileCache?.(compiled)
if (!wantsWindow || !hasDisplay()) {
  process.env.NODE_COMPILE_CACHE ??= compiled
  const { beginLean } = await import('../electron/cli/lean-memory.ts')
  beginLean()
}

endWithNpm()

build()
const reason = wantsWindow ? await runDesktop() : undefined
if (reason !== undefined) process.stderr.write(`tandem: no desktop window: ${reason}. Running without one: open the address below in a browser.\n`)
await import(pathToFileURL(join(buildService(), 'main.js')).href)

/** Runs until the desktop ends, and then ends too; returns why there is none. */
async function runDesktop() {
  if (!hasDisplay()) return 'there is no display'
  if (!electronBinary()) await fetchElectron()
  const binary = electronBinary()
  if (!binary) return 'Electron is not installed and could not be fetched'
  buildDesktop()
  const child = spawn(binary, [...sandboxSwitches(), root, ...given], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  let isUp = false
  child.stdout.on('data', (text) => {
    isUp ||= String(text).includes('Tandem')
    process.stdout.write(text)
  })
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(-1))
    child.once('close', (status) => resolve(status ?? -1))
  })
  // It said why it cannot start, or it did what was wanted. Anything else is a machine on which Electron does not run.
  if (isUp || code === 0 || code === 1) process.exit(code < 0 ? 1 : code)
  return `Electron does not run here (it ended with ${code})`
}
