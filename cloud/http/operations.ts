// For operators: /health (is the process alive?), /ready (should calls come here?), /metrics, and the documents of the interface.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cloudContract, cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import { cloudInfo } from '../../shared/contract/info.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { docsPage } from '../../shared/http/docs-page.ts'
import { refuseOtherMethods } from '../../shared/http/mount.ts'
import { openapiOnDemand } from '../../shared/http/openapi.ts'
import { sendProblem } from '../../shared/http/problem.ts'
import type { createMetrics } from '../metrics.ts'

export interface OperationOptions {
  /** Throws while nothing can be written. */
  ready: () => Promise<void>
  metrics: ReturnType<typeof createMetrics>
  metricsToken: string | undefined
  version: string
  isStopping: () => boolean
}

const get = new Set(['GET'])
/** A proxy on this machine speaks for somebody elsewhere. */
const isForwarded = ({ headers }: FastifyRequest) =>
  ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
const loopback = /^(?:127\.|::1$|::ffff:127\.)/

export async function mountOperations(app: FastifyInstance, { ready, metrics, metricsToken, version, isStopping }: OperationOptions): Promise<void> {
  app.get('/health', { config: { quiet: true } }, () => ({ status: 'ok', version }))
  app.get('/ready', { config: { quiet: true } }, async (request, reply) => {
    // Sent, not thrown: it is meant, and no failure for the log.
    if (isStopping()) return sendProblem(request, reply, new AppError('storage_unavailable', 'This instance is shutting down.', { extra: { retry_after: 2 } }))
    await ready()
    return { status: 'ready', version }
  })
  app.get('/metrics', { config: { quiet: true } }, async (request, reply) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${metricsToken}`)
    const allowed =
      metricsToken === undefined
        ? loopback.test(request.socket.remoteAddress ?? '') && !isForwarded(request)
        : given.length === wanted.length && timingSafeEqual(given, wanted)
    if (!allowed) throw new AppError('unauthenticated', 'Metrics are for the operator: set TANDEM_METRICS_TOKEN and send it as a bearer token.')
    return reply.type(metrics.contentType).send(await metrics.text())
  })

  const document = openapiOnDemand({ ...cloudInfo, version }, cloudContract, cloudPrefix)
  app.get('/openapi.json', () => document)
  for (const url of ['/health', '/ready', '/metrics', '/openapi.json', '/docs', '/docs/']) refuseOtherMethods(app, url, get)
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, docsPage)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called all the time by machines: not worth a line in the log. */
    quiet?: true
  }
}
