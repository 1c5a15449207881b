// How this process was asked to run: arguments first, then the environment, then the defaults. Read once.
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serverUrls } from './db/server/server-urls.ts'
import type { SignUps } from '../shared/schema/cloud/account.ts'
import { type FilesConfig, readFilesConfig } from './files/files-config.ts'
import { type EmailConfig, readEmailConfig } from './email/email-config.ts'
import { type PushConfig, readCertificates, readHosts, readPushConfig } from './push/push-config.ts'
import { readSearchConfig, type SearchConfig } from './search/search-config.ts'
import { type OidcConfig, readOidcConfig, type SignInWays } from './auth/oidc/oidc-config.ts'
import type { Quotas } from './quotas/defaults.ts'
import { StartError } from './start-error.ts'

const defaultPort = 4830

/** Platforms have ten seconds to answer: what is still being delivered must be nobody else's meanwhile. */
const minPushLease = 15

export interface WebhookConfig {
  /** Hosts that may be private or on other ports: `hooks.example.org`, `*.example.org:8443`. */
  hosts: string[]
  /** A certificate authority to trust besides, as PEM. */
  ca: string | undefined
}

export interface Config {
  host: string
  /** 0: any free one. */
  port: number
  dataDir: string
  /** undefined: the built-in PostgreSQL. */
  databaseUrl: string | undefined
  /** The owner of the database, for its format; undefined: the login of databaseUrl owns it. */
  databaseOwnerUrl?: string | undefined
  /** What a pooler in databaseUrl shares: transactions, or (as without one) nothing before a connection ends. */
  databasePooling?: 'session' | 'transaction'
  /** The servers themselves, past a pooler: to LISTEN there. */
  databaseDirectUrl?: string | undefined
  /** Standbys that may answer what only reads, with the login of databaseUrl. */
  replicaUrl?: string | undefined
  /** What this cell is called by whoever leads calls to cells; undefined: it is the only one. */
  cell?: string | undefined
  /** 32 bytes in hex or base64; undefined: made and kept in the data folder. */
  key: string | undefined
  /** Further keys that open what they sealed; nothing new is sealed with them. */
  otherKeys: readonly string[]
  /** Where people reach us, such as https://tandem.example.org; undefined: http://HOST:PORT. */
  publicUrl: string | undefined
  /** Whose X-Forwarded-* headers count: addresses and networks, such as `loopback,172.16.0.0/12`. */
  trustProxy: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  requireVerified: boolean
  /** Who may make an account. */
  signUps: SignUps
  /** May clients of /mcp without a metadata document register themselves? */
  mcpRegistration: 'open' | 'closed'
  /** How people may sign in: in any way, or with an issuer only. */
  signInWays: SignInWays
  oidc: readonly OidcConfig[]
  metricsToken: string | undefined
  /** Wake-ups over NATS; undefined: over the database. */
  natsUrl: string | undefined
  logLevel: string
  /** Milliseconds in which a cloud that ends still answers, until no balancer sends it anything more. */
  drain: number
  poolSize: number
  /** Milliseconds. */
  statementTimeout: number
  /** How long a call waits for a free connection, in milliseconds. */
  acquireTimeout: number
  bodyLimit: number
  requestsPerMinute: number
  signInsPerMinute: number
  /** To one address. */
  mailsPerMinute: number
  streamsPerLogin: number
  /** All sessions and API tokens of one together. */
  streamsPerPerson: number
  sendsPerMinute: number
  devicesPerUser: number
  /** Seconds after which another instance takes over a delivery that was begun and not finished. */
  pushLease: number
  push: PushConfig
  webhooks: WebhookConfig
  email: EmailConfig
  search: SearchConfig
  files: FilesConfig
  quotas: Quotas
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

type Environment = Readonly<Record<string, string | undefined>>

/** A setting without a text counts as not set: compose files pass on what the operator left empty. */
function withoutEmpty(env: NodeJS.ProcessEnv): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''))
}

/** A whole number of the environment. */
function numberOf(env: Environment, name: string, fallback: number, least = 1): number {
  const text = env[name]
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw new StartError(`${name} must be a whole number, ${least} or more; got '${text}'.`)
  return Number(text)
}

function readDrain(env: Environment): number {
  const seconds = numberOf(env, 'TANDEM_DRAIN_SECONDS', 0, 0)
  if (seconds > 20) throw new StartError(`TANDEM_DRAIN_SECONDS must be 20 or less; got '${seconds}'.`)
  return seconds * 1000
}

/** A text of the environment that must have a certain form. `like` is an example for the message. */
function textOf(env: Environment, name: string, form: RegExp, like: string): string | undefined {
  const text = env[name]
  if (text !== undefined && !form.test(text)) throw new StartError(`${name} must look like ${like}.`)
  return text
}

/** Addresses and networks, as the proxy check of Fastify takes them. */
function proxiesOf(text: string | undefined): string | undefined {
  for (const one of text?.split(',') ?? []) {
    const [address = '', bits, ...more] = one.trim().split('/')
    const max = isIP(address) === 6 ? 128 : 32
    const known = bits === undefined && ['loopback', 'linklocal', 'uniquelocal'].includes(address)
    const network = isIP(address) > 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= max))
    if (!known && !network) throw new StartError(`TANDEM_TRUST_PROXY must list addresses or networks, such as loopback,172.16.0.0/12; got '${one.trim()}'.`)
  }
  return text
}

/** Looked at here, so that an address that cannot be read is said with the other settings. */
function databaseOf(env: Environment, name: string): string | undefined {
  const url = env[name]
  if (url !== undefined) serverUrls(url, name)
  return url
}

function readDatabase(env: Environment, natsUrl: string | undefined) {
  const pooling = (textOf(env, 'TANDEM_DATABASE_POOLING', /^(?:session|transaction)$/, 'session or transaction') ?? 'session') as 'session' | 'transaction'
  const read = {
    databaseUrl: databaseOf(env, 'DATABASE_URL'),
    databaseOwnerUrl: databaseOf(env, 'TANDEM_DATABASE_OWNER_URL'),
    databaseDirectUrl: databaseOf(env, 'TANDEM_DATABASE_DIRECT_URL'),
    replicaUrl: databaseOf(env, 'TANDEM_REPLICA_URL'),
    databasePooling: pooling,
  }
  if (read.databaseUrl === undefined && read.replicaUrl !== undefined)
    throw new StartError('TANDEM_REPLICA_URL belongs to a PostgreSQL of your own: set DATABASE_URL, too.')
  if (read.databaseUrl === undefined && (read.databaseOwnerUrl !== undefined || pooling === 'transaction'))
    throw new StartError('TANDEM_DATABASE_OWNER_URL and TANDEM_DATABASE_POOLING belong to a PostgreSQL of your own: set DATABASE_URL, too.')
  if (pooling === 'transaction' && read.databaseOwnerUrl === undefined)
    throw new StartError(
      'TANDEM_DATABASE_POOLING=transaction needs TANDEM_DATABASE_OWNER_URL: the address of the server itself with the login that owns the database, which sets it up. The login in DATABASE_URL must own nothing.',
    )
  if (pooling === 'transaction' && natsUrl === undefined && read.databaseDirectUrl === undefined)
    throw new StartError(
      'TANDEM_DATABASE_POOLING=transaction needs TANDEM_NATS_URL, or TANDEM_DATABASE_DIRECT_URL with the address of the server itself: instances cannot LISTEN through a pooler that shares its connections.',
    )
  return read
}

/** Throws StartError with the usage when an option is unknown or has no sense. */
export function readConfig(args: readonly string[], environment: NodeJS.ProcessEnv): Config & { help: boolean } {
  const env = withoutEmpty(environment)
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`)
  }
  const port = values.port ?? env.PORT ?? String(defaultPort)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new StartError(`--port must be a number from 0 to 65535; got '${port}'.`)
  const publicUrl = textOf(env, 'TANDEM_PUBLIC_URL', /^https?:\/\/[^/]+\/*$/, 'https://tandem.example.org')?.replace(/\/+$/, '')
  const smtpUrl = textOf(env, 'TANDEM_SMTP_URL', /^smtps?:\/\/./, 'smtp://user:password@host:587')
  const natsUrl = textOf(env, 'TANDEM_NATS_URL', /^(?:nats|tls):\/\/./, 'nats://host:4222')
  const mailFrom = env.TANDEM_MAIL_FROM ?? 'Tandem <tandem@localhost>'
  return {
    host: values.host ?? env.TANDEM_HOST ?? '127.0.0.1',
    port: Number(port),
    dataDir: resolve(values['data-dir'] ?? env.TANDEM_CLOUD_DATA_DIR ?? defaultDataDir()),
    ...readDatabase(env, natsUrl),
    cell: textOf(env, 'TANDEM_CELL', /^[a-z][a-z0-9-]{0,39}$/, 'cell-a'),
    key: env.TANDEM_KEY,
    otherKeys: (env.TANDEM_OTHER_KEYS ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    publicUrl,
    trustProxy: proxiesOf(env.TANDEM_TRUST_PROXY),
    smtpUrl,
    mailFrom,
    // Without mail nobody could confirm anything.
    requireVerified: (textOf(env, 'TANDEM_REQUIRE_VERIFIED', /^[01]$/, '1 or 0') ?? (smtpUrl ? '1' : '0')) === '1',
    signUps: (textOf(env, 'TANDEM_SIGN_UPS', /^(?:open|invited|closed)$/, 'open, invited or closed') ?? 'open') as SignUps,
    mcpRegistration: (textOf(env, 'TANDEM_MCP_REGISTRATION', /^(?:open|closed)$/, 'open or closed') ?? 'open') as Config['mcpRegistration'],
    ...readOidcConfig(env),
    natsUrl,
    metricsToken: env.TANDEM_METRICS_TOKEN,
    logLevel: textOf(env, 'TANDEM_LOG', /^(?:trace|debug|info|warn|error|fatal|silent)$/, 'debug, info, warn, error or silent') ?? 'info',
    drain: readDrain(env),
    poolSize: numberOf(env, 'TANDEM_POOL_SIZE', 10),
    statementTimeout: numberOf(env, 'TANDEM_STATEMENT_TIMEOUT_MS', 10_000),
    acquireTimeout: numberOf(env, 'TANDEM_ACQUIRE_TIMEOUT_MS', 5000),
    bodyLimit: numberOf(env, 'TANDEM_BODY_LIMIT', 262_144, 1024),
    requestsPerMinute: numberOf(env, 'TANDEM_REQUESTS_PER_MINUTE', 600),
    signInsPerMinute: numberOf(env, 'TANDEM_SIGN_INS_PER_MINUTE', 10),
    mailsPerMinute: numberOf(env, 'TANDEM_MAILS_PER_MINUTE', 10),
    streamsPerLogin: numberOf(env, 'TANDEM_STREAMS_PER_LOGIN', 5),
    streamsPerPerson: numberOf(env, 'TANDEM_STREAMS_PER_PERSON', 50),
    sendsPerMinute: numberOf(env, 'TANDEM_SENDS_PER_MINUTE', 60),
    devicesPerUser: numberOf(env, 'TANDEM_DEVICES_PER_USER', 20),
    email: readEmailConfig(env),
    search: readSearchConfig(env, numberOf(env, 'TANDEM_SEARCH_VECTORS_MB', 512)),
    quotas: {
      tasks: numberOf(env, 'TANDEM_TEAM_TASKS', 1_000_000),
      textBytes: numberOf(env, 'TANDEM_TEAM_TEXT_MB', 4096) * 1_048_576,
      members: numberOf(env, 'TANDEM_TEAM_MEMBERS', 1000),
      dailyEvents: numberOf(env, 'TANDEM_TEAM_EVENTS_A_DAY', 1_000_000),
      personTeams: numberOf(env, 'TANDEM_PERSON_TEAMS', 100),
      personTokens: numberOf(env, 'TANDEM_PERSON_TOKENS', 500),
    },
    files: readFilesConfig(env, numberOf(env, 'TANDEM_FILE_QUOTA_MB', 5120)),
    pushLease: numberOf(env, 'TANDEM_PUSH_LEASE_SECONDS', 30, minPushLease),
    push: readPushConfig(env, publicUrl, mailFrom),
    webhooks: { hosts: readHosts('TANDEM_WEBHOOK_HOSTS', env.TANDEM_WEBHOOK_HOSTS), ca: readCertificates('TANDEM_WEBHOOK_CA', env.TANDEM_WEBHOOK_CA) },
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
