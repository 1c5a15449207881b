import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { attachmentContract } from '../../../shared/contract/files/attachments.ts'
import { disposition, fileAlone } from '../../../shared/http/file-headers.ts'
import { Answer, mount, type MountOptions, mountStream, refuseOtherMethods } from '../../../shared/http/mount.ts'
import { takeFiles } from '../../../shared/http/file-body.ts'
import type { SentFile } from '../../../shared/node/received-file.ts'
import type { HttpContext } from '../context.ts'
import type { Attachments } from './attachments.ts'

const { uploadAttachment, readAttachment, deleteAttachment } = attachmentContract

/** It never changes, but a person may delete it: asking costs nothing on this machine. */
const alone = { ...fileAlone, 'Cache-Control': 'private, no-cache' }

/** `dataDir`: what is sent comes from a folder in it. */
export function serveAttachments(app: FastifyInstance, attachments: Attachments, dataDir: string, mounting: MountOptions<HttpContext>): void {
  app.register(async (scope) => {
    takeFiles(scope)
    mount(
      scope,
      { uploadAttachment },
      {
        async uploadAttachment({ query, body }) {
          const { stream, length } = body as SentFile
          const { attachment, isNew } = await attachments.upload({ name: query.name, length }, stream)
          return new Answer(attachment, { status: isNew ? 201 : 200, headers: { Location: attachment.path } })
        },
      },
      mounting,
    )
  })
  mount(app, { deleteAttachment }, { deleteAttachment: ({ params }) => attachments.remove(params.hash) }, mounting)
  app.register(async (scope) => {
    // It looks for its folder at the start, when a full disk may have left none; each call names the one that is meant.
    await scope.register(fastifyStatic, { root: import.meta.dirname, serve: false })
    mountStream(scope, readAttachment, async ({ params }, request, reply) => {
      const elsewhere = request.method === 'HEAD' ? await attachments.elsewhere(params.hash) : undefined
      if (elsewhere)
        return (
          reply
            .headers({ ...alone, 'X-File-Elsewhere': 'team', 'Content-Length': elsewhere.bytes })
            .header('Content-Disposition', disposition(elsewhere.image === undefined ? 'attachment' : 'inline', params.name))
            .type(elsewhere.image ?? 'application/octet-stream')
            // For anything but a stream Fastify would count the bytes itself.
            .send(Readable.from([]))
        )
      const { path, image } = await attachments.read(params.hash)
      return reply
        .headers(alone)
        .header('Content-Disposition', disposition(image === undefined ? 'attachment' : 'inline', params.name))
        .type(image ?? 'application/octet-stream')
        .sendFile(path, dataDir, { contentType: false, cacheControl: false })
    })
    refuseOtherMethods(scope, readAttachment.path, new Set(['GET']))
  })
}
