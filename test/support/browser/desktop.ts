// The real desktop: Electron on a display and a session bus of its own, with a notification service that records.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { electronBinary, sandboxSwitches } from '../../../scripts/electron.mjs'

const root = join(import.meta.dirname, '..', '..', '..')

const has = (program: string) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0

/** Why the desktop cannot be run here; undefined: it can. */
export function noDesktop(): string | undefined {
  if (process.platform !== 'linux') return 'these journeys need Linux (Xvfb, D-Bus)'
  if (!electronBinary()) return 'there is no Electron binary: set ELECTRON_OVERRIDE_DIST_PATH'
  const missing = ['Xvfb', 'dbus-daemon'].filter((program) => !has(program))
  return missing.length > 0 ? `${missing.join(' and ')} not installed` : undefined
}

interface Background {
  value: string
  stop(): Promise<void>
}

/** A program that says on a line of the given stream where it is. */
async function background(command: string, args: readonly string[], stream: number): Promise<Background> {
  const stdio: ('ignore' | 'pipe')[] = ['ignore', 'ignore', 'ignore', 'ignore']
  stdio[stream] = 'pipe'
  const child: ChildProcess = spawn(command, args, { stdio })
  // A run that breaks off leaves nothing behind.
  const kill = () => void child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const value = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdio[stream]?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(text.trim())
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}`)))
  })
  return {
    value,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

export const startDisplay = () => background('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], 3)
export const startBus = () => background('dbus-daemon', ['--session', '--print-address=1', '--nofork', '--nopidfile'], 1)

export interface Place {
  display: string
  bus: string
  dataDir: string
  /** In place of the person's own folders. */
  home: string
}

const rootAndSwitches = (app = root) => [...sandboxSwitches(), '--password-store=basic', '--disable-gpu', app]

export function desktopEnv({ display, bus, home }: Omit<Place, 'dataDir'>, more: Record<string, string> = {}): Record<string, string> {
  mkdirSync(home, { recursive: true })
  const { WAYLAND_DISPLAY: _wayland, XDG_RUNTIME_DIR: _runtime, ...env } = process.env as Record<string, string>
  return {
    ...env,
    DISPLAY: `:${display}`,
    DBUS_SESSION_BUS_ADDRESS: bus,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    TANDEM_NO_DIALOGS: '1',
    ...more,
  }
}

export interface Desktop {
  app: ElectronApplication
  window: Page
  /** The hidden line for a new task. */
  quickAdd: Page
  url: string
  pid: number
}

const isQuickAdd = (page: Page) => new URL(page.url()).pathname === '/quick-add'

export async function launchDesktop(place: Place, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Desktop> {
  const app = await _electron.launch({
    executablePath: electronBinary() as string,
    args: [...rootAndSwitches(), '--port', '0', '--data-dir', place.dataDir, ...args],
    env: desktopEnv(place, env),
    timeout: 60_000,
  })
  const find = async (wanted: (page: Page) => boolean): Promise<Page> =>
    app.windows().find((page) => page.url().startsWith('http') && wanted(page)) ??
    (await app.waitForEvent('window', { timeout: 30_000 }).then(async (page) => (await page.waitForURL(/^http/), find(wanted))))
  const window = await find((page) => !isQuickAdd(page))
  const quickAdd = await find(isQuickAdd)
  for (const page of [window, quickAdd]) page.setDefaultTimeout(15_000)
  return { app, window, quickAdd, url: new URL(window.url()).origin, pid: app.process().pid as number }
}

/** A further start on the same data folder, as a person or a link makes it; resolves with its exit code. */
export async function startAgain(place: Place, args: readonly string[]): Promise<number | null> {
  const child = spawn(electronBinary() as string, [...rootAndSwitches(), '--port', '0', '--data-dir', place.dataDir, ...args], {
    env: desktopEnv(place),
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}
