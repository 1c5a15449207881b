import { Type } from 'typebox'
import { hashPattern, maxAttachmentBytes } from '../../domain/attachments/attachment-link.ts'
import { Attachment } from '../../schema/files/attachment.ts'
import { object, visibleText } from '../../schema/field.ts'
import { defineContract } from '../route.ts'

const hash = Type.String({ pattern: hashPattern, description: 'SHA-256 of the content.', 'x-hint': 'must be 64 hexadecimal digits, in small letters' })

export const attachmentContract = defineContract({
  uploadAttachment: {
    method: 'POST',
    path: '/attachments',
    tag: 'Attachments',
    summary:
      'Store a file (25 MB at most), sent as the body under any media type; then put its `markdown` into a description or a comment. The same content is stored once: again, it answers 200',
    query: object('UploadQuery', { name: visibleText(1000, "The file's name.") }),
    file: 'application/octet-stream',
    bodyLimit: maxAttachmentBytes,
    reply: Attachment,
    status: 201,
    otherStatuses: [200],
    location: ({ path }: Attachment) => path,
  },
  readAttachment: {
    method: 'GET',
    path: '/attachments/:hash/:name',
    tag: 'Attachments',
    summary: 'Read a file, whole or in ranges. A browser shows images and saves anything else',
    params: object('AttachmentParams', { hash, name: Type.String({ description: 'Under which it is saved.' }) }),
    status: 200,
    stream: true,
    mediaType: 'application/octet-stream',
  },
  deleteAttachment: {
    method: 'DELETE',
    path: '/attachments/:hash',
    tag: 'Attachments',
    summary: 'Delete a file. Texts go on naming it; backups keep it for as long as they are kept',
    params: object('AttachmentHash', { hash }),
    status: 204,
    personal: true,
  },
})
