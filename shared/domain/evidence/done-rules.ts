// Where a person wants proof of an agent's `done`: what of a change would go round that, and how it is told.
import type { Task } from '../../schema/task.ts'
import { evidenceLacking, type Missing } from './states.ts'

/** What decides whether a task is proven. */
export type Standing = Pick<Task, 'id' | 'status' | 'criteria'>

/** Why a writer may not do that. weaker: of the criteria these would be gone, or worded otherwise. */
export type Objection = { what: 'unproven'; missing: Missing[] } | { what: 'weaker'; lost: string[] }

const maxNamed = 3

/** Criteria that a change would take away, or word otherwise. `before`: undefined of a task that is not there yet. */
export function lostCriteria(before: Standing | undefined, after: Standing): string[] {
  const kept = new Set(after.criteria.map(({ text }) => text))
  return (before?.criteria ?? []).flatMap(({ text }) => (kept.has(text) ? [] : [text]))
}

export const becomesDone = (before: Standing | undefined, after: Standing): boolean => after.status === 'done' && before?.status !== 'done'

export function weakened({ lost }: Extract<Objection, { what: 'weaker' }>, agent: string): string {
  const named = lost.slice(0, maxNamed).map((text) => `"${text}"`)
  const more = lost.length > maxNamed ? ` and ${lost.length - maxNamed} more` : ''
  return `${agent} sets tasks to done only with evidence of each criterion, so it may add criteria, but neither remove nor reword them: ${named.join(', ')}${more}. Send them as they are, with new ones behind them; to change one, ask the person.`
}

export const unproven = (id: number, { missing }: Extract<Objection, { what: 'unproven' }>): string =>
  `Task ${id} would be done without proof: ${evidenceLacking(missing)}. Prove it first, or ask the person.`
