// How this process was asked to run: arguments first, then the environment, then the defaults. Read once.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type EmailConfig, readEmailConfig } from './email/email-config.ts'
import { type PushConfig, readPushConfig } from './push/push-config.ts'
import { StartError } from './start-error.ts'

export const defaultPort = 4830

export interface Config {
  host: string
  /** 0: any free one. */
  port: number
  dataDir: string
  /** undefined: the built-in PostgreSQL. */
  databaseUrl: string | undefined
  /** 32 bytes in hex or base64; undefined: made and kept in the data folder. */
  key: string | undefined
  /** Where people reach us, such as https://tandem.example.org; undefined: http://HOST:PORT. */
  publicUrl: string | undefined
  /** Whose X-Forwarded-* headers count: addresses and networks, such as `loopback,172.16.0.0/12`. */
  trustProxy: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  requireVerified: boolean
  metricsToken: string | undefined
  /** Wake-ups over NATS; undefined: over the database. */
  natsUrl: string | undefined
  logLevel: string
  poolSize: number
  /** Milliseconds. */
  statementTimeout: number
  /** How long a call waits for a free connection, in milliseconds. */
  acquireTimeout: number
  bodyLimit: number
  requestsPerMinute: number
  signInsPerMinute: number
  streamsPerLogin: number
  sendsPerMinute: number
  devicesPerUser: number
  /** Seconds after which another instance takes over a delivery that was begun and not finished. */
  pushLease: number
  push: PushConfig
  email: EmailConfig
}

export const usage = `npm run cloud -- [options]
  --port NUMBER   where it answers (default ${defaultPort}; 0: any free port)
  --host ADDRESS  on which interface (default 127.0.0.1)
  --data-dir DIR  where its data is (default: ${defaultDataDir()})
  --help          this text
All settings, as environment variables, are in cloud/README.md. Without DATABASE_URL a PostgreSQL of its own is started in the data folder.`

function defaultDataDir(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Tandem Cloud')
  if (process.platform === 'win32') return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Tandem Cloud')
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'tandem-cloud')
}

/** A whole number of the environment. */
function numberOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  if (!/^\d{1,9}$/.test(text)) throw new StartError(`${name} must be a whole number; got '${text}'.`)
  return Number(text)
}

/** Throws StartError with the usage when an option is unknown or has no sense. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv): Config & { help: boolean } {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`)
  }
  const port = values.port ?? env.PORT ?? String(defaultPort)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new StartError(`--port must be a number from 0 to 65535; got '${port}'.`)
  const publicUrl = env.TANDEM_PUBLIC_URL?.replace(/\/+$/, '') || undefined
  if (publicUrl !== undefined && !/^https?:\/\/[^/]+$/.test(publicUrl))
    throw new StartError(`TANDEM_PUBLIC_URL must be like https://tandem.example.org; got '${publicUrl}'.`)
  const mailFrom = env.TANDEM_MAIL_FROM ?? 'Tandem <tandem@localhost>'
  const smtpUrl = env.TANDEM_SMTP_URL || undefined
  return {
    host: values.host ?? env.TANDEM_HOST ?? '127.0.0.1',
    port: Number(port),
    dataDir: resolve(values['data-dir'] ?? env.TANDEM_CLOUD_DATA_DIR ?? defaultDataDir()),
    databaseUrl: env.DATABASE_URL || undefined,
    key: env.TANDEM_KEY || undefined,
    publicUrl,
    trustProxy: env.TANDEM_TRUST_PROXY || undefined,
    smtpUrl,
    mailFrom,
    // Without mail nobody could confirm anything.
    requireVerified: env.TANDEM_REQUIRE_VERIFIED === undefined ? smtpUrl !== undefined : env.TANDEM_REQUIRE_VERIFIED === '1',
    natsUrl: env.TANDEM_NATS_URL || undefined,
    metricsToken: env.TANDEM_METRICS_TOKEN || undefined,
    logLevel: env.TANDEM_LOG ?? 'info',
    poolSize: numberOf(env, 'TANDEM_POOL_SIZE', 10),
    statementTimeout: numberOf(env, 'TANDEM_STATEMENT_TIMEOUT_MS', 10_000),
    acquireTimeout: numberOf(env, 'TANDEM_ACQUIRE_TIMEOUT_MS', 5000),
    bodyLimit: numberOf(env, 'TANDEM_BODY_LIMIT', 262_144),
    requestsPerMinute: numberOf(env, 'TANDEM_REQUESTS_PER_MINUTE', 600),
    signInsPerMinute: numberOf(env, 'TANDEM_SIGN_INS_PER_MINUTE', 10),
    streamsPerLogin: numberOf(env, 'TANDEM_STREAMS_PER_LOGIN', 5),
    sendsPerMinute: numberOf(env, 'TANDEM_SENDS_PER_MINUTE', 60),
    devicesPerUser: numberOf(env, 'TANDEM_DEVICES_PER_USER', 20),
    email: readEmailConfig(env),
    pushLease: numberOf(env, 'TANDEM_PUSH_LEASE_SECONDS', 30),
    push: readPushConfig(env, publicUrl, mailFrom),
    help: values.help ?? false,
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: { port: { type: 'string' }, host: { type: 'string' }, 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    strict: true,
  }).values
}
