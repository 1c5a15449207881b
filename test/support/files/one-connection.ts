// A client that says all it has to say, whatever is answered meanwhile, and goes on over the same connection.
import { connect } from 'node:net'
import { once } from 'node:events'

export interface Refusal {
  path: string
  headers: Record<string, string>
  /** Of the body, which is sent to its end. */
  bytes: number
  inChunks?: boolean
}

const chunk = Buffer.alloc(65_536, 'x')

function* framed({ bytes, inChunks }: Refusal): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= chunk.length) {
    const piece = chunk.subarray(0, left)
    yield inChunks ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]) : piece
  }
  if (inChunks) yield Buffer.from('0\r\n\r\n')
}

/** Everything that is answered to a file that is sent to `url`, and to a question behind it over the same connection. */
export async function refusedOnOneConnection(url: string, refusal: Refusal): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answered = ''
  socket.setEncoding('latin1').on('data', (text: string) => (answered += text))
  const ended = once(socket, 'close')
  const length = refusal.inChunks ? 'Transfer-Encoding: chunked' : `Content-Length: ${refusal.bytes}`
  const more = Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${refusal.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n${length}\r\n${more.join('')}\r\n`)
  for (const piece of framed(refusal)) if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), ended])
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await ended
  return answered
}
