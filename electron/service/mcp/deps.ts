import type { Claims } from '../claims/claims.ts'
import type { Elsewhere } from '../claims/elsewhere.ts'
import type { TeamClaims } from '../claims/team-claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Journal } from '../journal/journal.ts'
import type { AgentReplies } from '../mail/replies/agent-replies.ts'
import type { Agents } from '../proposals/agents.ts'
import type { Proposals } from '../proposals/proposals.ts'
import type { Questions } from '../questions/questions.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { DuplicateCandidate, SearchHit, Task } from '../../../shared/schema/task.ts'
import type { AssigneeHint } from '../tasks/assignee-hints.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { InTurn } from '../../../shared/search/workers/turns.ts'
import type { Work } from '../work/work.ts'
import type { Provenance } from './answers/provenance.ts'

/** Search, as agents need it: likeliest first. */
export interface Finder {
  /** `me`: as whom the caller is assigned. `hints`: what looks like a filter and was searched as text. */
  search(query: string, limit: number, me: readonly string[]): Promise<{ hits: SearchHit[]; hints: string[] }>
  /** Without a threshold whatever is similar at all. `drafts`: texts that are no task yet, compared like tasks under negative ids. */
  findDuplicates(query: { text: string; limit?: number; drafts?: readonly { id: number; text: string }[] }): Promise<{
    candidates: DuplicateCandidate[]
    drafts: { id: number; score: number }[]
  }>
  /** Makes a new task known by its meaning at once. */
  adopt(task: Task): void
}

/** What agents reach: the same use-cases as every other caller. */
export interface McpDeps {
  tasks: Tasks
  assigneeHint: AssigneeHint
  doneGate: Pick<DoneGate, 'note'>
  evidence: Pick<Evidence, 'list'>
  comments: Comments
  schedules: Schedules
  contacts: Contacts
  search: Finder
  /** Decisions about creating, through any entry point, one after the other. */
  inTurn: InTurn
  claims: Claims
  team: TeamClaims
  elsewhere: Elsewhere
  work: Work
  agents: Agents
  proposals: Proposals
  questions: Questions
  provenance: Provenance
  journal: Journal
  replies: () => AgentReplies
  /** How many tokens an agent is given to read at once. */
  answerTokens: () => number
  now: () => Date
}
