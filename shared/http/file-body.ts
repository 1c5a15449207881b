import type { FastifyInstance } from 'fastify'
import type { SentFile } from '../node/received-file.ts'

/** In this scope a body is a file whatever its type: a handler gets it as a SentFile. */
export function takeFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request, stream, done) => {
    const length = request.headers['content-length']
    done(null, { stream, length: length === undefined ? undefined : Number(length) } satisfies SentFile)
  })
}
