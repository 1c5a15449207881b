// When the cloud stops: who is not being answered keeps nobody waiting, and who asks something now is told to come again.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../shared/domain/app-error.ts'

/** Milliseconds in which calls under way may end. */
const grace = 5000

/** Node takes a connection that has not spoken yet for a call under way, and waits a minute for its first word. */
export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  const { server } = app
  const silent = new Set<Socket>()
  let ending: NodeJS.Timeout | undefined
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
    isEnding = true
    ending = setTimeout(() => server.closeAllConnections(), grace).unref()
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onClose', async () => clearTimeout(ending))
}
