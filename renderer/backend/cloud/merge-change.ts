// What becomes of a change that was made on a task that somebody else has changed meanwhile: the rules of the sync, field by field.
import { same } from '../../../shared/domain/history/difference.ts'
import { type Clash, type FieldKinds, mergeFields } from '../../../shared/domain/history/merge-fields.ts'
import type { Task, TaskPatch } from '../../../shared/schema/task.ts'

const kinds: FieldKinds = { title: 'value', description: 'text', status: 'value', priority: 'value', labels: 'set', requesters: 'set', dedupe_key: 'value' }

/**
 * What to send instead of `body`. `base`: the task as it was when the change was made; `theirs`: as it is now. `overruled`: fields of which what
 * they wrote does not stand.
 */
export function mergedChange(body: TaskPatch, base: Task, theirs: Task): { wanted: TaskPatch; overruled: Clash[] } {
  const { row, clashes } = mergeFields(
    kinds,
    base,
    { ...base, ...body, labels: body.labels ?? base.labels, requesters: body.requesters ?? base.requesters },
    theirs,
  )
  const fields = Object.keys(body)
  return {
    wanted: Object.fromEntries(fields.map((field) => [field, row[field]])),
    overruled: clashes.filter(({ field, local, kept }) => fields.includes(field) && same(local, kept)),
  }
}
