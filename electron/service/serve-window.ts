// The window of this service; without a built one `/` says how to build it.
import type { FastifyInstance } from 'fastify'
import { isWindow, serveWindow as serve } from '../../shared/http/serve-window.ts'

export async function serveWindow(app: FastifyInstance, windowDir: string | undefined): Promise<void> {
  if (isWindow(windowDir, 'index.html')) return serve(app, { root: windowDir, page: 'index.html', config: { open: true } })
  app.get('/', { config: { open: true } }, (_request, reply) =>
    reply.type('text/plain').send('Tandem is running. The window is not built: run `npm start` once, or read /docs.\n'),
  )
}
