// The typed client of a contract: one method for each route, with the route's own input and reply types.
import type { Contract, Input, Reply, Route } from '../contract/route.ts'
import type { Problem } from '../schema/problem.ts'

/** The code of an answer that none of ours gave: somebody in between speaks. */
export const unexpected = 'unexpected'

/** Thrown for every reply that is not a success. `problem.detail` says what to send instead. */
export class ApiError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'ApiError'
    this.problem = problem
  }
}

interface Answered<T> {
  body: T
  status: number
  headers: Headers
}

interface CallOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
}

type Given<R extends Route> = { [K in keyof Input<R> as R extends { readonly [P in K]: object } ? K : never]: Input<R>[K] } & SentFile<R>
/** A file is sent as it is. */
type SentFile<R extends Route> = R extends { readonly file: string } ? { body: Uint8Array<ArrayBuffer> | string } : unknown
type OptionalQuery<I> = I extends { query: infer Q } ? (Record<never, never> extends Q ? Omit<I, 'query'> & { query?: Q } : I) : I
type Argument<R extends Route> = OptionalQuery<Given<R>>

export type Client<C extends Contract> = {
  [K in keyof C as C[K] extends { readonly stream: true } ? never : K]: (
    ...args: Record<never, never> extends Argument<C[K]> ? [input?: Argument<C[K]>, options?: CallOptions] : [input: Argument<C[K]>, options?: CallOptions]
  ) => Promise<Reply<C[K]>>
} & {
  /** The same calls, with status and headers (for paging and ETags). */
  readonly full: {
    [K in keyof C as C[K] extends { readonly stream: true } ? never : K]: (input: Argument<C[K]>, options?: CallOptions) => Promise<Answered<Reply<C[K]>>>
  }
}

export interface ClientOptions {
  /** Where the contract is mounted, without a trailing slash; '' means the page's own origin. */
  baseUrl: string
  headers?: Record<string, string>
  fetch?: typeof fetch
}

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export function urlOf(route: Route, input: AnyInput): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of [value].flat()) if (item !== undefined) query.append(name, String(item))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

async function call(route: Route, input: AnyInput, options: ClientOptions, extra: CallOptions): Promise<Answered<unknown>> {
  const response = await (options.fetch ?? fetch)(`${options.baseUrl}${urlOf(route, input)}`, {
    method: route.method,
    headers: { ...(input.body === undefined ? {} : { 'Content-Type': route.file ?? 'application/json' }), ...options.headers, ...extra.headers },
    ...(input.body === undefined ? {} : { body: route.file === undefined ? JSON.stringify(input.body) : (input.body as Uint8Array<ArrayBuffer>) }),
    ...(extra.signal ? { signal: extra.signal } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const body = text !== '' && isJson ? parsed(text) : undefined
  // A page to sign in at, say, of what stands in between: it is no answer, whatever its status.
  const isAnswer = route.mediaType !== undefined || body !== undefined || (text === '' && (route.reply === undefined || response.status > 201))
  if (response.ok && isAnswer) return { body, status: response.status, headers: response.headers }
  throw new ApiError(
    isProblem(body)
      ? body
      : {
          type: 'about:blank',
          title: response.statusText,
          status: response.status,
          detail: (/^\s*</.test(text) ? '' : text.slice(0, 200)) || response.statusText || `It answers ${response.status}.`,
          instance: route.path,
          code: unexpected,
        },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && typeof (body as Partial<Problem>).code === 'string' && typeof (body as Partial<Problem>).status === 'number'

export function createClient<const C extends Contract>(contract: C, options: ClientOptions): Client<C> {
  const full: Record<string, unknown> = {}
  const plain: Record<string, unknown> = { full }
  for (const [name, route] of Object.entries<Route>(contract)) {
    if (route.stream) continue
    full[name] = (input: AnyInput = {}, extra: CallOptions = {}) => call(route, input, options, extra)
    plain[name] = async (input: AnyInput = {}, extra: CallOptions = {}) => (await call(route, input, options, extra)).body
  }
  return plain as Client<C>
}
