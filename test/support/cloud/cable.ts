// The way between a desktop and the cloud, which can be cut.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Cable {
  url: string
  /** Everything on it breaks, and nothing gets through until it is mended. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function openCable(to: string): Promise<Cable> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let isCut = false
  const server: Server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      drop()
    },
    mend: () => void (isCut = false),
    close: () =>
      new Promise((resolve) => {
        drop()
        server.close(() => resolve())
      }),
  }
}
