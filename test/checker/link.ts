// A way between two parties that can be cut or stalled. A stalled one is half open: everything connects, nothing arrives, and when it is mended what
// was on the way arrives late, as on a network that lost packets for a while.
import { chmodSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Place = { path: string } | { port: number; host: string }
export type LinkState = 'open' | 'cut' | 'stalled'

export interface Link {
  /** Of the near end, where it is no socket file. */
  port: number
  set(state: LinkState): void
  /** Where it leads from now on; what is open breaks. */
  leadTo(target: Place): void
  close(): Promise<void>
}

/** `at`: the path of a socket file; undefined: a free port of this machine. */
export async function openLink(target: Place, at?: string): Promise<Link> {
  let to = target
  let state: LinkState = 'open'
  const pairs = new Set<[Socket, Socket]>()
  const drop = () => {
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
  }
  const server = createServer((near) => {
    near.on('error', () => undefined)
    if (state === 'cut') return void near.destroy()
    near.pause()
    const far = connect(to)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near]] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
      one.on('data', (chunk: Buffer) => {
        if (!other.write(chunk)) one.pause()
      })
      one.on('end', () => other.end())
      other.on('drain', () => state === 'open' && one.resume())
    }
    if (state === 'open') near.resume()
    else far.pause()
  })
  if (at) rmSync(at, { force: true })
  await new Promise<void>((resolve) => {
    if (at) server.listen(at, resolve)
    else server.listen(0, '127.0.0.1', resolve)
  })
  // The database's own account connects, too.
  if (at) chmodSync(at, 0o777)
  return {
    port: at ? 0 : (server.address() as AddressInfo).port,
    set(next) {
      state = next
      if (next === 'cut') drop()
      else for (const socket of [...pairs].flat()) socket[next === 'open' ? 'resume' : 'pause']()
    },
    leadTo(next) {
      to = next
      drop()
    },
    close: () =>
      new Promise((resolve) => {
        drop()
        server.close(() => resolve())
      }),
  }
}
