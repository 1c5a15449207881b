// The window and its deep links: a browser that navigates to a path which is no call gets the window. Its files hold no data.
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { refuseOtherMethods } from '../../shared/http/mount.ts'

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export async function serveWindow(app: FastifyInstance, windowDir: string | undefined): Promise<void> {
  refuseOtherMethods(app, '/', new Set(['GET']))
  if (!windowDir || !existsSync(`${windowDir}/index.html`)) {
    app.get('/', { config: { open: true } }, (_request, reply) =>
      reply.type('text/plain').send('Tandem is running. The window is not built: run `npm start` once, or read /docs.\n'),
    )
    return
  }
  await app.register(async (child) => {
    child.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true }
    })
    await child.register(fastifyStatic, {
      root: windowDir,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders(response, path) {
        // Built files carry a hash in their name; the page that names them must always be asked for.
        response.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (path.endsWith('.html')) response.header('Content-Security-Policy', contentSecurityPolicy)
      },
    })
    child.get('/*', (request, reply) => {
      if (!request.headers.accept?.includes('text/html')) return reply.callNotFound()
      return reply.sendFile('index.html')
    })
  })
}
