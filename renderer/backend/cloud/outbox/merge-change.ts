// What becomes of a change that was made on a task that somebody else has changed meanwhile: the rules of the sync, field by field.
import { type Clash, mergeFields } from '../../../../shared/domain/history/merge-fields.ts'
import type { Task, TaskPatch } from '../../../../shared/schema/task.ts'
import { mergeKinds, taskFields, taskLists } from '../../../../shared/sync/synced-fields.ts'

const kinds = Object.fromEntries(taskFields.map((field) => [field, mergeKinds.task[field]]))

/**
 * What to send instead of `body`. `base`: the task as it was when the change was made; `theirs`: as it is now. `clashes`: fields that both wrote, and
 * of which what they wrote does not stand alone.
 */
export function mergedChange(body: TaskPatch, base: Task, theirs: Task): { wanted: TaskPatch; clashes: Clash[] } {
  const { row, clashes } = mergeFields(
    kinds,
    base,
    { ...base, ...body, ...Object.fromEntries(taskLists.map((field) => [field, body[field] ?? base[field]])) },
    theirs,
  )
  const fields = Object.keys(body)
  return {
    wanted: Object.fromEntries(fields.map((field) => [field, row[field]])),
    clashes: clashes.filter(({ field }) => fields.includes(field)),
  }
}
