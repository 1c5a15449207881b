// Turns tracing on where OpenTelemetry's own settings ask for it. The libraries are loaded then, and only then.
import { isTracing } from './spans.ts'

export interface TracingOptions {
  /** `service.name`, where OTEL_SERVICE_NAME does not say another. */
  service: string
  version: string
  env?: NodeJS.ProcessEnv
  /** One line for the log. */
  say: (line: string) => void
}

const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''

/** Why it stays off although it is asked for; '' where nobody asks. */
function whyOff(env: NodeJS.ProcessEnv): string | undefined {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return ''
  if (!isSet(env.OTEL_EXPORTER_OTLP_ENDPOINT) && !isSet(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)) return ''
  if (isSet(env.OTEL_TRACES_EXPORTER) && env.OTEL_TRACES_EXPORTER !== 'otlp') return `OTEL_TRACES_EXPORTER=${env.OTEL_TRACES_EXPORTER} is not known here`
  const endpoint = isSet(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) ? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT : env.OTEL_EXPORTER_OTLP_ENDPOINT
  // The library would send to a collector on this machine then.
  if (!/^https?:$/.test(URL.parse(endpoint ?? '')?.protocol ?? '')) return 'OTEL_EXPORTER_OTLP_ENDPOINT is no http or https address'
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL
  return protocol === 'grpc' ? 'OTLP goes over HTTP here, not over gRPC (OTEL_EXPORTER_OTLP_PROTOCOL)' : undefined
}

/** Answers what ends it, after what was noted has gone out (two seconds at most). A wrong setting never keeps a program from starting. */
export async function startTracing({ env = process.env, ...options }: TracingOptions): Promise<() => Promise<void>> {
  const off = async () => undefined
  const why = whyOff(env)
  if (why !== undefined) {
    if (why !== '') options.say(`Tracing is off: ${why}.`)
    return off
  }
  // Two in one process share one.
  if (isTracing()) return off
  try {
    const { openExport } = await import('./otlp.ts')
    return openExport({ ...options, env })
  } catch (error) {
    options.say(`Tracing is off: ${(error as Error).message}`)
    return off
  }
}
