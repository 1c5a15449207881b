// May this task be created, or does it exist? Agents forget what they (and others) wrote down yesterday, so the list remembers for them.
import { isSameWord } from '../../../shared/domain/search/plain-words.ts'
import { likelyDuplicate } from '../../../shared/domain/duplicates/duplicate-score.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { DuplicateCandidate, NewTask, Task } from '../../../shared/schema/task.ts'
import type { McpDeps } from './deps.ts'

const maxCandidates = 5

export type Decision =
  /** `possible`: what is similar, and not similar enough to stop anybody. */
  | { outcome: 'create'; possible: DuplicateCandidate[] }
  | { outcome: 'existing'; task: Task }
  | { outcome: 'needs_decision'; candidates: DuplicateCandidate[]; possible: DuplicateCandidate[] }
  /** Somebody has proposed it, and a person has yet to decide. */
  | { outcome: 'proposed'; proposal: Proposal; same: boolean }

/** Titles that differ in case, spacing, typography or a final stop are one title. */
export function plainTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!?…]+$/u, '')
    .trim()
}

type Asked = Pick<NewTask, 'title' | 'description' | 'dedupe_key'>

const textOf = (asked: Asked): string => [asked.title, asked.description, asked.dedupe_key].filter(Boolean).join('\n')

/** The same thing beyond doubt: an equal dedupe_key, or an equal title without a key that says otherwise. */
function isSame(asked: Asked, other: Asked): boolean {
  if (asked.dedupe_key && other.dedupe_key) return isSameWord(asked.dedupe_key, other.dedupe_key)
  return plainTitle(asked.title) === plainTitle(other.title)
}

export const isOpenAndSame = (asked: Asked, task: Task): boolean => task.status !== 'done' && isSame(asked, task)

const withEqualWords = (tasks: McpDeps['tasks'], { title, dedupe_key }: Asked): Task[] => [
  ...(dedupe_key ? tasks.byKey(dedupe_key) : []),
  ...tasks.byTitle(title.trim()),
]

/** Sees every committed task; for use inside the write that creates. */
export function existingTask(tasks: McpDeps['tasks'], asked: Asked): Task | undefined {
  return withEqualWords(tasks, asked).find((task) => isOpenAndSame(asked, task))
}

/** Creations that wait for a person, and the agent that asks. */
export interface Proposed {
  by: string
  proposals: readonly Proposal[]
}

export async function decideCreate(
  { tasks, search }: Pick<McpDeps, 'tasks' | 'search'>,
  asked: Asked,
  { by, proposals }: Proposed = { by: '', proposals: [] },
): Promise<Decision> {
  const exact = existingTask(tasks, asked)
  if (exact) return { outcome: 'existing', task: exact }
  const askedOf = (proposal: Proposal) => proposal.arguments as unknown as Asked
  const isOwn = (proposal: Proposal) => proposal.agent === by
  const isTwin = (proposal: Proposal) => isSame(asked, askedOf(proposal))
  const twin = proposals.find((proposal) => isOwn(proposal) && isTwin(proposal))
  if (twin) return { outcome: 'proposed', proposal: twin, same: true }

  // Of equal ones of several agents each hears what becomes of its own; only the first that is accepted is created.
  const others = proposals.filter((proposal) => !isTwin(proposal))
  const drafts = others.map((proposal) => ({ id: -proposal.id, text: textOf(askedOf(proposal)) }))
  const { candidates: found, drafts: alike } = await search.findDuplicates({ text: textOf(asked), limit: maxCandidates, drafts })
  const same = found.find((task) => isOpenAndSame(asked, task))
  if (same) return { outcome: 'existing', task: same }
  // What the window shows a person as a likely duplicate is what an agent has to decide about (docs/search.md has what this stops).
  const likely = found.filter((task) => task.likely)
  const possible = found.filter((task) => !task.likely)
  const done = withEqualWords(tasks, asked)
    .filter((task) => task.status === 'done' && !likely.some((other) => other.id === task.id))
    .map((task) => ({ ...task, score: 1, likely: true }))
  const candidates = [...done, ...likely].slice(0, maxCandidates)
  if (candidates.length > 0) return { outcome: 'needs_decision', candidates, possible: possible.filter(({ id }) => !done.some((task) => task.id === id)) }
  const near = alike.flatMap(({ id, score }) => (score >= likelyDuplicate ? others.filter((proposal) => proposal.id === -id) : []))
  const nearest = near.find(isOwn) ?? near[0]
  if (nearest) return { outcome: 'proposed', proposal: nearest, same: false }
  return { outcome: 'create', possible }
}
