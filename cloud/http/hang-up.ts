// When the cloud stops: first no more calls are to come here, then who is not being answered keeps nobody waiting, and who asks something now is told to
// come again (ADR 296).
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../shared/domain/app-error.ts'

/** Milliseconds in which calls under way may end. */
const grace = 5000

/**
 * Node takes a connection that has not spoken yet for a call under way, and waits a minute for its first word.
 *
 * `drain`: milliseconds in which it answers as before, with only /ready saying that it is leaving: a balancer keeps idle connections, and would send calls on
 * them in the moment in which they end.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance, drain: number): { isLeaving: () => boolean } {
  const { server } = app
  const silent = new Set<Socket>()
  let ending: NodeJS.Timeout | undefined
  let isLeaving = false
  let isEnding = false
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  app.addHook('onRequest', async (request, reply) => {
    // Over a connection that is kept for a call under way, or was opened a moment before.
    if (!isEnding || request.routeOptions.url === '/health') return
    reply.header('Connection', 'close')
    throw new AppError('storage_unavailable', 'This instance is shutting down. Nothing was changed. Send the same request again in a moment.', {
      extra: { retry_after: 1 },
    })
  })
  app.addHook('preClose', async () => {
    isLeaving = true
    // One that never listened has nobody to wait for.
    if (server.listening) await wait(drain)
    isEnding = true
    ending = setTimeout(() => server.closeAllConnections(), grace).unref()
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onClose', async () => clearTimeout(ending))
  return { isLeaving: () => isLeaving }
}
