import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../shared/http/actor.ts'
import type { HttpContext } from './context.ts'

export function httpContext(request: FastifyRequest): HttpContext {
  const { 'x-actor': xActor, 'user-agent': userAgent, 'if-match': ifMatch } = request.headers
  return { actor: actorOf([xActor].flat()[0], userAgent), ifMatch, url: request.url }
}
