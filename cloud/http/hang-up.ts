// When the cloud stops: who is not being answered keeps nobody waiting.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which calls under way may end. */
const grace = 5000

/** Node takes a connection that has not spoken yet for a call under way, and waits a minute for its first word. */
export function hangUpAtTheEnd(app: FastifyInstance): void {
  const { server } = app
  const silent = new Set<Socket>()
  let ending: NodeJS.Timeout | undefined
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  app.addHook('preClose', async () => {
    ending = setTimeout(() => server.closeAllConnections(), grace).unref()
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onClose', async () => clearTimeout(ending))
}
