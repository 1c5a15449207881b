// The network between machines that are one: each link is a port that leads to another, and a machine's links can be cut. What is cut keeps its
// connections and carries nothing, in neither direction, as when packets are lost; new connections get no answer. A process of its own, so that
// a busy test does not slow the network down. It is told and asked by messages (network.ts).
import { createServer, connect, type Server, type Socket } from 'node:net'

export type LinkRequest =
  | { id: number; open: { machine: string; direction: 'in' | 'out'; port: number } }
  | { id: number; cut: string }
  | { id: number; heal: string }

interface Crossing {
  machine: string
  /** Which machine asked; undefined: none of those that can be cut, or not known yet. */
  from: string | undefined
  halves: [Socket, Socket]
}

const cut = new Set<string>()
const crossings = new Set<Crossing>()
/** What begins while a machine is cut off. */
const held = new Set<{ machine: string; from: string | undefined; go: () => void }>()
const servers: Server[] = []

const isCut = ({ machine, from }: Pick<Crossing, 'machine' | 'from'>) => cut.has(machine) || (from !== undefined && cut.has(from))

/** The name that a program of PostgreSQL gives itself with its first packet: machines are named so (PGAPPNAME). */
const nameIn = (packet: Buffer) => /application_name\0(?:tools of )?([^\0]*)\0/.exec(packet.toString('latin1'))?.[1]

function carry(from: Socket, to: Socket): void {
  from.on('data', (bytes) => {
    if (!to.write(bytes)) {
      from.pause()
      to.once('drain', () => {
        if (![...crossings].some((one) => one.halves.includes(from) && isCut(one))) from.resume()
      })
    }
  })
  from.on('end', () => to.end())
}

function cross(machine: string, near: Socket, first: Buffer, port: number): void {
  const name = nameIn(first)
  const crossing = { machine, from: name !== machine ? name : undefined }
  const go = () => {
    const far = connect({ port, host: '127.0.0.1' })
    const made: Crossing = { ...crossing, halves: [near, far] }
    crossings.add(made)
    const over = () => {
      crossings.delete(made)
      near.destroy()
      far.destroy()
    }
    for (const half of made.halves) half.setNoDelay(true).on('error', over).on('close', over)
    far.write(first)
    carry(near, far)
    carry(far, near)
    near.resume()
  }
  if (!isCut(crossing)) return go()
  const waiting = { ...crossing, go }
  held.add(waiting)
  near.once('close', () => held.delete(waiting))
}

function open(machine: string, port: number): Promise<number> {
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    near.once('data', (first) => {
      near.pause()
      cross(machine, near, first, port)
    })
  })
  servers.push(server)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)))
}

function settle(): void {
  for (const crossing of crossings) {
    for (const half of crossing.halves) {
      if (isCut(crossing)) half.pause()
      else half.resume()
    }
  }
  for (const waiting of held)
    if (!isCut(waiting)) {
      held.delete(waiting)
      waiting.go()
    }
}

process.on('message', (request: LinkRequest) => {
  void (async () => {
    let port = 0
    if ('open' in request) port = await open(request.open.machine, request.open.port)
    else if ('cut' in request) cut.add(request.cut)
    else cut.delete(request.heal)
    settle()
    process.send?.({ id: request.id, port })
  })()
})
process.on('disconnect', () => process.exit(0))
