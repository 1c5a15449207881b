import { agentContract } from '../agents.ts'
import { cloudAttachmentContract } from './attachments.ts'
import { authContract } from './auth.ts'
import { calendarContract, calendarFileContract } from './calendars.ts'
import { claimContract } from '../claims.ts'
import { commentContract } from '../comments.ts'
import { connectionContract } from './connections.ts'
import { contactContract } from '../contacts.ts'
import { deviceContract } from './devices.ts'
import { emailContract } from './email.ts'
import { eventContract } from '../events.ts'
import { evidenceContract } from '../work/evidence.ts'
import { journalContract } from '../journal.ts'
import { listContract } from '../lists.ts'
import { exportContract } from './exports.ts'
import { memberContract } from './members.ts'
import { notificationContract } from './notifications.ts'
import { passkeysContract } from './passkeys.ts'
import { questionContract } from '../questions.ts'
import { replyContract } from '../mail/replies.ts'
import { defineContract } from '../route.ts'
import { scheduleContract } from '../schedules.ts'
import { evidenceSyncContract } from './sync-evidence.ts'
import { pairSyncContract } from './sync-pairs.ts'
import { proposalSyncContract } from './sync-proposals.ts'
import { questionSyncContract } from './sync-questions.ts'
import { syncContract } from './sync.ts'
import { searchContract, taskContract } from '../tasks.ts'
import { teamContract } from './teams.ts'
import { tokenContract } from './tokens.ts'
import { webhookContract } from './webhooks.ts'
import { waysContract } from './ways.ts'
import { workContract } from '../work/work.ts'

/** Where the cloud mounts everything. */
export const cloudPrefix = '/api'

/** Search and duplicates as the local service has them. Review, which lists pairs and merges, stays with it. */
export const cloudSearchContract = defineContract({
  searchTasks: searchContract.searchTasks,
  findDuplicates: searchContract.findDuplicates,
})

/** What the people of a team say of suspected duplicates; the pairs themselves are found on desktops. */
export const cloudPairContract = defineContract({
  judgeDuplicates: {
    ...searchContract.judgeDuplicates,
    summary: 'Say that two tasks are different, for every desktop of the team. Only a person can decide.',
    personal: true,
    needs: 'decide',
  },
})

export const cloudHistoryContract = defineContract({
  readJournal: {
    ...journalContract.readJournal,
    summary: 'Every write to tasks, comments, reminders, contacts and saved lists after a position, oldest first, in pages (Link)',
  },
  readTaskHistory: journalContract.readTaskHistory,
  readHistoryEntry: journalContract.readHistoryEntry,
  undo: {
    ...journalContract.undo,
    summary: 'Revert one entry, several, or all that an actor did since a moment. Members: their own work and that of agents; admins and owners: everybody’s',
  },
})

/** Policies as the local service has them. How a client is set up, each client’s own pages say. */
export const cloudAgentContract = defineContract({
  listAgents: { ...agentContract.listAgents, summary: 'Agents that called with an API token of the team, with their policy; last seen first' },
  getAgentPolicy: agentContract.getAgentPolicy,
  setAgentPolicy: agentContract.setAgentPolicy,
  decideBrake: agentContract.decideBrake,
  listProposals: agentContract.listProposals,
  getProposal: agentContract.getProposal,
  acceptProposal: agentContract.acceptProposal,
  rejectProposal: agentContract.rejectProposal,
  reopenProposal: agentContract.reopenProposal,
})

export const cloudClaimContract = defineContract({
  ...claimContract,
  listClaims: {
    ...claimContract.listClaims,
    summary: 'Who works on what right now; the newest claim first. GET /events/stream tells each change as claim.created and claim.deleted.',
  },
})

export const cloudEvidenceContract = defineContract({
  ...evidenceContract,
  addEvidence: { ...evidenceContract.addEvidence, summary: 'Add evidence: a command that ran (signed with the key of the team; API tokens only), or a claim' },
})

/** Questions as the local service has them. The cloud has no undo of its own: what takes an answer back is `reopen`, which deletes its comment. */
export const cloudQuestionContract = defineContract({
  ...questionContract,
  listQuestions: {
    ...questionContract.listQuestions,
    summary:
      'Questions that wait for an answer, oldest first; ?state= shows others, newest first. GET /events/stream tells each change as question.created and question.updated.',
  },
  reopenQuestion: {
    ...questionContract.reopenQuestion,
    summary: 'Take an answer or a dismissal back: the question is open again, and the comment with the answer is deleted, unless somebody changed it',
  },
})

/** Everything the cloud answers under its prefix. */
export const cloudContract = {
  ...authContract,
  ...passkeysContract,
  ...waysContract,
  ...teamContract,
  ...memberContract,
  ...tokenContract,
  ...connectionContract,
  ...taskContract,
  ...cloudSearchContract,
  ...cloudPairContract,
  ...cloudHistoryContract,
  ...commentContract,
  ...cloudAttachmentContract,
  ...scheduleContract,
  ...contactContract,
  ...listContract,
  ...cloudAgentContract,
  ...cloudClaimContract,
  ...cloudQuestionContract,
  ...workContract,
  ...cloudEvidenceContract,
  ...exportContract,
  ...calendarContract,
  ...calendarFileContract,
  ...eventContract,
  ...syncContract,
  ...questionSyncContract,
  ...proposalSyncContract,
  ...evidenceSyncContract,
  ...pairSyncContract,
  ...deviceContract,
  ...notificationContract,
  ...emailContract,
  ...replyContract,
  ...webhookContract,
}
