// What becomes of an agent's create_task: the tasks and the waiting proposals that may be the same are looked up here; whether they are is
// decided in shared/domain/duplicates/same-task.ts.
import { comparedText, type CreateDecision, isSameTask, mayCreate, sameTaskFrom, type Wanted } from '../../../shared/domain/duplicates/same-task.ts'
import { isSameName } from '../../../shared/domain/people/same-name.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import { equalTasks, existingTask } from '../tasks/same-tasks.ts'
import type { McpDeps } from './deps.ts'

const maxCompared = 5

/** `proposed`: somebody has proposed it, and a person has yet to decide. */
export type Decision = CreateDecision | { outcome: 'proposed'; proposal: Proposal; same: boolean }

/** Creations that wait for a person, and the agent that asks. */
export interface Proposed {
  by: string
  proposals: readonly Proposal[]
}

export async function decideCreate(
  { tasks, search }: Pick<McpDeps, 'tasks' | 'search'>,
  wanted: Wanted,
  { by, proposals }: Proposed = { by: '', proposals: [] },
): Promise<Decision> {
  const exact = existingTask(tasks, wanted)
  if (exact) return { outcome: 'existing', task: exact }
  const wantedBy = (proposal: Proposal) => proposal.arguments as unknown as Wanted
  const isOwn = (proposal: Proposal) => isSameName(proposal.agent, by)
  const isTwin = (proposal: Proposal) => isSameTask(wanted, wantedBy(proposal))
  const twin = proposals.find((proposal) => isOwn(proposal) && isTwin(proposal))
  if (twin) return { outcome: 'proposed', proposal: twin, same: true }

  // Of equal ones of several agents each hears what becomes of its own; only the first that is accepted is created.
  const others = proposals.filter((proposal) => !isTwin(proposal))
  const drafts = others.map((proposal) => ({ id: -proposal.id, text: comparedText(wantedBy(proposal)) }))
  const { candidates, drafts: alike } = await search.findDuplicates({ text: comparedText(wanted), limit: maxCompared, drafts })
  const decision = mayCreate(wanted, equalTasks(tasks, wanted), candidates)
  if (decision.outcome !== 'create') return decision
  const near = alike.flatMap(({ id, score }) => (score >= sameTaskFrom.likely ? others.filter((proposal) => proposal.id === -id) : []))
  const nearest = near.find(isOwn) ?? near[0]
  return nearest ? { outcome: 'proposed', proposal: nearest, same: false } : decision
}
