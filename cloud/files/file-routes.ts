import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { cloudAttachmentContract } from '../../shared/contract/cloud/attachments.ts'
import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import { disposition, fileAlone } from '../../shared/http/file-headers.ts'
import { Answer, mount, mountStream, refuseOtherMethods } from '../../shared/http/mount.ts'
import { takeFiles } from '../../shared/http/file-body.ts'
import type { SentFile } from '../../shared/node/received-file.ts'
import type { Mounting } from '../modules/mounting.ts'
import type { Files } from './files.ts'

const { uploadAttachment, findLackingAttachments, readAttachment } = cloudAttachmentContract

const unknownType = 'application/octet-stream'

export function mountFiles(app: FastifyInstance, files: Files, { inTeam }: Mounting): void {
  app.register(async (scope) => {
    takeFiles(scope)
    mount(
      scope,
      { uploadAttachment },
      {
        async uploadAttachment({ query, body }, ctx) {
          const { stream, length } = body as SentFile
          const { attachment, isNew } = await files.upload(query.name, length, stream, ctx)
          return new Answer(attachment, isNew ? {} : { status: 200 })
        },
      },
      inTeam,
    )
  })
  mount(app, { findLackingAttachments }, { findLackingAttachments: async ({ body }, ctx) => ({ hashes: await files.lacking(body.hashes, ctx) }) }, inTeam)
  mountStream(
    app,
    readAttachment,
    async ({ params }, request, reply) => {
      const ctx = inTeam.context(request)
      const asHeaders = (media_type: string, bytes: number) =>
        reply
          .headers(fileAlone)
          .header('Content-Disposition', disposition(media_type === unknownType ? 'attachment' : 'inline', params.name))
          .header('Content-Length', bytes)
          .type(media_type)
      if (request.method === 'HEAD') {
        const { media_type, bytes } = await files.describe(params.hash, ctx)
        // An empty stream: for anything else Fastify would count the bytes itself.
        return asHeaders(media_type, bytes).send(Readable.from([]))
      }
      const { media_type, bytes, content } = await files.open(params.hash, ctx)
      return asHeaders(media_type, bytes).send(Readable.from(content))
    },
    cloudPrefix,
  )
  refuseOtherMethods(app, `${cloudPrefix}${readAttachment.path}`, new Set(['GET']))
}
