// Spans by OpenTelemetry's SDK, sent as OTLP over HTTP. Nothing is registered globally: libraries that look for OpenTelemetry find none, and add nothing.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, diag, DiagLogLevel, ROOT_CONTEXT, type Span, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { type OpenSpan, type SpanOptions, type Tracer, useTracer } from './spans.ts'
import type { TracingOptions } from './start-tracing.ts'

type Env = NodeJS.ProcessEnv

const endTimeoutMs = 2000
/** A collector that is away is said once in a while. */
const saidApartMs = 600_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** A call that is traced, as everything under it sees it. What a program begins in a call and goes on with after its end is no part of it. */
interface Within {
  context: Context
  call: { isOver: boolean }
}

/** Without `tracestate`, which is free text of others. */
function contextOf(traceparent: string): SpanContext | undefined {
  const known = parseTraceParent(traceparent)
  return known ? { ...known, isRemote: true } : undefined
}

const textOf = ({ traceId, spanId, traceFlags }: SpanContext): string => `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`

function createTracer(provider: TracerProvider, version: string): Tracer {
  const tracer = provider.getTracer('tandem', version)
  const storage = new AsyncLocalStorage<Within>()

  const now = (): Within | undefined => {
    const within = storage.getStore()
    return within?.call.isOver ? undefined : within
  }

  function opened(span: Span, within: Within, isCall: boolean): OpenSpan {
    return {
      run: (work) => storage.run(within, work),
      note: (facts) => void span.setAttributes(facts),
      end(failed) {
        if (failed !== undefined) span.setAttribute('error.type', failed).setStatus({ code: SpanStatusCode.ERROR })
        if (isCall) within.call.isOver = true
        span.end()
      },
    }
  }

  return {
    open(name, { kind = 'internal', facts = {}, parent, links = [] }: SpanOptions) {
      const around = now()
      const remote = parent === undefined ? undefined : contextOf(parent)
      const from = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : (around?.context ?? ROOT_CONTEXT)
      const others = links.flatMap((link) => contextOf(link) ?? [])
      const inside = remote && around ? trace.getSpanContext(around.context) : undefined
      // The call around it, where the client names another: the message and what carried it.
      const linked = inside && inside.traceId !== remote?.traceId ? [...others, inside] : others
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts, links: linked.map((context) => ({ context })) }, from)
      const isCall = around === undefined
      return opened(span, { context: trace.setSpan(from, span), call: around?.call ?? { isOver: false } }, isCall)
    },
    current() {
      const context = now()?.context
      const known = context && trace.getSpanContext(context)
      return known && textOf(known)
    },
  }
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Env): Sampler {
  const part = new TraceIdRatioBasedSampler(ratio?.trim() && Number.isFinite(Number(ratio)) ? Number(ratio) : 1)
  const samplers: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => part,
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: () => new ParentBasedSampler({ root: part }),
  }
  const wanted = samplers[name?.trim() || 'parentbased_always_on']
  if (!wanted) throw new Error(`OTEL_TRACES_SAMPLER is '${name}'; known are ${Object.keys(samplers).join(', ')}.`)
  return wanted()
}

function batchesOf(env: Env): { scheduledDelayMillis?: number; maxQueueSize?: number } {
  const number = (text: string | undefined) => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
  const [delay, size] = [number(env.OTEL_BSP_SCHEDULE_DELAY), number(env.OTEL_BSP_MAX_QUEUE_SIZE)]
  return { ...(delay === undefined ? {} : { scheduledDelayMillis: delay }), ...(size ? { maxQueueSize: size } : {}) }
}

/** Nothing of the error itself, which may hold the endpoint with its secret. */
function sayFailures(say: (line: string) => void): void {
  let saidAt = Number.NEGATIVE_INFINITY
  const failed = () => {
    if (performance.now() - saidAt < saidApartMs) return
    saidAt = performance.now()
    say('Traces could not be exported. Is the collector at OTEL_EXPORTER_OTLP_ENDPOINT there, and does it take OTLP as JSON over HTTP?')
  }
  const ignore = () => undefined
  diag.setLogger({ error: failed, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
}

/** The exporter reads the endpoint, its headers and its certificates from the settings by itself. */
export function openExport({ service, version, env = process.env, say }: TracingOptions): () => Promise<void> {
  const own = resourceFromAttributes({ 'service.name': service, 'service.version': version })
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(env),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...batchesOf(env) })],
  })
  sayFailures(say)
  useTracer(createTracer(provider, version))
  return async () => {
    useTracer(undefined)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, endTimeoutMs)))
    await Promise.race([provider.shutdown().catch(() => undefined), late])
    clearTimeout(timer)
  }
}
