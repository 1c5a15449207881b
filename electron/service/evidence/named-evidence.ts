// The evidence that whoever writes criteria names for them.
import { invalidField } from '../../../shared/domain/app-error.ts'
import { maxOfTask } from '../../../shared/domain/evidence/recording-rules.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { EvidenceStore } from './evidence-store.ts'

export type RequireNamed = (criteria: Task['criteria'], before?: Pick<Task, 'id' | 'criteria'>) => void

/**
 * Throws `invalid` where criteria name what is no signed evidence of their task. What they named before they may go on naming: it can be of another
 * device. Without `before` the task is a new one, which has none yet.
 */
export function createRequireNamed(store: Pick<EvidenceStore, 'ofTask'>): RequireNamed {
  return (criteria, before) => {
    const named = new Set(before?.criteria.map(({ evidence_id }) => evidence_id))
    for (const [place, { evidence_id: id }] of criteria.entries()) {
      if (id === undefined || named.has(id)) continue
      const at = `/criteria/${place}/evidence_id`
      if (!before) throw invalidField(at, 'evidence_id must be left out: a new task has no evidence yet')
      const found = store.ofTask(before.id, maxOfTask).find((one) => one.id === id)
      if (found?.envelope) continue
      throw invalidField(
        at,
        `evidence_id must name signed evidence of task ${before.id}; ${id} ${found ? 'is a claim' : 'is none'}. \`tandem prove ${before.id} --criterion ${place + 1} -- COMMAND\` records some.`,
      )
    }
  }
}
