// Calls to the cloud, and what their failing means. Nothing of the token is ever in an error or a log.
import { cloudPrefix } from '../../../../shared/contract/cloud/cloud.ts'
import { epochHeader } from '../../../../shared/contract/cloud/sync.ts'
import type { SyncEntity, SyncPage, SyncReply } from '../../../../shared/schema/cloud/sync.ts'
import type { RemoteTeam } from '../../../../shared/schema/remote.ts'
import { whyUnreachable } from './unreachable.ts'

/** `failed`: it does not take what was sent; `broken`: it has an error of its own, perhaps only with what was sent. */
export type LinkProblem = 'unreachable' | 'not_a_cloud' | 'token' | 'team' | 'busy' | 'failed' | 'broken'

/** `retryAfter`: milliseconds for which the cloud asks to be left alone. */
export class LinkError extends Error {
  readonly problem: LinkProblem
  readonly retryAfter: number | undefined
  constructor(problem: LinkProblem, detail: string, retryAfter?: number) {
    super(detail)
    this.name = 'LinkError'
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

export interface LinkOptions {
  url: string
  token: string
  teamId: string
  version: string
  signal?: AbortSignal
  /** Milliseconds without anything of an answer. */
  timeoutMs?: number
}

export type CloudLink = ReturnType<typeof createCloudLink>

const defaultTimeoutMs = 30_000
/** Bytes that go out in a millisecond on the slowest line that is worth waiting for: what is longer may take longer. */
const slowest = 8
/** Milliseconds until a stream begins. */
const openingPatience = 10_000
/** Milliseconds for which the cloud may ask to be left alone. */
const longestRest = 3_600_000
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The address as it is kept, without what does not belong there. Undefined when a token must not be sent there. */
export function cloudAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, host, pathname, username, password, search, hash } = new URL(text)
  if (username || password || search || hash) return undefined
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.has(hostname))) return undefined
  return `${protocol}//${host}${pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`
}

const statuses = new Set<unknown>(['applied', 'conflict', 'gone', 'refused'])
const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null

/** What cannot be understood is not acted upon: "gone" and a word that is not known mean different things. */
const isAnswer = (result: unknown) =>
  isObject(result) && statuses.has(result.status) && Number.isSafeInteger(result.seq) && (result.status !== 'applied' || Number.isSafeInteger(result.id))

interface Asked {
  method?: string
  body?: string
  headers?: Record<string, string>
}

/** Gives up when nothing comes for a while; `within` says for how long from now on. */
function createWatch(milliseconds: number) {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const within = (more: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => late.abort(new DOMException('nothing comes', 'TimeoutError')), more).unref()
  }
  within(milliseconds)
  return { signal: late.signal, within, end: () => clearTimeout(timer) }
}

export function createCloudLink({ url, token, teamId, version, signal, timeoutMs = defaultTimeoutMs }: LinkOptions) {
  async function ask(path: string, { method = 'GET', body, headers }: Asked, stop: AbortSignal) {
    const until = AbortSignal.any([...(signal ? [signal] : []), stop])
    let response: Response
    try {
      response = await fetch(`${url}${cloudPrefix}${path}`, {
        method,
        // A redirect could carry the token elsewhere.
        redirect: 'manual',
        signal: until,
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Team-Id': teamId,
          'User-Agent': `Tandem/${version}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      })
    } catch (error) {
      throw new LinkError('unreachable', `${url} does not respond${whyUnreachable(error)}. Check the address and the network.`)
    }
    if (!response.ok) throw await refusal(response)
    return response
  }

  async function refusal(response: Response): Promise<LinkError> {
    const text = await response.text().catch(() => '')
    const isProblem = response.headers.get('content-type')?.includes('json') ?? false
    let said: unknown
    try {
      said = JSON.parse(text)
    } catch {
      said = undefined
    }
    const detail = isObject(said) && typeof said.detail === 'string' ? said.detail : ''
    const wait = Number(response.headers.get('retry-after'))
    if (response.status === 429 || response.status === 503)
      return new LinkError('busy', detail || 'The cloud is busy.', Number.isFinite(wait) && wait > 0 ? Math.min(wait * 1000, longestRest) : undefined)
    // What stands before a cloud says this in words of its own.
    if (response.status === 413) return new LinkError('failed', detail || 'The change is too large for the cloud (413).')
    if (!isProblem || !isObject(said) || typeof said.code !== 'string') {
      if (response.status >= 500) return new LinkError('unreachable', `${url} returned ${response.status}. It may be restarting.`)
      return new LinkError('not_a_cloud', `There is no Tandem cloud at ${url} (it returned ${response.status}). Check the address.`)
    }
    // No matter what was sent: its operator has to make room first.
    if (said.code === 'storage_full') return new LinkError('busy', detail || 'The cloud is out of storage.')
    if (response.status >= 500)
      return new LinkError('broken', `${url} has an internal error (${response.status}). Retrying; the cloud’s operator can find the cause in its log.`)
    if (response.status === 404 && response.url.endsWith('/teams'))
      return new LinkError('not_a_cloud', `There is no Tandem cloud at ${url}: it has no teams. Check the address.`)
    if (response.status === 401)
      return new LinkError(
        'token',
        'The cloud rejected this token: it is mistyped, was revoked, or its owner left the team. Create a new one in Team → API tokens.',
      )
    if (response.status === 403) return new LinkError('team', `This token does not belong to the team ${teamId}. Use the ID of the team it was created in.`)
    return new LinkError('failed', detail || `The cloud returned ${response.status}.`)
  }

  /** All of an answer, however slow the line: as long as something comes, it is waited for. */
  async function readAll(response: Response, came: () => void): Promise<string> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of response.body ?? []) {
      came()
      text += decoder.decode(part, { stream: true })
    }
    return text + decoder.decode()
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what a route answers is in its contract
  async function json<T>(path: string, asked: Asked = {}): Promise<{ body: T; headers: Headers }> {
    const watch = createWatch(timeoutMs + (asked.body?.length ?? 0) / slowest)
    try {
      const response = await ask(path, asked, watch.signal)
      try {
        watch.within(timeoutMs)
        return { body: JSON.parse(await readAll(response, () => watch.within(timeoutMs))) as T, headers: response.headers }
      } catch {
        if (signal?.aborted) throw new LinkError('unreachable', 'Stopped.')
        const isJson = response.headers.get('content-type')?.includes('json')
        throw isJson
          ? new LinkError('unreachable', `${url} stopped in the middle of a response.`)
          : new LinkError('not_a_cloud', `There is no Tandem cloud at ${url}: something else responds there. Check the address.`)
      }
    } finally {
      watch.end()
    }
  }

  const strange = () => new LinkError('not_a_cloud', `${url} did not respond like a Tandem cloud. Check the address and any proxy in front of it.`)

  const count = async (path: string) => Number((await json(`${path}?limit=1`)).headers.get('x-total-count') ?? 0)

  return {
    /** The token's team. Throws a LinkError that says what is wrong: the address, the token or the team. */
    async team(): Promise<RemoteTeam> {
      const { body } = await json<RemoteTeam[]>('/teams')
      if (!Array.isArray(body)) throw new LinkError('not_a_cloud', `There is no Tandem cloud at ${url}: something else responds there. Check the address.`)
      const team = body.find(({ id }) => id.toLowerCase() === teamId.toLowerCase())
      if (!team) throw new LinkError('team', `This token does not belong to the team ${teamId}. Use the ID of the team it was created in.`)
      return { id: team.id, name: team.name, role: team.role }
    },

    url,

    /** GETs anything else, for the web UI. */
    read: (path: string) => json<unknown>(path),

    countTasks: () => count('/tasks'),
    countContacts: () => count('/contacts'),

    /** `epoch`: of the cloud's database, if it says it. */
    async page(entity: SyncEntity, after: number): Promise<{ page: SyncPage; epoch: string | undefined }> {
      const { body, headers } = await json<SyncPage>(`/sync?entity=${entity}&after=${after}`)
      const isPage = isObject(body) && Number.isSafeInteger(body.seq) && Array.isArray(body.rows) && body.rows.every(isObject)
      if (!isPage || !(body.next === null || body.next > after)) throw strange()
      return { page: body, epoch: headers.get(epochHeader) ?? undefined }
    },

    async write(body: string, epoch: string | undefined): Promise<SyncReply> {
      const headers: Record<string, string> = epoch === undefined ? {} : { [epochHeader]: epoch }
      const reply = (await json<SyncReply>('/sync', { method: 'POST', body, headers })).body
      if (!isObject(reply) || !Array.isArray(reply.results) || !reply.results.every(isAnswer)) throw strange()
      return reply
    },

    async ack(done: number[], extend: number[] = []): Promise<void> {
      await json('/events/ack', { method: 'POST', body: JSON.stringify({ ...(done.length > 0 ? { done } : {}), ...(extend.length > 0 ? { extend } : {}) }) })
    },

    /** The open stream of the team's events. How long it may be silent then is the reader's matter. */
    async stream(after: number, lease: boolean, ended: AbortSignal): Promise<Response> {
      const opening = createWatch(openingPatience)
      try {
        const headers = { 'Last-Event-ID': String(after), Accept: 'text/event-stream' }
        return await ask(`/events/stream?lease=${lease}`, { headers }, AbortSignal.any([opening.signal, ended]))
      } finally {
        opening.end()
      }
    },

    /** Any other call of the cloud, for what works for the team here: mails, notifications. */
    call: async <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> =>
      (await json<T>(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...(headers ? { headers } : {}) })).body,
  }
}
