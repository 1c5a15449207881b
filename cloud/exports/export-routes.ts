// GET /teams/:teamId/export and GET /auth/export: streams, so they are mounted by hand.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import { exportContract } from '../../shared/contract/cloud/exports.ts'
import { mountStream } from '../../shared/http/mount.ts'
import { type Context, teamOf } from '../context.ts'
import type { Exports } from './exports.ts'

export function mountExports(app: FastifyInstance, exports: Exports, contextOf: (request: FastifyRequest) => Context): void {
  const send = (reply: FastifyReply, name: string, lines: AsyncIterable<string>) =>
    reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.jsonl"`)
      .type(exportContract.exportTeam.mediaType)
      .send(Readable.from(lines))
  mountStream(
    app,
    exportContract.exportTeam,
    async ({ query }, request, reply) => {
      const { team } = teamOf(contextOf(request))
      return query.part === 'journal' ? send(reply, 'tandem-journal', exports.journal(team)) : send(reply, 'tandem', exports.list(team))
    },
    cloudPrefix,
  )
  mountStream(app, exportContract.exportAccount, async (_, request, reply) => send(reply, 'tandem-account', exports.ofPerson(contextOf(request))), cloudPrefix)
}
