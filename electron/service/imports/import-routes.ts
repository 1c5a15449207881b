import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { importContract } from '../../../shared/contract/imports.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { heaviestBatch, weightOf } from '../../../shared/domain/imports/import-weight.ts'
import { type Handlers, mountStream } from '../../../shared/http/mount.ts'
import type { ImportRequest } from '../../../shared/schema/import.ts'
import type { HttpContext } from '../context.ts'
import type { Exports } from '../exports/exports.ts'
import type { FileImports } from './file-imports.ts'
import type { Imports } from './imports.ts'

export function importRoutes(imports: Imports): Handlers<typeof importContract, HttpContext> {
  return {
    importBatch({ body }, ctx) {
      refuseTooHeavy(body)
      return imports.importBatch(body, ctx)
    },
  }
}

/** One alone is taken whatever it brings: it cannot be divided. */
function refuseTooHeavy({ records }: ImportRequest): void {
  const weight = records.reduce((sum, record) => sum + weightOf(record), 0)
  if (records.length > 1 && weight > heaviestBatch)
    throw new AppError(
      'too_large',
      `These ${records.length} records bring too many comments and reminders to be written at once. Send fewer in each request; one alone is always taken.`,
    )
}

/** POST /import/file: takes a file and answers with a stream, so it is mounted by hand, in a scope where nothing but files is read. */
export function serveImportFile(app: FastifyInstance, files: FileImports, contextOf: (request: FastifyRequest) => HttpContext): void {
  const route = importContract.importFile
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(route.file, (_request, body, done) => done(null, body))
    mountStream(scope, route, async ({ query: { name, dry_run = false } }, request, reply) => {
      const lines = await files.open({ name, dryRun: dry_run }, request.body as Readable, contextOf(request))
      return reply.header('Cache-Control', 'no-store').type(route.mediaType).send(lines)
    })
  })
  app.addHook('onClose', files.close)
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
