// Tells HAProxy in which cell a team is: in its map file, which it reads when it starts, and by its runtime API, which holds from that moment on.
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { AdminError } from '../admin-error.ts'

export interface Router {
  /** Its map, as HAProxy's configuration names it: a line for each team, with its cell. */
  map: string
  /** Sockets of its runtime API (`stats socket … level admin`): paths, or HOST:PORT; one for each HAProxy. */
  sockets: readonly string[]
}

const timeoutMs = 5000

/** One command, and what is answered to it. */
function ask(socket: string, command: string): Promise<string> {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(socket) ?? []
  return new Promise((resolve, reject) => {
    const connection = host === undefined ? connect(socket) : connect(Number(port), host)
    let answer = ''
    connection.setTimeout(timeoutMs, () => connection.destroy(new Error('it does not answer')))
    connection.on('data', (part: Buffer) => (answer += part.toString()))
    connection.once('error', reject)
    connection.once('close', () => resolve(answer.trim()))
    connection.end(`${command}\n`)
  })
}

function writeMap(map: string, team: string, cell: string): void {
  let lines: string[]
  try {
    lines = readFileSync(map, 'utf8').split('\n')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    lines = []
  }
  const others = lines.filter((line) => line.trim() !== '' && !line.startsWith(`${team} `))
  // Whole beside it, then in its place: whoever reads it meanwhile has the one or the other.
  const made = `${map}.${randomBytes(6).toString('hex')}`
  writeFileSync(made, [...others, `${team} ${cell}`, ''].join('\n'))
  renameSync(made, map)
}

/** Throws AdminError `unreachable` when one of them cannot be told. */
export async function routeTo({ map, sockets }: Router, team: string, cell: string): Promise<void> {
  writeMap(map, team, cell)
  for (const socket of sockets) {
    try {
      const [set, add] = [`set map ${map} ${team} ${cell}`, `add map ${map} ${team} ${cell}`]
      const known = await ask(socket, `get map ${map} ${team}`)
      const said = await ask(socket, /found=yes/.test(known) ? set : add)
      if (said !== '') throw new Error(said)
    } catch (error) {
      throw new AdminError('unreachable', `HAProxy at ${socket} was not told that the team is in ${cell}: ${(error as Error).message}. Run it again.`)
    }
  }
}
