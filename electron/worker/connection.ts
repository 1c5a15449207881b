// Connects a worker's list with its team, over HTTP like any other caller, and keeps at it while the cloud is away.
import type { Remote } from '../../shared/schema/remote.ts'
import { tokenHeaders } from '../service/sign-in/token-file.ts'
import { StartError } from '../service/start-error.ts'
import type { WorkerConfig } from './config.ts'

export interface ConnectionOptions extends Pick<WorkerConfig, 'cloudUrl' | 'teamId' | 'token' | 'dataDir'> {
  /** Where the worker's own service answers. */
  serviceUrl: string
  /** Milliseconds until the cloud is asked again; doubled each time, up to `maxRetry`. */
  firstRetry?: number
  maxRetry?: number
  /** Milliseconds between two looks at how the connection stands. */
  lookEvery?: number
  /** For the log: something changed. */
  say: (line: string) => void
}

interface Reply<T> {
  status: number
  body: T
}

interface Problem {
  detail?: string
  errors?: { pointer: string; detail: string }[]
}

const amounts = ['tasks', 'comments', 'contacts', 'schedules', 'lists'] as const

/** How the connection stands, and why it does not go on. `starting`: the cloud has not answered yet; `revoked`: it refuses the token, or these settings. */
export type Standing = Pick<Remote, 'team' | 'waiting' | 'last_synced_at' | 'problem'> & { state: Remote['state'] | 'starting' }

type Call = <T>(method: string, path: string, body?: unknown) => Promise<Reply<T>>

/** Calls the worker's own service, as the person of its data folder. */
function createCall({ serviceUrl, dataDir }: Pick<ConnectionOptions, 'serviceUrl' | 'dataDir'>): Call {
  return async <T>(method: string, path: string, body?: unknown): Promise<Reply<T>> => {
    const reply = await fetch(serviceUrl + path, {
      method,
      headers: { ...tokenHeaders(dataDir), 'X-Actor': 'person', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as T }
  }
}

/** Returns why the cloud has not answered; undefined: it is connected. Throws StartError where it, or the folder, speaks against it. */
function createAttempt({ cloudUrl, teamId, token, dataDir }: ConnectionOptions, call: Call): () => Promise<string | undefined> {
  const remote = { url: cloudUrl, token, team_id: teamId }
  const notAccepted = (why: string) => new StartError('usage', `The cloud at ${cloudUrl} does not accept this worker: ${why}`)
  const unfit = (why: string) => new StartError('usage', `The data folder ${dataDir} ${why} A worker needs one of its own: name another with --data-dir.`)

  /** What is in the folder must not go to a team that it does not belong to. */
  async function requireOwnFolder(): Promise<void> {
    const { body: now } = await call<Remote>('GET', '/remote')
    if (now.state !== 'off') {
      if (now.team?.id.toLowerCase() !== teamId.toLowerCase()) throw unfit(`belongs to the team ${now.team?.name ?? ''} (${now.team?.id ?? ''}).`)
      return
    }
    const check = await call<{ upload: Record<(typeof amounts)[number], number> }>('POST', '/remote/check', remote)
    if (check.status === 200 && amounts.some((kind) => check.body.upload[kind] > 0)) throw unfit("has tasks of its own, which would become the team's.")
  }

  return async () => {
    await requireOwnFolder()
    const { status, body } = await call<Problem>('PUT', '/remote', remote)
    if (status === 200) return undefined
    const [wrong] = body.errors ?? []
    const why = wrong?.detail ?? body.detail ?? `the service answered ${status}`
    if (wrong && wrong.pointer !== '/url') throw notAccepted(why)
    return why
  }
}

export function createWorkerConnection(options: ConnectionOptions) {
  const { cloudUrl, say, firstRetry = 1000, maxRetry = 60_000, lookEvery = 5000 } = options
  const call = createCall(options)
  const attempt = createAttempt(options, call)
  /** Why the cloud has not answered since the start; null: it has. */
  let away: string | null = null
  /** Why it refuses these settings, if it was away when the worker started. */
  let refused: string | undefined
  let told = ''
  let closed = false
  let retrying: NodeJS.Timeout | undefined
  let attempting: Promise<void> = Promise.resolve()

  async function standing(): Promise<Standing> {
    const { body } = await call<Remote>('GET', '/remote')
    if (refused !== undefined) return { ...body, state: 'revoked', problem: refused }
    // Once the service has a connection, it knows better: `away` is only how the last attempt here ended, which may be long over.
    return body.state === 'off' ? { ...body, state: 'starting', problem: away ?? body.problem } : body
  }

  async function retry(ms: number): Promise<void> {
    try {
      away = (await attempt()) ?? null
    } catch (error) {
      if (error instanceof StartError) refused = error.message
      else away = (error as Error).message
    }
    if (away !== null && refused === undefined) retryIn(Math.min(maxRetry, ms * 2))
  }

  function retryIn(ms: number): void {
    if (closed) return
    retrying = setTimeout(() => void (attempting = retry(ms)), ms)
  }

  async function look(): Promise<void> {
    const { state: name, team, problem } = await standing()
    const word = name === 'offline' || name === 'starting' ? 'away' : name === 'revoked' ? 'revoked' : 'connected'
    if (word === told) return
    told = word
    if (word === 'connected') say(`Connected with ${team?.name} at ${cloudUrl}.`)
    else if (word === 'away') say(`The cloud is away, trying again: ${problem ?? cloudUrl}`)
    else say(`The cloud refuses this worker: ${problem ?? ''} Nothing is done for the team any more; start again with a new token.`)
  }
  const looking = setInterval(() => void look().catch(() => undefined), lookEvery)

  return {
    standing,

    /** How many mails wait for a person here, who decides what becomes of them. */
    waitingForPerson: async (): Promise<number> => (await call<unknown[]>('GET', '/proposals?state=pending')).body.length,

    /** Resolves once the cloud has answered or is found to be away; then it goes on in the background. Throws StartError where the cloud refuses. */
    async connect(): Promise<void> {
      away = (await attempt()) ?? null
      if (away !== null) retryIn(firstRetry)
      await look()
    },

    async close(): Promise<void> {
      closed = true
      clearInterval(looking)
      clearTimeout(retrying)
      await attempting
    },
  }
}
