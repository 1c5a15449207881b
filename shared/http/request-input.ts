// What a route takes in: which parts are checked, and how the text of path and query becomes values.
import type { FastifyRequest } from 'fastify'
import type { Route } from '../contract/route.ts'
import { AppError, invalidField } from '../domain/app-error.ts'
import { readText } from './validator.ts'

const noQuery = { type: 'object', properties: {}, additionalProperties: false }

/** The schemas that Fastify checks before a route's handler runs. */
export function requestSchema(route: Route) {
  return { ...(route.params ? { params: route.params } : {}), querystring: route.query ?? noQuery, ...(route.body ? { body: route.body } : {}) }
}

/** No text in the database holds one, so nothing can be called like it. The body is looked at where it is parsed. */
function refuseNul(values: unknown): void {
  for (const [name, value] of Object.entries((values ?? {}) as Record<string, unknown>))
    if (String(value).includes('\0')) throw invalidField(`/${name}`, `${name} contains a NUL character (%00). Remove it.`)
}

/** Reads what arrived as text by the route's schemas, before they are checked. */
export function readRequest(route: Route, request: FastifyRequest): void {
  refuseNul(request.params)
  refuseNul(request.query)
  if (route.params) request.params = readText(route.params, request.params as Record<string, unknown>)
  if (route.query) request.query = readText(route.query, request.query as Record<string, unknown>)
  if (route.file !== undefined) {
    if (request.body === undefined || request.body === null) throw new AppError('invalid', `This call needs a file as its body, sent as ${route.file}.`)
    return
  }
  if (!route.body && request.body !== undefined && request.method !== 'GET') throw new AppError('invalid', 'This call takes no body. Leave it out.')
  if (route.body && request.body === undefined) {
    if (route.bodyOptional) return void (request.body = {})
    throw new AppError('invalid', 'This call needs a JSON object as its body.', { errors: [{ pointer: '', detail: 'the body is missing' }] })
  }
}
