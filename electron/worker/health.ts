// What a worker says of itself to whoever watches over it: GET /health (503 only where somebody has to act) and GET /ready (503 also while the cloud
// is away). Nothing of the list, and nothing of the token.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from '../service/start-error.ts'
import type { Standing } from './connection.ts'

export interface HealthOptions {
  host: string
  /** 0: any free one. */
  port: number
  version: string
  standing: () => Promise<Standing>
  waitingForPerson: () => Promise<number>
}

const connected = new Set<Standing['state']>(['first', 'syncing', 'synced', 'refused'])

function send(reply: ServerResponse, status: number, body: object): void {
  // Whoever watches asks now and then: a connection that is kept would only be closed in its face.
  reply.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' }).end(JSON.stringify(body))
}

/** Throws StartError where the port is taken. */
export async function openHealth({ host, port, version, standing, waitingForPerson }: HealthOptions): Promise<{ url: string; close(): Promise<void> }> {
  async function answer(path: string, reply: ServerResponse): Promise<void> {
    if (path !== '/health' && path !== '/ready') return send(reply, 404, { detail: 'A worker answers GET /health and GET /ready.' })
    const [{ state, team, waiting, last_synced_at, problem }, review] = await Promise.all([standing(), waitingForPerson()])
    const isWell = path === '/health' ? state !== 'revoked' : connected.has(state)
    const said = { state, team: team?.name ?? null, waiting, review, last_synced_at, problem, version }
    send(reply, isWell ? 200 : 503, { status: isWell ? 'ok' : 'unavailable', ...said })
  }
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(reply.setHeader('Allow', 'GET, HEAD'), 405, { detail: 'Only GET is answered here.' })
    // Not read as an address: what a stranger sends may be none.
    const [path = '/'] = (request.url ?? '/').split('?')
    answer(path, reply).catch(() => send(reply, 503, { status: 'unavailable' }))
  })
  server.listen({ host, port })
  await once(server, 'listening').catch((error: unknown) => {
    const { code } = error as { code?: string }
    throw new StartError(
      'port',
      code === 'EADDRINUSE' ? `Port ${port} is taken by another program. Choose another: --port 0 (any free port).` : `${host}:${port}: ${String(error)}`,
    )
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
