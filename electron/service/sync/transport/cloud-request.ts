// One call to the cloud, with the token: how long its answer is waited for, and how it is read.
import { cloudPrefix } from '../../../../shared/contract/cloud/cloud.ts'
import { partSpan, traceparent } from '../../../../shared/node/tracing/spans.ts'
import { LinkError, notACloud, refusalOf } from './link-error.ts'
import { whyUnreachable } from './unreachable.ts'

export interface LinkOptions {
  url: string
  token: string
  teamId: string
  version: string
  signal?: AbortSignal
  /** Milliseconds without anything of an answer. */
  timeoutMs?: number
}

/** What goes out with a call. */
export interface Asked {
  method?: string
  /** A Blob is a file. */
  body?: string | Blob
  headers?: Record<string, string>
  /** Milliseconds without anything of an answer, where it is another time. */
  withinMs?: number
  /** Not one of the API's own paths. */
  prefix?: ''
}

export type CloudRequest = ReturnType<typeof createCloudRequest>

const defaultTimeoutMs = 30_000
/** Bytes that go out in a millisecond on the slowest line that is worth waiting for: what is longer may take longer. */
const slowest = 8

const sizeOf = (body: string | Blob | undefined) => (typeof body === 'string' ? body.length : (body?.size ?? 0))

/** Gives up when nothing comes for a while; `within` says for how long from now on. */
export function createWatch(milliseconds: number) {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const within = (more: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => late.abort(new DOMException('nothing comes', 'TimeoutError')), more).unref()
  }
  within(milliseconds)
  return { signal: late.signal, within, end: () => clearTimeout(timer) }
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

export function createCloudRequest({ url, token, teamId, version, signal, timeoutMs = defaultTimeoutMs }: LinkOptions) {
  /** Part of what it is asked for: the cloud goes on with the same trace. */
  const ask = (path: string, asked: Asked, stop: AbortSignal): Promise<Response> => {
    const { method = 'GET' } = asked
    return partSpan(`cloud ${method}`, { kind: 'client', facts: { 'http.request.method': method } }, async (open) => {
      const response = await send(path, asked, stop)
      open?.note({ 'http.response.status_code': response.status })
      return response
    })
  }

  async function send(path: string, { method = 'GET', body, headers, prefix }: Asked, stop: AbortSignal) {
    const trace = traceparent()
    const until = AbortSignal.any([...(signal ? [signal] : []), stop])
    let response: Response
    try {
      response = await fetch(`${url}${prefix ?? cloudPrefix}${path}`, {
        method,
        // A redirect could carry the token elsewhere.
        redirect: 'manual',
        signal: until,
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Team-Id': teamId,
          'User-Agent': `Tandem/${version}`,
          ...(body === undefined ? {} : { 'Content-Type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' }),
          ...(trace === undefined ? {} : { traceparent: trace }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      })
    } catch (error) {
      throw new LinkError('unreachable', `${url} does not respond${whyUnreachable(error)}. Check the address and the network.`)
    }
    if (!response.ok) throw await refusalOf(response, { url, teamId })
    return response
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what a route answers is in its contract
  async function json<T>(path: string, asked: Asked = {}): Promise<{ body: T; headers: Headers }> {
    const watch = createWatch((asked.withinMs ?? timeoutMs) + sizeOf(asked.body) / slowest)
    try {
      const response = await ask(path, asked, watch.signal)
      try {
        watch.within(timeoutMs)
        if (response.status === 204) return { body: undefined as T, headers: response.headers }
        return { body: JSON.parse(await readAll(response, () => watch.within(timeoutMs))) as T, headers: response.headers }
      } catch {
        if (signal?.aborted) throw new LinkError('unreachable', 'Stopped.')
        const isJson = response.headers.get('content-type')?.includes('json')
        throw isJson ? new LinkError('unreachable', `${url} stopped in the middle of a response.`) : notACloud(url)
      }
    } finally {
      watch.end()
    }
  }

  return { ask, json }
}
