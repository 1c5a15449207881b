// A small list to try things on. Each task carries the label `sample`, so that all of them go in one step.
import type { NewTask } from '../../../shared/schema/task.ts'
import { api } from '../../backend/backend.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../messages/late.ts'
import { notify } from '../../lib/notices.ts'
import { deleteTasks } from './many-writes.ts'
import { didAction, willBeDone } from './own-actions.ts'

export const sampleLabel = 'sample'

export async function addSample(): Promise<void> {
  const tasks = m.sampleTasks as readonly NewTask[]
  const records = tasks.map((task, index) => ({
    external_id: `${index}-${crypto.randomUUID()}`,
    task: { ...task, labels: [sampleLabel, ...(task.labels ?? [])] },
  }))
  try {
    const { results } = await willBeDone(api.importBatch({ body: { source: 'tandem:sample', records } }))
    const ids = results.flatMap(({ id }) => id ?? [])
    didAction({
      said: m.sample.added,
      writes: ids.map((taskId) => ({ taskId, is: (entry) => entry.entity === 'task' && entry.entity_id === taskId && entry.action === 'created' })),
    })
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.sample.notAdded, error) })
  }
}

export async function removeSample(): Promise<void> {
  try {
    await deleteTasks(await api.listTasks({ query: { label: [sampleLabel] } }))
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.nothingLost, error) })
  }
}
