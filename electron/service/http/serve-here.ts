// What a browser finds at this service's address: the web UI, or where to go when it is not built.
import type { FastifyInstance } from 'fastify'
import { refuseOtherMethods } from '../../../shared/http/mount.ts'
import { isWindow, serveWindow } from '../../../shared/http/serve-window.ts'

/**
 * The one view of the web UI whose path is also a call: a browser that reloads it wants the page, which stands at its first section. It holds no data,
 * so it comes before the guard that asks for a token.
 */
export function sendReloadedSettings(app: FastifyInstance, windowDir: string | undefined): void {
  if (!isWindow(windowDir, 'index.html')) return
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.url.split('?')[0] === '/settings' && (request.headers.accept?.includes('text/html') ?? false)
    if (isPage) return reply.header('Vary', 'Accept').redirect('/settings/appearance', 303)
  })
}

export async function serveHere(app: FastifyInstance, windowDir: string | undefined): Promise<void> {
  refuseOtherMethods(app, '/', new Set(['GET']))
  if (isWindow(windowDir, 'index.html')) return serveWindow(app, { root: windowDir, page: 'index.html', config: { open: true } })
  app.get('/', { config: { open: true } }, (_request, reply) =>
    reply.type('text/plain').send('Tandem is running, but the web UI is not built: run `npm start` once, or see /docs.\n'),
  )
}
