// The conversations module as the rest of the service sees it.
import type { DuplicateCandidate, Task } from '../../../shared/schema/task.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Journal } from '../journal/journal.ts'
import type { Proposals } from '../proposals/proposals.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { ExtractionChoice } from '../settings/settings.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { conversationRoutes } from '../conversations/conversation-routes.ts'
import { createConversationProposals } from '../conversations/conversation-proposals.ts'
import { createConversations } from '../conversations/conversations.ts'
import { createInvitationIn, type InvitationDeps } from '../conversations/invitations.ts'
import { createExtract } from '../conversations/extraction.ts'
import type { Origins } from '../conversations/origins.ts'
import { createRequesters } from '../conversations/requesters.ts'
import { createTakeIn } from '../conversations/take-in.ts'
import { createTakeInMail } from '../conversations/take-in-mail.ts'
import type { Threads } from '../conversations/threads.ts'
import { createWriteOutcome } from '../conversations/write-outcome.ts'

export interface ConversationModuleDeps {
  threads: Threads
  origins: Origins
  tasks: Tasks
  comments: Comments
  schedules: Schedules
  contacts: Contacts
  proposals: Proposals
  journal: Journal
  choice: () => Promise<ExtractionChoice>
  findDuplicates: (query: { text: string; limit: number }) => Promise<{ candidates: DuplicateCandidate[] }>
  adopt: (task: Task) => void
  fileContent: InvitationDeps['content']
  now: () => Date
  zone: () => string
  report: (error: unknown) => void
}

export function openConversations(deps: ConversationModuleDeps) {
  const requesters = createRequesters(deps.contacts)
  const write = createWriteOutcome({ ...deps, requesters })
  const proposals = createConversationProposals({ ...deps, write })
  const takeIn = createTakeIn({
    ...deps,
    write,
    proposals,
    extract: createExtract(deps),
    invitationIn: createInvitationIn({ ...deps, content: deps.fileContent }),
  })
  const conversations = createConversations({ ...deps, write, proposals, settle: deps.proposals.settle, requesters })
  return {
    routes: conversationRoutes(conversations, takeIn),
    draft: conversations.reply,
    reach: requesters.reach,
    execute: proposals.execute,
    takeIn,
    mail: createTakeInMail({ ...deps, takeIn, acceptedSince: proposals.acceptedSince }),
  }
}
