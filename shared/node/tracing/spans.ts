// What a call did and for how long, for whoever has turned tracing on (OpenTelemetry; start-tracing.ts). Off, nothing here does anything, and no
// library is loaded. A span says names of routes, tools and tables, statuses and kinds of errors: never what somebody wrote, an address or a secret.

export type SpanKind = 'server' | 'client' | 'internal'

/** By the names of OpenTelemetry's conventions where there is one. */
export type Facts = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  kind?: SpanKind
  facts?: Facts
  /** `traceparent` (W3C) of what this belongs to; what is no such value is ignored. Default: the span under way. */
  parent?: string | undefined
  /** Of others that this has to do with. */
  links?: readonly string[]
}

export interface OpenSpan {
  /** What `work` does, also later, is part of it. */
  run<T>(work: () => T): T
  note(facts: Facts): void
  /** `failed`: what kind of error, in one word. */
  end(failed?: string): void
}

export interface Tracer {
  open(name: string, options: SpanOptions): OpenSpan
  /** `traceparent` of the span under way. */
  current(): string | undefined
}

let tracer: Tracer | undefined

export const useTracer = (next: Tracer | undefined): void => void (tracer = next)
export const isTracing = (): boolean => tracer !== undefined

/** To hand on to whoever goes on with this; undefined: nothing is under way that is traced. */
export const traceparent = (): string | undefined => tracer?.current()

/** Undefined: tracing is off. */
export const openSpan = (name: string, options: SpanOptions): OpenSpan | undefined => tracer?.open(name, options)

/** The error's own code or class, never its message. */
function kindOf(error: unknown): string {
  const { code, name } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; name?: unknown }
  return [code, name].find((word): word is string => typeof word === 'string' && /^\w{1,50}$/.test(word)) ?? 'error'
}

/** Runs `work`, in a span where tracing is on. `work` may note facts. */
export function span<T>(name: string, options: SpanOptions, work: (span: Pick<OpenSpan, 'note'> | undefined) => T): T {
  const open = tracer?.open(name, options)
  if (!open) return work(undefined)
  const failed = (error: unknown): never => {
    open.end(kindOf(error))
    throw error
  }
  try {
    const result = open.run(() => work(open))
    if (result instanceof Promise) {
      const ended = (value: unknown) => {
        open.end()
        return value
      }
      return result.then(ended, failed) as T
    }
    open.end()
    return result
  } catch (error) {
    return failed(error)
  }
}

/** The same, but only as a part of something that is traced: what a program does by itself all the time is no trace. */
export const partSpan: typeof span = (name, options, work) => (tracer?.current() === undefined ? work(undefined) : span(name, options, work))
