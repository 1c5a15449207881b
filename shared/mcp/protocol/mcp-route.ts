// POST, GET and DELETE /mcp, and what is answered where there is no message to answer yet.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorStatus } from '../../domain/app-error.ts'
import { UnusableBody } from '../../http/json-body.ts'
import { refuseOtherMethods } from '../../http/mount.ts'
import { McpRefusal } from '../answers/refusal.ts'

/** Large arguments reach the tool, which says what is too long; only what is larger still is cut off here. */
const usualLimit = 4_194_304
/** JSON-RPC's codes. */
const parseError = -32_700
const invalidRequest = -32_600
const invalidParams = -32_602
const internalError = -32_603

export interface RouteOptions {
  /** Before the body is read. What it throws is answered in the protocol's words. */
  onRequest?: (request: FastifyRequest) => Promise<void>
  bodyLimit?: number
  /** WWW-Authenticate of a call that is not let in. */
  challenge?: () => string
}

export function mountMcp(
  app: FastifyInstance,
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  logError: (error: unknown) => void,
  { onRequest, bodyLimit = usualLimit, challenge = () => 'Bearer realm="tandem"' }: RouteOptions = {},
): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit,
    ...(onRequest ? { onRequest } : {}),
    handler: handle,
    // What is wrong before a message exists (no JSON, too large, another media type) is answered in the protocol's own words.
    errorHandler(error: unknown, _request: FastifyRequest, reply) {
      const { status, code, message } = refusalOf(error, bodyLimit)
      if (status >= 500) logError(error)
      if (status === 401) reply.header('WWW-Authenticate', challenge())
      const answer = error instanceof UnusableBody ? answerToUnusable(error) : undefined
      if (answer) return void reply.code(200).send(answer)
      void reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null })
    },
  })
  refuseOtherMethods(app, '/mcp', new Set(['GET', 'POST', 'DELETE']))
}

/** A call with text that cannot be kept is answered like one with any other wrong argument; a message without an id cannot be. */
function answerToUnusable({ value, message }: UnusableBody): object | undefined {
  const { id, method } = (typeof value === 'object' && value !== null ? value : {}) as { id?: unknown; method?: unknown }
  const isId = (typeof id === 'string' && id.isWellFormed()) || Number.isSafeInteger(id)
  if (!isId || typeof method !== 'string') return undefined
  if (method === 'tools/call') return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: message }], isError: true } }
  return { jsonrpc: '2.0', id, error: { code: invalidParams, message } }
}

function refusalOf(error: unknown, bodyLimit: number): McpRefusal {
  if (error instanceof AppError) return new McpRefusal(errorStatus[error.code][0], error.code === 'invalid' ? parseError : -32_000, error.message)
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new McpRefusal(415, -32_000, 'Send JSON, with the header Content-Type: application/json.')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new McpRefusal(413, -32_000, `A message may have at most ${bodyLimit} bytes.`)
  return statusCode && statusCode < 500
    ? new McpRefusal(statusCode, invalidRequest, (error as Error).message)
    : new McpRefusal(statusCode ?? 500, internalError, 'Something went wrong in Tandem.')
}
