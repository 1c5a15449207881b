// Mounts a contract on Fastify: validation, reply filter, statuses, ETags, Location, idempotency and 405, all from the routes' data.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Contract, Input, Reply, Route } from '../contract/route.ts'
import { AppError } from '../domain/app-error.ts'
import { readJson } from './json-body.ts'
import { allowedAt, rememberPath } from './known-paths.ts'
import { sendWrongMethod } from './problem.ts'
import { LongList, streamOf } from './long-list.ts'
import { replySerializer } from './reply-filter.ts'
import { readRequest, requestSchema } from './request-input.ts'
import { compileCheck, type HttpPart } from './validator.ts'

/** A reply that differs from the route's usual one: another status, or further headers. */
export class Answer<T> {
  readonly body: T
  readonly status: number | undefined
  readonly headers: Record<string, string>
  constructor(body: T, more: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body
    this.status = more.status
    this.headers = more.headers ?? {}
  }
}

type Awaitable<T> = T | Promise<T>
type Handled<R extends Route> = Reply<R> | Answer<Reply<R>>

/** A handler in two steps: what has to be waited for comes first, then the writes, synchronously and in one transaction. */
export interface Prepared<I, Ctx, H> {
  prepare(input: I, ctx: Ctx): Promise<unknown>
  handle(input: I, ctx: Ctx, prepared: never): H
  /** Runs both steps, if need be after those of other calls: what is decided by looking first must not overlap. */
  inTurn?<T>(input: I, steps: () => Promise<T>): Promise<T>
}

/** Checks that both steps fit together. */
export function prepared<I, Ctx, P, H>(
  steps: { prepare(input: I, ctx: Ctx): Promise<P>; handle(input: I, ctx: Ctx, prepared: P): H } & Pick<Prepared<I, Ctx, H>, 'inTurn'>,
): Prepared<I, Ctx, H> {
  return steps
}

/** One function for each route of the contract that is not a stream. A missing or wrong one fails the type check. */
export type Handlers<C extends Contract, Ctx> = {
  [K in keyof C as C[K] extends { readonly stream: true } ? never : K]:
    | ((input: Input<C[K]>, ctx: Ctx) => Awaitable<Handled<C[K]>>)
    | Prepared<Input<C[K]>, Ctx, Handled<C[K]>>
}

type AnyHandler<Ctx> = ((input: Input<Route>, ctx: Ctx) => Awaitable<unknown>) | Prepared<Input<Route>, Ctx, unknown>

export interface StoredReply {
  status: number
  headers: Record<string, string>
  body: unknown
}

export interface MountOptions<Ctx> {
  prefix?: string
  context: (request: FastifyRequest) => Ctx
  /** Names the state of everything a list may show; lists use it as their ETag. */
  revision?: (ctx: Ctx) => string
  /** The newest journal entry; lists say it as `X-Journal-Seq`, so that whoever follows the journal knows what they have taken in. */
  position?: () => number
  /**
   * Runs `execute` at most once for a key and remembers its reply in the same transaction, or returns the remembered reply.
   * Throws `idempotency_mismatch` when the key was used for another request.
   */
  once?: (key: string, fingerprint: string, ctx: Ctx, execute: () => StoredReply) => Awaitable<{ replayed: boolean; reply: StoredReply }>
  /** The same where transactions are asynchronous: `execute` runs with the context of the transaction that it is given. */
  onceAsync?: (key: string, fingerprint: string, ctx: Ctx, execute: (ctx: Ctx) => Promise<StoredReply>) => Promise<{ replayed: boolean; reply: StoredReply }>
}

const ours = (): never => {
  throw new Error('prepare() has not set the compilers yet')
}

/** Options of an instance for `prepare`: without them Fastify loads a validator and a serializer of its own, which is half of its making. */
export const withOwnCompilers = { schemaController: { compilersFactory: { buildValidator: ours, buildSerializer: ours } } }

/** Prepares an instance for `mount`: strict JSON bodies, our validator, no coercion. */
export function prepare(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      throw new AppError('unsupported_media_type', `Send the body as it is, without Content-Encoding; got '${encoding}'.`)
  })
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json(?:;|$)/, { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, readJson(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setSerializerCompiler(({ schema }) => replySerializer(schema as never))
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const check = compileCheck(schema, httpPart as HttpPart)
    return (data: unknown) => {
      const error = check(data)
      return error ? { error } : { value: data }
    }
  })
}

/** `*` or a list of tags; weak tags count as equal to strong ones, as If-None-Match wants. */
function tagMatches(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
}

export function mount<const C extends Contract, Ctx>(app: FastifyInstance, contract: C, handlers: Handlers<C, Ctx>, options: MountOptions<Ctx>): void {
  const byName = handlers as unknown as Record<string, AnyHandler<Ctx>>
  const methodsOf = new Map<string, Set<string>>()
  for (const [name, route] of Object.entries<Route>(contract)) {
    const url = `${options.prefix ?? ''}${route.path}`
    const methods = methodsOf.get(url) ?? new Set()
    methodsOf.set(url, methods.add(route.method))
    if (!route.stream) mountRoute(app, url, route, byName[name] as never, options)
  }
  for (const [url, methods] of methodsOf) refuseOtherMethods(app, url, methods)
}

function mountRoute<Ctx>(app: FastifyInstance, url: string, route: Route, handler: AnyHandler<Ctx>, options: MountOptions<Ctx>): void {
  app.route({
    method: route.method,
    url,
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    config: { contract: route },
    schema: {
      ...requestSchema(route),
      ...(route.reply ? { response: Object.fromEntries([route.status, ...(route.otherStatuses ?? [])].map((status) => [status, route.reply])) } : {}),
    },
    preValidation: async (request) => readRequest(route, request),
    handler: async (request, reply) => {
      const ctx = options.context(request)
      if (route.method === 'GET' && route.etag === 'revision' && options.revision) {
        // Known before any query runs: an unchanged list costs nothing.
        const etag = `W/"${options.revision(ctx)}"`
        const known = request.headers['if-none-match']
        const unchanged = known !== undefined && tagMatches(known, etag)
        const { cursor } = request.query as { cursor?: string }
        // Read before the rows are: a list is never older than what it says.
        if (options.position) void reply.header('X-Journal-Seq', options.position())
        // A path that names something, or a cursor, may be wrong: that has to be looked at first.
        if (!unchanged || route.params || cursor !== undefined) {
          const input = { params: request.params, query: request.query, body: request.body } as Input<Route>
          if (typeof handler !== 'function') throw new Error(`${url}: a list needs a plain handler`)
          const answer = answerOf(route, await handler(input, ctx), options.prefix ?? '')
          if (!unchanged) return send(request, reply.header('ETag', etag).header('Cache-Control', 'no-cache'), route, answer)
        }
        return reply.header('ETag', etag).header('Cache-Control', 'no-cache').code(304).send()
      }
      const input = { params: request.params, query: request.query, body: request.body } as Input<Route>
      const steps = () => carryOut(request, route, handler, ctx, input, options)
      const { replayed, reply: stored } = await (typeof handler !== 'function' && handler.inTurn ? handler.inTurn(input, steps) : steps())
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      return send(request, reply, route, stored)
    },
  })
}

/** Runs a handler, at most once for an Idempotency-Key. */
async function carryOut<Ctx>(
  request: FastifyRequest,
  route: Route,
  handler: AnyHandler<Ctx>,
  ctx: Ctx,
  input: Input<Route>,
  { once, onceAsync, prefix = '' }: MountOptions<Ctx>,
): Promise<{ replayed: boolean; reply: StoredReply }> {
  const ready = typeof handler === 'function' ? undefined : await handler.prepare(input, ctx)
  const handle = (inside: Ctx): Awaitable<unknown> => (typeof handler === 'function' ? handler(input, inside) : handler.handle(input, inside, ready as never))
  const key = request.headers['idempotency-key']
  if (!route.idempotent || typeof key !== 'string' || !(once ?? onceAsync)) return { replayed: false, reply: answerOf(route, await handle(ctx), prefix) }
  if (key.length === 0 || key.length > 200) throw new AppError('invalid', 'Idempotency-Key must be 1 to 200 characters long.')
  const fingerprint = createHash('sha256')
    .update(`${route.method} ${request.url}\n${JSON.stringify(request.body)}`)
    .digest('hex')
  if (onceAsync) return onceAsync(key, fingerprint, ctx, async (inside) => answerOf(route, await handle(inside), prefix))
  return (once as NonNullable<typeof once>)(key, fingerprint, ctx, () => {
    const result = handle(ctx)
    if (result instanceof Promise) throw new Error(`${request.url}: an idempotent route needs a synchronous handler`)
    return answerOf(route, result, prefix)
  })
}

/** Mounts a route that answers by itself, as a stream: its input is read and checked like that of any other. */
export function mountStream<const R extends Route>(
  app: FastifyInstance,
  route: R,
  open: (input: Input<R>, request: FastifyRequest, reply: FastifyReply) => void | Promise<unknown>,
  prefix = '',
): void {
  app.route({
    method: route.method,
    url: `${prefix}${route.path}`,
    config: { contract: route },
    schema: requestSchema(route),
    preValidation: async (request) => readRequest(route, request),
    handler: (request, reply) => open({ params: request.params, query: request.query, body: request.body } as Input<R>, request, reply),
  })
}

interface Tagged {
  version: number
  /** Where the version alone could name another resource: an address that is given again after a delete. */
  etag?: string
}

const tagOf = ({ version, etag }: Tagged) => etag ?? version

function answerOf(route: Route, result: unknown, prefix: string): StoredReply {
  const answer = result instanceof Answer ? result : new Answer(result)
  const status = answer.status ?? route.status
  const headers = { ...answer.headers }
  if (route.etag === 'version') headers.ETag = `"${tagOf(answer.body as Tagged)}"`
  if (route.location && status === 201) headers.Location = `${prefix}${route.location(answer.body as never)}`
  return { status, headers, body: answer.body }
}

function send(request: FastifyRequest, reply: FastifyReply, route: Route, answer: StoredReply): FastifyReply {
  reply.headers(answer.headers)
  if (route.method === 'GET' && route.etag === 'version') {
    reply.header('Cache-Control', 'no-cache')
    const known = request.headers['if-none-match']
    if (known && answer.headers.ETag && tagMatches(known, answer.headers.ETag)) return reply.code(304).send()
  }
  if (answer.body instanceof LongList && route.reply)
    return reply
      .code(answer.status)
      .type('application/json; charset=utf-8')
      .send(streamOf(answer.body, route.reply, request))
  return reply.code(answer.status).send(route.reply ? answer.body : undefined)
}

/** A known path with another method answers 405 and says which methods it has. */
export function refuseOtherMethods(app: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  for (const refusal of rememberPath(app, url, methods))
    app.route({
      method: refusal.methods,
      url: refusal.url,
      config: { refusal: true },
      handler: (request, reply) => sendWrongMethod(request, reply, allowedAt(app, refusal.url) ?? ''),
    })
}

/** Checks an If-Match header against a resource's version; throws `stale`. */
export function requireVersion(ifMatch: string | undefined, version: number | string): void {
  // Strong comparison (RFC 9110): a weak tag never matches here. Behind a bare version a tag may say what follows from elsewhere (task-view.ts).
  const isMeant = (tag: string) =>
    tag === '*' || tag === `"${version}"` || (typeof version === 'number' && tag.replace(/^"(\d+)\.\w+"$/, '$1') === `${version}`)
  if (ifMatch !== undefined && !ifMatch.split(',').some((tag) => isMeant(tag.trim()))) {
    throw new AppError(
      'stale',
      `It has changed in the meantime: If-Match is ${ifMatch}, the version is now "${version}". Read it again, then send your change with the new ETag.`,
    )
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of the contract that is mounted here. */
    contract?: Route
    /** Answers 405 and nothing else. */
    refusal?: true
  }
}
