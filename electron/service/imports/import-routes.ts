import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { importContract } from '../../../shared/contract/imports.ts'
import { type Handlers, mountStream } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import type { Exports } from '../exports/exports.ts'
import type { FileImports } from './file-imports.ts'
import type { Imports } from './imports.ts'

export function importRoutes(imports: Imports): Handlers<typeof importContract, HttpContext> {
  return {
    importBatch: ({ body }, ctx) => imports.importBatch(body, ctx),
  }
}

/** POST /import/file: takes a file and answers with a stream, so it is mounted by hand, in a scope where nothing but files is read. */
export function serveImportFile(
  app: FastifyInstance,
  files: FileImports,
  { contextOf, allowPart }: { contextOf: (request: FastifyRequest) => HttpContext; allowPart: (request: FastifyRequest) => (records: number) => void },
): void {
  const route = importContract.importFile
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(route.file, (_request, body, done) => done(null, body))
    mountStream(scope, route, async ({ query: { name, dry_run = false } }, request, reply) => {
      const lines = await files.open({ name, dryRun: dry_run, allowPart: allowPart(request) }, request.body as Readable, contextOf(request))
      return reply.header('Cache-Control', 'no-store').type(route.mediaType).send(lines)
    })
  })
  app.addHook('onClose', files.close)
}

/** GET /export: a stream, so it is mounted by hand. */
export function serveExport(app: FastifyInstance, exports: Exports, readsAll: (request: FastifyRequest) => void): void {
  app.get('/export', { schema: { querystring: importContract.exportAll.query } }, (request, reply) => {
    const { part } = request.query as { part?: 'list' | 'journal' }
    readsAll(request)
    return reply
      .header('Cache-Control', 'no-store')
      .type(importContract.exportAll.mediaType)
      .send(Readable.from(part === 'journal' ? exports.history() : exports.list()))
  })
}
