// Bytes on a socket: what fetch will not send.
import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawReply {
  status: number
  headers: Record<string, string>
  body: string
  /** It has all of its body. */
  complete: boolean
}

/** Sends the bytes and reads until this many replies are complete, the service closes, or it has been silent for `quiet` milliseconds. */
export async function sendRaw(url: string, bytes: string | Buffer, { replies = 1, quiet = 3000, halfClose = false } = {}): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (repliesIn(text).filter((reply) => reply.complete).length >= replies) socket.destroy()
  })
  socket.on('error', () => undefined)
  socket.setTimeout(quiet, () => socket.destroy())
  socket.write(bytes)
  if (halfClose) socket.end()
  if (!socket.destroyed) await once(socket, 'close')
  return text
}

/** Splits what came back into replies; bodies by Content-Length or chunks. */
export function repliesIn(text: string): RawReply[] {
  const replies: RawReply[] = []
  let rest = text
  while (rest.startsWith('HTTP/1.')) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) break
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
    rest = rest.slice(end + 4)
    let body = ''
    let complete = true
    if (headers['content-length'] !== undefined) {
      body = rest.slice(0, Number(headers['content-length']))
      complete = body.length === Number(headers['content-length'])
      rest = rest.slice(body.length)
    } else if (headers['transfer-encoding'] === 'chunked') {
      complete = false
      for (;;) {
        const size = Number.parseInt(rest, 16)
        const start = rest.indexOf('\r\n') + 2
        if (!(size >= 0) || start < 2) break
        body += rest.slice(start, start + size)
        rest = rest.slice(start + size + 2)
        complete = size === 0
        if (complete) break
      }
    }
    replies.push({ status: Number(statusLine.split(' ')[1]), headers, body: Buffer.from(body, 'latin1').toString('utf8'), complete })
  }
  return replies
}
