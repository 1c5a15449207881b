// How this process was asked to run: arguments first, then the environment, then the defaults. Read once.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startCommand } from '../../shared/node/own-commands.ts'
import { readOtherUsers } from './http/other-users.ts'
import { StartError } from './start-error.ts'

export interface Config {
  host: '127.0.0.1'
  /** 0: any free one. */
  port: number
  dataDir: string
  headless: boolean
  requireToken: boolean
  restore: string | undefined
  startEmpty: boolean
  /** Minutes without a connection after which it ends; undefined: never. */
  idleExit: number | undefined
  logLevel: string
  /** Further origins that may call: the development server's. */
  origins: string[]
  /** Other accounts of this machine that may call. */
  allowOtherUsers: 'all' | readonly number[]
  /** full: each write waits for the disk. */
  synchronous: 'normal' | 'full'
}

const defaultPort = 4820

export const usage = `${startCommand} [options]
  --headless            no window: only the service
  --hidden              in the tray only, until it is asked for
  --quick-add           open the line for a new task
  --port NUMBER         where it answers on this machine (default ${defaultPort}; 0: any free port)
  --data-dir DIR        where the data is (default: ${defaultDataDir()})
  --require-token       callers must send the token in the file DIR/token
  --restore latest|FILE begin from a backup
  --idle-exit MINUTES   end when nobody was connected for so long (for a service that was started for an agent)
  --start-empty         after a damaged database was set aside: begin with an empty list
  --help                this text`

export function defaultDataDir(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Tandem')
  if (process.platform === 'win32') return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Tandem')
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'tandem')
}

function readSynchronous(text: string | undefined): 'normal' | 'full' {
  const word = (text || 'normal').toLowerCase()
  if (word !== 'normal' && word !== 'full')
    throw new StartError(
      'usage',
      `TANDEM_SYNCHRONOUS must be NORMAL (writes reach the disk within 20 ms) or FULL (each write waits for the disk); got '${text}'.`,
    )
  return word
}

function portFrom(text: string, name: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new StartError('usage', `${name} must be a number from 0 to 65535; got '${text}'.`)
  return Number(text)
}

/** Where the service answers, unless an argument says so. */
export const portOf = (env: NodeJS.ProcessEnv): number => (env.TANDEM_PORT === undefined ? defaultPort : portFrom(env.TANDEM_PORT, 'TANDEM_PORT'))

/** Throws StartError with the usage when an option is unknown or has no sense. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv): Config & { help: boolean } {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    throw new StartError('usage', `${(error as Error).message}\n\n${usage}`)
  }
  const port = values.port === undefined ? portOf(env) : portFrom(values.port, '--port')
  const idleExit = values['idle-exit']
  if (idleExit !== undefined && !/^\d{1,5}(?:\.\d+)?$/.test(idleExit))
    throw new StartError('usage', `--idle-exit must be a number of minutes; got '${idleExit}'.`)
  if (values['data-dir'] === '') throw new StartError('usage', '--data-dir must name a folder; got nothing.')
  return {
    host: '127.0.0.1',
    port,
    dataDir: resolve(values['data-dir'] ?? env.TANDEM_DATA_DIR ?? defaultDataDir()),
    headless: values.headless ?? false,
    requireToken: values['require-token'] ?? env.TANDEM_REQUIRE_TOKEN === '1',
    restore: values.restore,
    startEmpty: values['start-empty'] ?? false,
    idleExit: idleExit === undefined ? undefined : Number(idleExit),
    logLevel: env.TANDEM_LOG ?? 'warn',
    origins: env.TANDEM_ORIGINS?.split(',') ?? [],
    allowOtherUsers: readOtherUsers(env.TANDEM_ALLOW_OTHER_USERS),
    synchronous: readSynchronous(env.TANDEM_SYNCHRONOUS),
    help: values.help ?? false,
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      headless: { type: 'boolean' },
      // Of the desktop; without one they have nothing to do.
      hidden: { type: 'boolean' },
      'quick-add': { type: 'boolean' },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      'require-token': { type: 'boolean' },
      restore: { type: 'string' },
      'start-empty': { type: 'boolean' },
      'idle-exit': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
    strict: true,
  }).values
}
