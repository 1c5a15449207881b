// A cloud as it was before some fields of a task, before saved lists or before questions: it refuses writes that name them, says nothing of them, and describes itself without them.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OlderCloud {
  url: string
  /** The fields that it does not have. None: it was updated. What is open ends, as when a program is replaced. */
  lacks(fields: readonly string[]): void
  /** Fields that writes named, whether it took them or not. */
  named: Set<string>
  close(): Promise<void>
}

type Json = Record<string, unknown>
interface Write {
  fields?: Json
}

/** `target`: a cloud of today. */
export async function openOlderCloud(target: string, fields: readonly string[]): Promise<OlderCloud> {
  const { hostname, port } = new URL(target)
  let missing = new Set(fields)
  const named = new Set<string>()

  /** Without the fields, wherever they stand. */
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !missing.has(name))
        .map(([name, inside]) => [name, without(inside)]),
    )
  }
  const older = (text: string): string => {
    try {
      return JSON.stringify(without(JSON.parse(text)))
    } catch {
      return text
    }
  }
  /** Frames of a stream: only their data are JSON. */
  const olderFrames = (text: string) => text.replaceAll(/^data: ?(.*)$/gm, (_, data: string) => `data: ${older(data)}`)

  function unknownField(body: string): string | undefined {
    const { tasks = [], ...others } = (body === '' ? {} : JSON.parse(body)) as { tasks?: Write[] }
    const names = tasks.flatMap((write) => Object.keys(write.fields ?? {}))
    for (const name of names) named.add(name)
    return [...names, ...Object.keys(others)].find((name) => missing.has(name))
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const path = request.url ?? '/'
      const waits = (['questions', 'proposals', 'evidence'] as const).find((kind) => path.startsWith(`/api/sync/${kind}`))
      if (waits && missing.has(waits)) {
        const problem = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found', detail: `There is no ${path}.` }
        return void response.writeHead(404, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify(problem))
      }
      const isUnknownKind = path.startsWith('/api/sync?entity=list') && missing.has('lists')
      const unknown = path === '/api/sync' && request.method === 'POST' ? unknownField(body) : isUnknownKind ? 'list' : undefined
      if (unknown !== undefined) {
        const problem = { type: 'about:blank', title: 'Invalid', status: 400, code: 'invalid', detail: `unknown field "${unknown}"; send only title` }
        return void response.writeHead(400, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify(problem))
      }
      const { host: _host, connection: _connection, 'accept-encoding': _encoding, ...headers } = request.headers
      const outgoing = http.request({ hostname, port, method: request.method, path, headers }, (incoming) => {
        const { 'content-length': _length, ...told } = incoming.headers
        response.writeHead(incoming.statusCode ?? 502, told)
        const isStream = told['content-type']?.includes('event-stream') ?? false
        let text = ''
        incoming.setEncoding('utf8').on('data', (part: string) => {
          text += part
          const end = isStream ? text.lastIndexOf('\n\n') + 2 : 0
          if (end < 2) return
          response.write(olderFrames(text.slice(0, end)))
          text = text.slice(end)
        })
        incoming.on('end', () => response.end(isStream ? olderFrames(text) : older(text)))
        incoming.on('error', () => response.destroy())
      })
      outgoing.on('error', () => response.destroy())
      response.on('close', () => outgoing.destroy())
      outgoing.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lacks(now) {
      missing = new Set(now)
      server.closeAllConnections()
    },
    named,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
