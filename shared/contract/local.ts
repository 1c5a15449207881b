import { Type } from 'typebox'
import { object } from '../schema/field.ts'
import { agentContract } from './agents.ts'
import { attachmentContract } from './files/attachments.ts'
import { backupContract } from './files/backups.ts'
import { bulkContract } from './bulk.ts'
import { claimContract } from './claims.ts'
import { commentContract } from './comments.ts'
import { contactContract, contactMergeContract } from './contacts.ts'
import { conversationContract } from './conversations.ts'
import { replyContract } from './mail/replies.ts'
import { evidenceContract } from './work/evidence.ts'
import { importContract } from './imports.ts'
import { journalContract } from './journal.ts'
import { defineContract } from './route.ts'
import { listContract } from './lists.ts'
import { ownMailboxContract } from './mail/own-mailboxes.ts'
import { noticeContract } from './notices.ts'
import { questionContract } from './questions.ts'
import { remoteContract } from './remote.ts'
import { reminderContract } from './reminders.ts'
import { scheduleContract } from './schedules.ts'
import { searchModelsContract, settingsContract } from './settings.ts'
import { signInContract } from './cloud/sign-in.ts'
import { searchContract, taskContract } from './tasks.ts'
import { workContract } from './work/work.ts'

export const serviceContract = defineContract({
  health: {
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Health check',
    reply: object('Health', {
      status: Type.Literal('ok'),
      version: Type.String(),
      journal: Type.Integer({ description: 'The seq of the newest write.' }),
      indexed: Type.Integer({ description: 'How far search follows it.' }),
      data_folder: Type.Optional(Type.String({ description: 'Where the token is, for whoever may read it there.' })),
    }),
    status: 200,
  },
})

/** Everything the local service answers. */
export const localContract = {
  ...taskContract,
  ...bulkContract,
  ...searchContract,
  ...searchModelsContract,
  ...commentContract,
  ...scheduleContract,
  ...reminderContract,
  ...contactContract,
  ...contactMergeContract,
  ...listContract,
  ...conversationContract,
  ...replyContract,
  ...ownMailboxContract,
  ...journalContract,
  ...importContract,
  ...attachmentContract,
  ...settingsContract,
  ...claimContract,
  ...workContract,
  ...agentContract,
  ...questionContract,
  ...evidenceContract,
  ...backupContract,
  ...noticeContract,
  ...remoteContract,
  ...signInContract,
  ...serviceContract,
}
