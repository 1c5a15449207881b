// What is read while it is written, such as a file, is asked about again before each part of it: nobody knows before how much it is.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/domain/app-error.ts'
import { saidWhy } from '../../../shared/domain/agents/write-verdict.ts'
import { type WriteKind, writeKinds } from '../../../shared/schema/agent.ts'
import type { Context } from '../context.ts'
import type { Agents } from './agents.ts'

/** Throws `forbidden` where so many records may not be written now. */
export type AllowPart = (records: number) => void

const anyWrite: readonly WriteKind[] = writeKinds.filter((kind) => kind !== 'claim' && kind !== 'reply')

export function createPartGuard({ agents, contextOf }: { agents: Pick<Agents, 'verdict'>; contextOf: (request: FastifyRequest) => Context }) {
  return (request: FastifyRequest): AllowPart => {
    const { actor } = contextOf(request)
    // Of callers that do not say who they are nothing is counted, as in policy-guard.ts.
    if (actor.kind !== 'agent' || request.headers['x-actor'] === undefined) return () => undefined
    return (records) => {
      const { verdict, because } = agents.verdict(actor, anyWrite, { amount: { writes: records, deletes: 0 } })
      if (verdict === 'allow') return
      const why = because ? ` ${saidWhy(because, actor.name)}` : ''
      throw new AppError(
        'forbidden',
        `${actor.name} may not import the rest of this file now.${why} What was imported before stands, and the report says which entries (written); of the rest nothing was.`,
      )
    }
  }
}
