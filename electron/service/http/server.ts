// The HTTP server, before any route: limits, logging, and problem documents also for what Fastify itself refuses.
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { AppError } from '../../../shared/domain/app-error.ts'
import { mcpAddress } from '../../../shared/mcp/protocol/mcp-address.ts'
import { connectionOptions, refuseExpectations } from '../../../shared/http/connection-errors.ts'
import { prepare, withOwnCompilers } from '../../../shared/http/mount.ts'
import { sendProblem, installProblemHandler } from '../../../shared/http/problem.ts'
import { traceCalls } from '../../../shared/http/trace-calls.ts'
import { storageError } from '../db/storage-error.ts'

export interface ServerOptions {
  bodyLimit?: number
  logLevel?: string
}

export function openServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    ...withOwnCompilers,
    ...connectionOptions,
    bodyLimit: options.bodyLimit ?? 1_048_576,
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: mcpAddress,
    logger: { level: options.logLevel ?? 'warn', redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, new AppError('invalid', `The address is not valid: ${error.message}`))
    },
  })
  traceCalls(app)
  prepare(app)
  refuseExpectations(app)
  installProblemHandler(app, storageError)
  return app
}
