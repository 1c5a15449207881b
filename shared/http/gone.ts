import type { Socket } from 'node:net'

const signals = new WeakMap<Socket, AbortSignal>()

/**
 * Aborted once the connection is closed: nobody waits for an answer any more. One signal for each connection, however many calls come over it.
 * (A request's own `close` event comes when its body was read.)
 */
export function goneSignal(socket: Socket): AbortSignal {
  const known = signals.get(socket)
  if (known) return known
  const controller = new AbortController()
  if (socket.destroyed) controller.abort()
  else socket.once('close', () => controller.abort())
  signals.set(socket, controller.signal)
  return controller.signal
}
