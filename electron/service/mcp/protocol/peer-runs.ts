// Whose call is it, where the protocol has no sessions and the client says nothing (no X-Run)? The process at the other end of the connection:
// a client opens and closes connections as it likes, and two windows of one client are two processes. Linux tells which process that is; where
// nothing does (another system, somebody else's process), each connection counts as a run of its own.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setImmediate as others } from 'node:timers/promises'
import { runId } from '../../../../shared/http/actor.ts'

const maxRemembered = 100

export function createPeerRuns() {
  const known = new WeakMap<Socket, Promise<string>>()
  /** Processes that called before, the last first: most new connections are theirs. */
  let callers: string[] = []

  async function find(socket: Socket): Promise<string> {
    const process = await processOf(socket, callers).catch(() => undefined)
    if (process === undefined) return runId(randomUUID())
    callers = [process.pid, ...callers.filter((pid) => pid !== process.pid)].slice(0, maxRemembered)
    // The spaces keep it apart from anything that X-Run can say.
    return runId(`process ${process.pid} since ${process.since}`)
  }

  return {
    of(socket: Socket): Promise<string> {
      const found = known.get(socket) ?? find(socket)
      known.set(socket, found)
      return found
    },
  }
}

export type PeerRuns = ReturnType<typeof createPeerRuns>

async function processOf({ remotePort, localPort }: Socket, callers: readonly string[]): Promise<{ pid: string; since: string } | undefined> {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined) return undefined
  const inode = await inodeOf(remotePort, localPort)
  if (inode === undefined) return undefined
  const target = `socket:[${inode}]`
  for (const pid of new Set([...callers, ...readdirSync('/proc').filter((name) => /^\d+$/.test(name))])) {
    if (hasOpen(pid, target)) return { pid, since: startOf(pid) }
    // A busy machine has many processes, and other calls are not to wait for all of them.
    // A pause is what is wanted.
    await others()
  }
  return undefined
}

/** The kernel's number of the socket at the other end: its row has our remote port as its own. */
async function inodeOf(remotePort: number, localPort: number): Promise<string | undefined> {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    // The second is seldom needed.
    const rows = (await readFile(table, 'latin1').catch(() => '')).split('\n')
    const row = rows
      .map((text) => text.trim().split(/\s+/))
      .find(([, own, peer]) => own?.endsWith(`:${hex(remotePort)}`) && peer?.endsWith(`:${hex(localPort)}`))
    if (row?.[9] !== undefined && row[9] !== '0') return row[9]
  }
  return undefined
}

function hasOpen(pid: string, target: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === target)
  } catch {
    // It has ended, or is somebody else's.
    return false
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** When the process began, in the kernel's ticks: its id alone is given again. */
function startOf(pid: string): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name in parentheses may hold spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
