import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { importContract } from '../../../shared/contract/imports.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { Exports } from './exports.ts'
import type { Imports } from './imports.ts'

export function importRoutes(imports: Imports): Handlers<typeof importContract, HttpContext> {
  return { importBatch: ({ body }, ctx) => imports.importBatch(body, ctx) }
}

/** GET /export: a stream, so it is mounted by hand. */
export function serveExport(app: FastifyInstance, exports: Exports): void {
  app.get('/export', { schema: { querystring: importContract.exportAll.query } }, (request, reply) => {
    const { part } = request.query as { part?: 'list' | 'journal' }
    return reply
      .header('Cache-Control', 'no-store')
      .type(importContract.exportAll.mediaType)
      .send(Readable.from(part === 'journal' ? exports.history() : exports.list()))
  })
}
