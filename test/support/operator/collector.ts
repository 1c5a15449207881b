// A collector of traces at the wire: takes OTLP as JSON over HTTP, and gives its spans as flat rows.
import { openStandIn, sendJson, type StandIn } from '../stand-in.ts'

export interface SeenSpan {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
  kind: number
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
}

export interface Collector extends StandIn {
  spans(): SeenSpan[]
  /** Of one trace. */
  of(traceId: string): SeenSpan[]
  /** All that came, as it came. */
  bytes(): string
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

interface Sent {
  resourceSpans?: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: (Omit<SeenSpan, 'service' | 'attributes' | 'links' | 'parentSpanId'> & {
        parentSpanId?: string
        attributes?: Attribute[]
        links?: SeenSpan['links']
      })[]
    }[]
  }[]
}

const facts = (attributes: readonly Attribute[] = []) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

function spansIn(body: string): SeenSpan[] {
  const { resourceSpans = [] } = JSON.parse(body) as Sent
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(facts(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, links = [], parentSpanId = '', ...span }) => ({ ...span, parentSpanId, links, service, attributes: facts(attributes) })),
    )
  })
}

export async function openCollector(): Promise<Collector> {
  const standIn = await openStandIn((_request, response) => sendJson(response, {}))
  const spans = () => standIn.seen.flatMap(({ body }) => spansIn(body))
  return Object.assign(standIn, {
    spans,
    of: (traceId: string) => spans().filter((span) => span.traceId === traceId),
    bytes: () => standIn.seen.map(({ body, headers: { host: _where, ...headers } }) => body + JSON.stringify(headers)).join('\n'),
  })
}
