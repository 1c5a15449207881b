import type { FastifyInstance } from 'fastify'
import { discardRest, type SentFile } from '../node/received-file.ts'

/** In this scope a body is a file whatever its type: a handler gets it as a SentFile. */
export function takeFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  // Of whatever was answered before all of it came: a missing login, a length that is too large, a full disk.
  scope.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) discardRest(request.raw)
    done()
  })
  scope.addContentTypeParser('*', (request, stream, done) => {
    const length = request.headers['content-length']
    done(null, { stream, length: length === undefined ? undefined : Number(length) } satisfies SentFile)
  })
}
