// What a browser finds at this service's address: the window, or where to go when it is not built.
import type { FastifyInstance } from 'fastify'
import { refuseOtherMethods } from '../../shared/http/mount.ts'
import { isWindow, serveWindow } from '../../shared/http/serve-window.ts'

export async function serveHere(app: FastifyInstance, windowDir: string | undefined): Promise<void> {
  refuseOtherMethods(app, '/', new Set(['GET']))
  if (isWindow(windowDir, 'index.html')) return serveWindow(app, { root: windowDir, page: 'index.html', config: { open: true } })
  app.get('/', { config: { open: true } }, (_request, reply) =>
    reply.type('text/plain').send('Tandem is running. The window is not built: run `npm start` once, or read /docs.\n'),
  )
}
