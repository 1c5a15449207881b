// A real Secret Service in a D-Bus session of its own, and Tandem in it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { serviceProgram } from './service/service-program.ts'

const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

/** Why there can be no keyring here; undefined: there can. */
export function noKeyring(): string | undefined {
  if (process.platform !== 'linux') return 'a Secret Service is a Linux matter'
  const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((program) => !has(program))
  return missing.length > 0 ? `${missing.join(' and ')} not installed` : undefined
}

export type Keyring = 'unlocked' | 'locked' | 'none'

export interface KeyringService {
  url: string
  stop(): Promise<void>
}

/** `home`: where the keyring's own files are. A locked keyring is one that an earlier session made. */
export async function startInKeyring(keyring: Keyring, home: string, dataDir: string): Promise<KeyringService> {
  mkdirSync(join(home, '.cache'), { recursive: true, mode: 0o700 })
  const service = `exec "${process.execPath}" "${serviceProgram}" --headless --port 0 --data-dir "${dataDir}"`
  const before = {
    unlocked: `printf 'pw\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null; `,
    locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null; ',
    none: '',
  }
  const script = `${before[keyring]}${service}`
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const [command, args] = keyring === 'none' ? ['bash', ['-c', script]] : ['dbus-run-session', ['--', 'bash', '-c', script]]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the session's daemons end with it.
    detached: true,
    env: { ...env, HOME: home, XDG_RUNTIME_DIR: home, XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, 'data'), TANDEM_SECRETS: '' },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { url: await ready(child, ended), stop: () => stop(child, ended) }
}

function ready(child: ChildProcess, ended: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const url = /ready at (http:\S+)/.exec(text)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then(() => reject(new Error(text)))
  })
}

/** Politely first, so that the service closes its files; then whatever the session left. */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const group = -(child.pid as number)
  process.kill(group, 'SIGTERM')
  const timeoutMs = setTimeout(() => process.kill(group, 'SIGKILL'), 5000)
  await ended
  clearTimeout(timeoutMs)
  try {
    process.kill(group, 'SIGKILL')
  } catch {
    // Nothing was left.
  }
}
