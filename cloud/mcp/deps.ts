import type { Agents } from '../agents/agents.ts'
import type { Proposals } from '../agents/proposals.ts'
import type { Claims } from '../claims/claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Replies } from '../email/replies/replies.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import type { Journal } from '../journal/journal.ts'
import type { Wakeups } from '../journal/wakeups.ts'
import type { OutsideReads } from '../outside/outside-reads.ts'
import type { Questions } from '../questions/questions.ts'
import type { TeamSearch } from '../search/team-search.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { AssigneeHint } from '../tasks/assignee-hint.ts'
import type { TaskViews } from '../tasks/task-views.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Work } from '../work/work.ts'
import type { Arounds } from './around.ts'
import type { LiveCalls } from '../events/live-calls.ts'

/** What agents of a team reach: the same use-cases as every other caller. */
export interface TeamMcpDeps {
  journal: Journal
  tasks: Tasks
  views: TaskViews
  hintOf: AssigneeHint
  comments: Comments
  schedules: Schedules
  search: TeamSearch
  contacts: Contacts
  replies: Pick<Replies, 'draft' | 'send'>
  claims: Claims
  questions: Questions
  work: Work
  agents: Agents
  proposals: Proposals
  around: Arounds
  doneGate: Pick<DoneGate, 'note'>
  reads: Pick<OutsideReads, 'note'>
  live: LiveCalls
  wakeups: Pick<Wakeups, 'changed' | 'listen'>
}
