// Every error leaves as application/problem+json (RFC 9457).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, errorStatus } from '../domain/app-error.ts'
import { allowedAt, knowPaths, pathOf } from './known-paths.ts'

/** What Fastify itself refuses, in our words. */
const frameworkErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as JSON, with the header Content-Type: application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The body is too large. Send less at a time.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['invalid', 'The address is not a valid URL: a % must be followed by two hexadecimal digits.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this address.'],
}

function asAppError(error: unknown, translate: (error: unknown) => AppError | undefined): AppError {
  if (error instanceof AppError) return error
  const known = frameworkErrors[(error as { code?: string }).code ?? '']
  if (known) return new AppError(known[0], known[1])
  const translated = translate(error)
  if (translated) return translated
  const status = (error as { statusCode?: number }).statusCode
  if (status === 416) return new AppError('range_not_satisfiable', 'The file is shorter than that range. Leave out the Range header to read all of it.')
  if (status !== undefined && status >= 400 && status < 500) return new AppError('invalid', (error as Error).message)
  return new AppError('internal', 'Something went wrong in Tandem. Nothing was changed. See the log for details.', { cause: error })
}

interface ProblemParts {
  code: ErrorCode
  status: number
  title: string
  detail: string
  instance: string
}

/** The members of RFC 9457, and `code` for programs. */
export function problemDocument({ code, status, title, detail, instance }: ProblemParts) {
  return { type: `urn:tandem:problem:${code.replaceAll('_', '-')}`, title, status, detail, instance, code }
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const [status, title] = errorStatus[error.code]
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="tandem"')
  if (typeof error.extra?.retry_after === 'number') reply.header('Retry-After', error.extra.retry_after)
  return reply
    .code(status)
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({
      ...problemDocument({ code: error.code, status, title, detail: error.message, instance: request.url.split('?', 1)[0] ?? '' }),
      ...(error.errors ? { errors: error.errors } : {}),
      ...error.extra,
    })
}

/** `allowed`: the value of the Allow header. */
export function sendWrongMethod(request: FastifyRequest, reply: FastifyReply, allowed: string): FastifyReply {
  const usual = allowed.split(', ').filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
  return sendProblem(
    request,
    reply.header('Allow', allowed),
    new AppError('method_not_allowed', `${request.method} is not allowed here; use ${usual.join(', ')}.`),
  )
}

/** Makes `app` answer every failure with a problem document. `translate` names the errors of the storage below. */
export function installProblemHandler(app: FastifyInstance, translate: (error: unknown) => AppError | undefined = () => undefined): void {
  app.setErrorHandler((error, request, reply) => {
    const { file } = request.routeOptions.config.contract ?? {}
    const isWrongFile = file !== undefined && (error as { code?: string }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
    const problem = isWrongFile
      ? new AppError('unsupported_media_type', `Send the file itself as the body, with the header Content-Type: ${file}.`)
      : asAppError(error, translate)
    if (errorStatus[problem.code][0] >= 500) request.log.error({ err: error }, 'request failed')
    if (problem.code === 'too_large') {
      // Closing while the caller still sends would reset the connection, often before the answer was read: the rest is taken and dropped.
      reply.removeHeader('connection')
      request.raw.resume()
    }
    return sendProblem(request, reply, problem)
  })
  knowPaths(app)
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    const allowed = allowedAt(app, path)
    if (allowed !== undefined && request.method === 'OPTIONS') return reply.header('Allow', allowed).code(204).send()
    if (allowed !== undefined && !allowed.split(', ').includes(request.method)) return sendWrongMethod(request, reply, allowed)
    return sendProblem(request, reply, new AppError('not_found', `There is nothing at ${request.method} ${path}. The calls are listed at /docs.`))
  })
}
