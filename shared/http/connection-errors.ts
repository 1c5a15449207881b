// Requests that never reach a route, because they are no proper HTTP: Node and Fastify would answer them in formats of their own.
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Socket } from 'node:net'
import { problemDocument } from './problem.ts'

// Not by `import`: that asks the module for all that it has, and with it Node reads its whole WebSocket client (a twentieth of a start).
const { STATUS_CODES } = process.getBuiltinModule('node:http')

const said: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large. Send fewer or shorter headers.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large. Send none.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again.'],
}

function rawReply(status: number, detail: string): string {
  const body = JSON.stringify(problemDocument({ code: 'invalid', status, title: STATUS_CODES[status] ?? 'Invalid request', detail, instance: '' }))
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}

/** Options for Fastify. A missing Host is for our own check of it to refuse. */
export const connectionOptions = {
  // A pasted text may be searched for: its address is longer than Node expects (100,000 characters, each as up to nine).
  http: { requireHostHeader: false, maxHeaderSize: 1_048_576 },
  clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
    // The caller is gone, or has part of an answer already (Node looks at the same member for this).
    const answering = (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage
    if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) return void socket.destroy()
    const [status, detail] = said[error.code ?? ''] ?? [400, `This is not valid HTTP: ${error.message}`]
    socket.end(rawReply(status, detail))
  },
} satisfies FastifyServerOptions & { http: object }

/** `Expect:` with anything but 100-continue. */
export function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    const body = problemDocument({
      code: 'invalid',
      status: 417,
      title: 'Expectation failed',
      detail: `Leave out the header Expect, or send "100-continue"; got '${request.headers.expect}'.`,
      instance: request.url?.split('?', 1)[0] ?? '',
    })
    response.writeHead(417, { 'Content-Type': 'application/problem+json; charset=utf-8', Connection: 'close' }).end(JSON.stringify(body))
  })
}
