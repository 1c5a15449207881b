import { attachmentContract } from '../files/attachments.ts'
import { inTeam } from '../paging.ts'
import { Type } from 'typebox'
import { hashPattern } from '../../domain/attachments/attachment-link.ts'
import { object } from '../../schema/field.ts'
import { defineContract } from '../route.ts'

/** Files as the local service has them. Nobody deletes one: it goes when no text has named it for a while. */
export const cloudAttachmentContract = defineContract({
  uploadAttachment: {
    ...attachmentContract.uploadAttachment,
    summary: `${attachmentContract.uploadAttachment.summary}. What no text of the team names for 30 days is deleted`,
  },
  findLackingAttachments: {
    method: 'POST',
    path: '/attachments/lacking',
    tag: 'Attachments',
    summary: 'For devices: which of these files the team does not have',
    body: object('FileHashes', { hashes: Type.Array(Type.String({ pattern: hashPattern, 'x-hint': 'must be 64 hexadecimal digits' }), { maxItems: 500 }) }),
    reply: object('LackingFiles', { hashes: Type.Array(Type.String()) }),
    status: 200,
    onlyReads: true,
  },
  readAttachment: {
    ...attachmentContract.readAttachment,
    summary: 'Read a file. A browser shows images and saves anything else',
    query: object('AttachmentQuery', { ...inTeam }),
  },
})
