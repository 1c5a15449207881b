// OpenAPI 3.1 from a contract. Pure: the same contract always gives the same document, so it can be committed and checked for drift.
import type { TSchema } from 'typebox'
import type { Contract, Route } from '../contract/route.ts'
import { Problem } from '../schema/problem.ts'

type Json = Record<string, unknown>

/** Moves every titled object into components, so that readers and generators see `Task`, not thirty copies of it. */
function hoist(schema: unknown, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components))
  if (schema === null || typeof schema !== 'object') return schema
  const { title, 'x-hint': hint, 'x-missing': _missing, ...rest } = schema as Json & { title?: string; 'x-hint'?: string; 'x-missing'?: string }
  const inner: Json = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'properties' ? hoistEach(value as Json, components) : hoist(value, components)]),
  )
  if (hint && !inner.description) inner.description = hint
  if (typeof title !== 'string' || inner.type !== 'object') return typeof title === 'string' ? { title, ...inner } : inner
  components[title] ??= inner
  return { $ref: `#/components/schemas/${title}` }
}

/** The keys of `properties` are field names, not keywords: a field may well be called title. */
function hoistEach(properties: Json, components: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, hoist(property, components)]))
}

function parameters(schema: TSchema | undefined, place: 'path' | 'query', components: Json): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property
    return { name, in: place, required: required.includes(name), ...(description ? { description } : {}), schema: hoist(rest, components) }
  })
}

const problemReply = (description: string) => ({ description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } })

function operation(name: string, route: Route, components: Json): Json {
  const content = route.stream
    ? { [route.mediaType ?? 'text/event-stream']: { schema: { type: 'string' } } }
    : route.reply && { [route.mediaType ?? 'application/json']: { schema: hoist(route.reply, components) } }
  const headers = [
    ...(route.idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', minLength: 1, maxLength: 200 },
            description: 'The same key within 24 hours answers the same again, without a second write.',
          },
        ]
      : []),
    ...(route.etag === 'version' && route.method === 'PATCH'
      ? [{ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' }, description: 'The ETag you know; 412 if it changed since.' }]
      : []),
    ...(route.etag && route.method === 'GET'
      ? [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' }, description: 'The ETag you know; 304 if nothing changed.' }]
      : []),
  ]
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    parameters: [...parameters(route.params, 'path', components), ...parameters(route.query, 'query', components), ...headers],
    ...(route.file ? { requestBody: { required: true, content: { [route.file]: { schema: { type: 'string', contentMediaType: route.file } } } } } : {}),
    ...(route.body ? { requestBody: { required: !route.bodyOptional, content: { 'application/json': { schema: hoist(route.body, components) } } } } : {}),
    responses: {
      ...Object.fromEntries(
        [route.status, ...(route.otherStatuses ?? [])].map((status) => [status, { description: 'Success', ...(content ? { content } : {}) }]),
      ),
      ...(route.etag && route.method === 'GET' ? { 304: { description: 'Not changed' } } : {}),
      default: problemReply('What is wrong, and what to send instead'),
    },
  }
}

export function openapi(info: { title: string; version: string; description: string }, contract: Contract, prefix = ''): Json {
  const components: Json = {}
  hoist(Problem, components)
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries(contract)) {
    const path = `${prefix}${route.path}`.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route, components) }
  }
  return {
    openapi: '3.1.0',
    info,
    tags: [...new Set(Object.values(contract).map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: { schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => a.localeCompare(b))) },
  }
}

/** The same, made when it is first sent (as JSON or as YAML): a start needs none of it. */
export function openapiOnDemand(...given: Parameters<typeof openapi>): { toJSON(): Json } {
  let made: Json | undefined
  return { toJSON: () => (made ??= openapi(...given)) }
}
