// A real HTTP server that stands in for somebody else's, and answers as the test wants it to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export type Answer = (request: Seen, response: ServerResponse) => void | Promise<void>

export interface StandIn {
  url: string
  seen: Seen[]
  answer: Answer
  close(): Promise<void>
}

export async function openStandIn(answer: Answer, port = 0): Promise<StandIn> {
  const seen: Seen[] = []
  const standIn: StandIn = { url: '', seen, answer, close: async () => undefined }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') }
      seen.push(one)
      Promise.resolve(standIn.answer(one, response)).catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  standIn.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return standIn
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
