import { attachmentContract } from '../files/attachments.ts'
import { inTeam } from '../paging.ts'
import { object } from '../../schema/field.ts'
import { defineContract } from '../route.ts'

/** Files as the local service has them. Nobody deletes one: it goes when no text has named it for a while. */
export const cloudAttachmentContract = defineContract({
  uploadAttachment: {
    ...attachmentContract.uploadAttachment,
    summary: `${attachmentContract.uploadAttachment.summary}. What no text of the team names for 30 days is deleted`,
  },
  readAttachment: {
    ...attachmentContract.readAttachment,
    summary: 'Read a file. A browser shows images and saves anything else',
    query: object('AttachmentQuery', { ...inTeam }),
  },
})
