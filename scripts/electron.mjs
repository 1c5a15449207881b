// Which Electron there is, and whether it can show anything: found out without starting it.
import { existsSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const installed = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules', 'electron')
const binaryName = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[process.platform] ?? 'electron'

/** Its path; undefined when there is none yet. */
export function electronBinary(env = process.env) {
  const dist = env.ELECTRON_OVERRIDE_DIST_PATH || join(installed, 'dist')
  const name = existsSync(join(installed, 'path.txt')) ? readFileSync(join(installed, 'path.txt'), 'utf8') : binaryName
  return [join(dist, name), join(dist, binaryName)].find((path) => existsSync(path))
}

export function hasDisplay(env = process.env) {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Fetches it with the package's own installer, if the place that it comes from answers within a second. */
export async function fetchElectron(env = process.env) {
  if (env.ELECTRON_OVERRIDE_DIST_PATH || env.ELECTRON_SKIP_BINARY_DOWNLOAD) return
  const installer = join(installed, 'install.js')
  if (!existsSync(installer)) return
  const mirror = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror ?? 'https://github.com'
  try {
    await fetch(mirror, { method: 'HEAD', signal: AbortSignal.timeout(800) })
  } catch {
    return
  }
  process.stderr.write('tandem: fetching Electron for the window (about 110 MB, once)\n')
  spawnSync(process.execPath, [installer], { stdio: ['ignore', 2, 2] })
}

/** Root has no sandbox to be put in: Chromium would refuse to start. */
export const sandboxSwitches = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])
