// Many SSE clients in one process, each as cheap as can be: a socket, and a look for the mark that the writer put into its event.
import { connect, type Socket } from 'node:net'

export interface Readers {
  /** Milliseconds between a mark's time and its arrival, of all since the last call. */
  takeTimes(): number[]
  count(): number
  lost(): number
  close(): void
}

/** Text that says when it was written; the clock is that of this machine. */
export const mark = () => `@${(performance.timeOrigin + performance.now()).toFixed(2)}@`

export function openReaders() {
  const sockets = new Set<Socket>()
  let times: number[] = []
  let ended = 0
  return {
    /** Opens one stream; resolves with its first bytes. */
    open(url: string, headers: Record<string, string>): Promise<void> {
      const { hostname, port } = new URL(url)
      return new Promise((resolve, reject) => {
        const socket = connect(Number(port), hostname)
        sockets.add(socket)
        let rest = ''
        socket.setEncoding('latin1')
        socket.on('data', (text: string) => {
          if (rest === '' && !text.startsWith('HTTP/1.1 200')) return reject(new Error(text.slice(0, 300)))
          const at = performance.timeOrigin + performance.now()
          rest += text
          for (const [, written] of rest.matchAll(/@(\d+\.\d\d)@/g)) times.push(at - Number(written))
          // A mark may be cut in two.
          rest = rest.slice(-24).replace(/.*@\d+\.\d\d@/s, ' ') || ' '
          resolve()
        })
        socket.on('error', () => undefined)
        socket.on('close', () => {
          if (sockets.delete(socket)) ended++
        })
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.write(`GET /api/events/stream HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`)
      })
    },
    takeTimes() {
      const taken = times
      times = []
      return taken
    },
    count: () => sockets.size,
    lost: () => ended,
    close() {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
  }
}
