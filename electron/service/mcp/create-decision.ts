// May this task be created, or does it exist? Agents forget what they (and others) wrote down yesterday, so the list remembers for them.
import { likelyDuplicate } from '../../../shared/domain/duplicate-score.ts'
import type { NewTask, Task } from '../../../shared/schema/task.ts'
import type { McpDeps } from './deps.ts'

const mostCandidates = 5

export type Decision = { outcome: 'create' } | { outcome: 'existing'; task: Task } | { outcome: 'needs_decision'; candidates: (Task & { score: number })[] }

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

/** The same thing beyond doubt, and still open: an equal dedupe_key, or an equal title without a key that says otherwise. */
function isSame(asked: Asked, task: Task): boolean {
  if (task.status === 'done') return false
  if (asked.dedupe_key && task.dedupe_key) return asked.dedupe_key === task.dedupe_key
  return plainTitle(asked.title) === plainTitle(task.title)
}

/** Sees every committed task; for use inside the write that creates. */
export function existingTask(tasks: McpDeps['tasks'], asked: Asked): Task | undefined {
  const known = [...(asked.dedupe_key ? tasks.byKey(asked.dedupe_key) : []), ...tasks.byTitle(asked.title.trim())]
  return known.find((task) => isSame(asked, task))
}

export async function decideCreate({ tasks, search }: Pick<McpDeps, 'tasks' | 'search'>, asked: Asked): Promise<Decision> {
  const exact = existingTask(tasks, asked)
  if (exact) return { outcome: 'existing', task: exact }
  const text = [asked.title, asked.description, asked.dedupe_key].filter(Boolean).join('\n')
  // What the window shows a person as a likely duplicate is what an agent has to decide about (docs/search.md has what this stops).
  const likely = await search.findDuplicates({ text, threshold: likelyDuplicate, limit: mostCandidates })
  const same = likely.find((task) => isSame(asked, task))
  if (same) return { outcome: 'existing', task: same }
  const done = [...(asked.dedupe_key ? tasks.byKey(asked.dedupe_key) : []), ...tasks.byTitle(asked.title.trim())]
    .filter((task) => task.status === 'done' && !likely.some((other) => other.id === task.id))
    .map((task) => ({ ...task, score: 1 }))
  const candidates = [...done, ...likely].slice(0, mostCandidates)
  return candidates.length > 0 ? { outcome: 'needs_decision', candidates } : { outcome: 'create' }
}
