import type { Claims } from '../claims/claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Journal } from '../journal/journal.ts'
import type { Agents } from '../proposals/agents.ts'
import type { Proposals } from '../proposals/proposals.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { DuplicateCandidate, SearchHit } from '../../../shared/schema/task.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Provenance } from './provenance.ts'

/** Search, as agents need it: likeliest first. */
export interface Finder {
  search(query: string, limit: number): Promise<SearchHit[]>
  findDuplicates(query: { text: string; limit?: number; threshold?: number }): Promise<DuplicateCandidate[]>
}

/** What agents reach: the same use-cases as every other caller. */
export interface McpDeps {
  tasks: Tasks
  comments: Comments
  schedules: Schedules
  contacts: Contacts
  search: Finder
  claims: Claims
  agents: Agents
  proposals: Proposals
  provenance: Provenance
  journal: Journal
  now: () => Date
}
