// A network that fails: between desktops and a cloud it loses answers, sends requests twice, holds answers back, repeats events and cuts streams.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Faults {
  /** Chances, 0 to 1. */
  lose: number
  twice: number
  late: number
  cut: number
  repeat: number
}

export interface FaultProxy {
  /** The cloud, as the desktop of that name reaches it. */
  urlOf(name: string): string
  /** Nothing goes through for that desktop, and what is open breaks. */
  offline(name: string, isOffline: boolean): void
  faults: Faults
  bytes(name: string): number
  /** What is longer is answered 413, as by a proxy that stands before a cloud. */
  longest: number
  /** What is not answered yet. */
  pending(): string[]
  close(): Promise<void>
}

export const noFaults: Faults = { lose: 0, twice: 0, late: 0, cut: 0, repeat: 0 }

export async function openFaultProxy(target: string, random: () => number): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const off = new Set<string>()
  const open = new Map<string, Set<http.IncomingMessage>>()
  const sent = new Map<string, number>()
  const agent = new http.Agent({ keepAlive: true })
  const timers = new Set<NodeJS.Timeout>()
  const pending = new Map<http.IncomingMessage, string>()

  const later = (milliseconds: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, milliseconds)
    timers.add(timer)
  }

  function forward(
    request: http.IncomingMessage,
    path: string,
    body: Buffer,
    took: (response: http.IncomingMessage) => void,
    failed: () => void,
  ): http.ClientRequest {
    const { host: _host, connection: _connection, ...headers } = request.headers
    const outgoing = http.request(
      { hostname, port, agent, method: request.method ?? 'GET', path, headers: { ...headers, 'content-length': String(body.length) } },
      took,
    )
    outgoing.on('error', failed)
    outgoing.end(body)
    return outgoing
  }

  const server = http.createServer((request, response) => {
    const [, name = '', path = '/'] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const mine = open.get(name) ?? new Set()
    open.set(name, mine)
    mine.add(request)
    const about = (step: string) => pending.set(request, `${name} ${request.method} ${path}: ${step}`)
    about('begun')
    response.on('close', () => {
      mine.delete(request)
      pending.delete(request)
    })
    const broken = () => void request.socket.destroy()
    if (off.has(name)) return broken()
    const { lose, twice, late, cut } = proxy.faults
    const count = (bytes: number) => sent.set(name, (sent.get(name) ?? 0) + bytes)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      about('read')
      count(body.length)
      if (path.startsWith('/api/events/stream')) {
        const outgoing = forward(
          request,
          path,
          body,
          (incoming) => {
            response.writeHead(incoming.statusCode ?? 502, incoming.headers)
            let rest = ''
            let before = ''
            incoming.setEncoding('utf8').on('data', (text: string) => {
              count(text.length)
              rest += text
              for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
                const frame = rest.slice(0, end + 2)
                rest = rest.slice(end + 2)
                response.write(frame)
                if (random() < proxy.faults.repeat) response.write(before + frame)
                if (frame.includes('data:')) before = frame
                if (random() < proxy.faults.cut) broken()
              }
            })
            incoming.on('end', () => response.end())
            incoming.on('error', broken)
          },
          broken,
        )
        response.on('close', () => outgoing.destroy())
        return
      }
      if (body.length > proxy.longest) {
        const refuse = () => void response.writeHead(413, { 'Content-Type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>')
        return random() < late ? later(300, refuse) : refuse()
      }
      const isWrite = request.method === 'POST'
      const answer = (incoming: http.IncomingMessage) => {
        about('answering')
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.on('error', broken)
        incoming.on('end', () => {
          const all = Buffer.concat(parts)
          count(all.length)
          if (random() < lose) return broken()
          const reply = () => {
            if (response.destroyed) return
            response.writeHead(incoming.statusCode ?? 502, incoming.headers)
            response.end(all)
          }
          if (random() < late) later(random() * 40, reply)
          else reply()
        })
      }
      const once = () => forward(request, path, body, answer, broken)
      if (random() < cut) return broken()
      if (isWrite && random() < twice) {
        forward(
          request,
          path,
          body,
          (incoming) => {
            about('once')
            incoming.resume()
            incoming.on('end', once)
            incoming.on('error', broken)
          },
          broken,
        )
      } else once()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = (server.address() as AddressInfo).port
  const proxy: FaultProxy = {
    urlOf: (name) => `http://127.0.0.1:${own}/${name}`,
    offline(name, isOffline) {
      if (!isOffline) return void off.delete(name)
      off.add(name)
      for (const request of open.get(name) ?? []) request.socket.destroy()
    },
    faults: { ...noFaults },
    longest: Number.POSITIVE_INFINITY,
    pending: () => [...pending.values()],
    bytes: (name) => sent.get(name) ?? 0,
    async close() {
      for (const timer of timers) clearTimeout(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
