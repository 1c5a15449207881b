// Serves the built window, and its deep links: a browser that navigates to a path which is no call gets the page. Its files hold no data.
import fastifyStatic from '@fastify/static'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { allowedAt } from './known-paths.ts'

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The pages that the build makes: which home serves them is written in each. */
const pages = ['index.html', 'cloud.html'] as const
export type WindowPage = (typeof pages)[number]

/** Whether there is a built window with that page in `folder`. */
export const isWindow = (folder: string | undefined, page: WindowPage): folder is string => folder !== undefined && existsSync(join(folder, page))

export interface WindowOptions {
  root: string
  page: WindowPage
  /** For all of its routes. */
  config: FastifyContextConfig
  /** Paths at which there is never a page. */
  isCall?: (path: string) => boolean
}

export async function serveWindow(app: FastifyInstance, { root, page, config, isCall = () => false }: WindowOptions): Promise<void> {
  await app.register(async (child) => {
    child.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...config }
    })
    await child.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      globIgnore: [...pages],
      cacheControl: false,
      preCompressed: true,
      setHeaders(response, path) {
        // Built files carry a hash in their name; the page that names them must always be asked for.
        response.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (path.endsWith('.html')) response.header('Content-Security-Policy', contentSecurityPolicy)
      },
    })
    child.get('/', (_request, reply) => reply.sendFile(page))
    child.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const path = `/${request.params['*']}`
      if (!request.headers.accept?.includes('text/html') || isCall(path) || allowedAt(app, path) !== undefined) return reply.callNotFound()
      return reply.sendFile(page)
    })
  })
}
