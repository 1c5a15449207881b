// The HTTP server itself, before any route: limits, what is logged, which bodies are read.
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { AppError } from '../../shared/domain/app-error.ts'
import { mcpAddress } from '../../shared/mcp/protocol/mcp-address.ts'
import { prepare, withOwnCompilers } from '../../shared/http/mount.ts'
import { sendProblem } from '../../shared/http/problem.ts'
import { traceCalls } from '../../shared/http/trace-calls.ts'
import type { Config } from '../config.ts'

export function createServer({ bodyLimit, trustProxy, logLevel }: Pick<Config, 'bodyLimit' | 'trustProxy' | 'logLevel'>): FastifyInstance {
  const app = Fastify({
    ...withOwnCompilers,
    bodyLimit,
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: mcpAddress,
    ...(trustProxy === undefined ? {} : { trustProxy }),
    logger: {
      level: logLevel,
      stream: process.stderr,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization', 'headers.cookie', '*.password', '*.token'],
    },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Each hook of the end has so long, too: longer than the longest drain (hang-up.ts).
    pluginTimeout: 30_000,
    // Of a file; of all else below.
    requestTimeout: 900_000,
    http: { headersTimeout: 30_000 },
    // In our own words: hang-up.ts.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, new AppError('invalid', `The address is not valid: ${error.message}`))
    },
  })
  traceCalls(app)
  prepare(app)
  limitBodies(app)
  // What somebody was answered must not lie in their browser's cache after they signed out.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store')
    done(null, payload)
  })
  // Microsoft checks an address with an empty text.
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined)
    else done(new AppError('unsupported_media_type', 'Send the body as JSON, with the header Content-Type: application/json.'))
  })
  return app
}

/** A body of ours is small: whoever needs longer for it holds a connection and nothing else. A file of 25 MB may come over a slow line. */
function limitBodies(app: FastifyInstance, withinMs = 30_000): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!request.routeOptions.config.contract?.file) {
      const { socket } = request.raw
      const late = setTimeout(() => {
        if (!request.raw.complete) app.server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
      }, withinMs).unref()
      request.raw.once('close', () => clearTimeout(late))
    }
    done(null, payload)
  })
}

/** One line for each call: who and what, never a body or a secret. */
export function logCalls(app: FastifyInstance, level: string): void {
  if (!['trace', 'debug', 'info'].includes(level)) return
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.quiet) return
    const { caller, team } = request.login ?? {}
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.config.contract?.secret ? request.routeOptions.url : request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        ...(team ? { team: team.id } : {}),
        ...(caller ? { [caller.kind]: caller.id } : {}),
      },
      'call',
    )
  })
}
