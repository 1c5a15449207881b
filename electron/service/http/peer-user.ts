// The port is on this machine, but so are other accounts. Linux tells whose the other end of a loopback connection is; elsewhere, and
// where /proc cannot be read, everybody on the machine may call, as before.
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { AppError } from '../../../shared/domain/app-error.ts'

export interface PeerOptions {
  /** Accounts (uids) that may call besides the service's own and root; `all`: whoever is on the machine. */
  allowOtherUsers?: 'all' | readonly number[]
  /** The service's own account. Default: this process's. */
  ownUid?: number
}

/** `gone`: it closed before it could be asked about. `unknown`: this system does not say. */
type Peer = number | 'gone' | 'unknown'

interface Row {
  state: string
  uid: number
  /** '0': no process has it open any more, and the uid says nothing. */
  inode: string
}

/** Refuses (403) calls of other accounts. Asked once for each connection, before anything of it is read. */
export function guardPeers(app: FastifyInstance, { allowOtherUsers = [], ownUid = process.getuid?.() }: PeerOptions): void {
  if (process.platform !== 'linux' || ownUid === undefined || allowOtherUsers === 'all') return
  const allowed = new Set<Peer>([ownUid, 0, ...allowOtherUsers, 'unknown'])
  const refused = new WeakSet<Socket>()
  // Node's own option of a net.Server, which http.createServer does not hand on.
  Object.assign(app.server, { pauseOnConnect: true })
  async function admit(socket: Socket): Promise<void> {
    const peer = await peerOf(socket).catch((): Peer => 'unknown')
    if (!allowed.has(peer)) refused.add(socket)
    socket.resume()
  }
  app.server.on('connection', (socket: Socket) => void admit(socket))
  app.addHook('onRequest', (request, _reply, done) => done(refused.has(request.raw.socket) ? refusal : undefined))
}

const refusal = new AppError(
  'forbidden',
  'This Tandem belongs to another account of this machine. Start one of your own; or its owner starts it with TANDEM_ALLOW_OTHER_USERS=NAME, where NAME is the account that calls (the one of a reverse proxy, for example).',
)

const readTcp = createReader('/proc/net/tcp')
const readTcp6 = createReader('/proc/net/tcp6')

async function peerOf(socket: Socket): Promise<Peer> {
  const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = socket
  const here = endOf(localAddress, localPort)
  const there = endOf(remoteAddress, remotePort)
  for (let attempt = 0; attempt < 2; attempt++) {
    const table = await readTcp()
    // A client that speaks IPv6 sockets (Java's) is in the other table, with the same address inside.
    const row = find(table, there, here) ?? find(await readTcp6().catch(() => ''), mapped(there), mapped(here))
    if (row) return row.inode === '0' ? 'gone' : row.uid
    const own = find(table, here, there)
    if (own?.state !== established) return own || table.includes(`: ${here} 00000000:0000 ${listening} `) ? 'gone' : 'unknown'
    // The table is no snapshot: the other end may have closed while it was read. A second look tells.
  }
  // Open at this end, and the other one is in no table: it is outside of this system (the host of a virtual machine).
  return 'unknown'
}

const established = '01'
const listening = '0A'

/** As the kernel prints it: the address as a number in the machine's byte order. */
function endOf(address: string, port: number): string {
  const bytes = address.split('.').map(Number)
  if (endianness() === 'LE') bytes.reverse()
  return `${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}:${port.toString(16).padStart(4, '0')}`.toUpperCase()
}

const mapped = (end: string) => `0000000000000000${endianness() === 'LE' ? 'FFFF0000' : '0000FFFF'}${end}`

function find(table: string, from: string, to: string): Row | undefined {
  const start = table.indexOf(`: ${from} ${to} `)
  if (start < 0) return undefined
  const [state = '', , , , uid = '', , inode = ''] = table
    .slice(start + from.length + to.length + 4, table.indexOf('\n', start))
    .trim()
    .split(/ +/)
  return { state, uid: Number(uid), inode }
}

/** Who asks while the file is being read gets the next reading: this one may have passed the place already. */
function createReader(path: string): () => Promise<string> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<string> | undefined
  return () => {
    next ??= running.then(() => {
      next = undefined
      const reading = readFile(path, 'latin1')
      running = reading.catch(() => undefined)
      return reading
    })
    return next
  }
}
