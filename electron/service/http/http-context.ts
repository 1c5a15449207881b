import type { FastifyRequest } from 'fastify'
import { actorOf, runOf } from '../../../shared/http/actor.ts'
import type { HttpContext, Writer } from '../context.ts'
import { goneSignal } from '../../../shared/http/gone.ts'

export function httpContext(request: FastifyRequest): HttpContext {
  return { actor: writerOf(request), ifMatch: request.headers['if-match'], url: request.url, gone: () => goneSignal(request.raw.socket) }
}

function writerOf({ headers }: FastifyRequest): Writer {
  const actor = actorOf([headers['x-actor']].flat()[0], headers['user-agent'])
  return actor.kind === 'agent' ? { ...actor, run: runOf([headers['x-run']].flat()[0]) } : actor
}
