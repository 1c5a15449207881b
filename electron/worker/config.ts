// How a worker was asked to run: arguments first, then the environment, then the defaults. Read once. The token is never an argument: these can be
// read by every program of the machine.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultDataDir } from '../service/config.ts'
import { StartError } from '../service/start-error.ts'
import { cloudAddress } from '../service/sync/transport/cloud-address.ts'

export interface WorkerConfig {
  cloudUrl: string
  teamId: string
  token: string
  dataDir: string
  /** Where it says how it is. */
  host: string
  /** 0: any free one. */
  port: number
  logLevel: string
}

const defaultPort = 4840

export const usage = `npm run worker -- [options]
  --cloud URL           the team's cloud, https://… (TANDEM_WORKER_CLOUD)
  --team ID             the team (TANDEM_WORKER_TEAM)
  --token-file FILE     a file with an API token of the team that can write (TANDEM_WORKER_TOKEN_FILE; or the token itself in TANDEM_WORKER_TOKEN)
  --data-dir DIR        its own copy of the list, for nothing else (TANDEM_WORKER_DATA_DIR; default: ${workerDataDir()})
  --host, --port        where GET /health and GET /ready answer (TANDEM_WORKER_HOST, TANDEM_WORKER_PORT; default 127.0.0.1 and ${defaultPort})
  --help                this text`

/** Beside the list of the person who tries it, never in it. */
function workerDataDir(): string {
  return join(dirname(defaultDataDir()), 'tandem-worker')
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  return parseArgs({
    args: [...args],
    options: { cloud: text, team: text, 'token-file': text, 'data-dir': text, host: text, port: text, help: { type: 'boolean', short: 'h' } },
    strict: true,
  }).values
}

const wrong = (message: string) => new StartError('usage', `${message}\n\n${usage}`)

function tokenFrom(file: string | undefined, token: string | undefined): string {
  if (!file) return token ?? ''
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw wrong(`The file with the token cannot be read: ${(error as Error).message}`)
  }
}

/** Throws StartError with the usage when something is missing, unknown or has no sense. What is empty counts as not set. */
export function readWorkerConfig(args: readonly string[], env: NodeJS.ProcessEnv): WorkerConfig | { help: true } {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    throw wrong((error as Error).message)
  }
  if (values.help) return { help: true }
  const asked = values.cloud || env.TANDEM_WORKER_CLOUD
  if (!asked) throw wrong('Name the cloud: --cloud https://tandem.example.org, or TANDEM_WORKER_CLOUD.')
  const cloudUrl = cloudAddress(asked)
  if (cloudUrl === undefined)
    throw wrong(
      `The cloud must be an address such as https://tandem.example.org (http only on this machine, so that the token is never sent unencrypted); got '${asked}'.`,
    )
  const teamId = values.team || env.TANDEM_WORKER_TEAM
  if (!teamId) throw wrong("Name the team by its ID: --team, or TANDEM_WORKER_TEAM. Team → API tokens in the cloud's web UI shows it.")
  const token = tokenFrom(values['token-file'] || env.TANDEM_WORKER_TOKEN_FILE, env.TANDEM_WORKER_TOKEN)
  if (!token) throw wrong('A worker needs an API token of the team, of its own: --token-file, TANDEM_WORKER_TOKEN_FILE or TANDEM_WORKER_TOKEN.')
  const port = values.port || env.TANDEM_WORKER_PORT || String(defaultPort)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw wrong(`--port must be a number from 0 to 65535; got '${port}'.`)
  return {
    cloudUrl,
    teamId,
    token,
    dataDir: resolve(values['data-dir'] || env.TANDEM_WORKER_DATA_DIR || workerDataDir()),
    host: values.host || env.TANDEM_WORKER_HOST || '127.0.0.1',
    port: Number(port),
    logLevel: env.TANDEM_LOG || 'warn',
  }
}
